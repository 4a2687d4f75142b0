"""Sentences: said to one reader, with names, things and numbers in their places."""

from __future__ import annotations

from dataclasses import replace

from games.rules.words import ENGLISH, Sentence, Term, Who, listed

RED = Term("l-red", Sentence("red"))
ME = replace(ENGLISH, name=lambda seat, begins: ("You" if begins else "you") if seat == 0 else "young")


def test_the_reader_is_you_and_begins_a_sentence_with_a_capital():
    assert ME.say(Sentence("{who} took {what}.", who=Who(0), what=RED)) == "You took red."
    left = Sentence("No {what} was left for {who}.", who=Who(0), what=RED)
    assert ME.say(left) == "No red was left for you."


def test_a_name_keeps_its_own_letters():
    assert ME.say(Sentence("{who} took {what}.", who=Who(1), what=RED)) == "young took red."


def test_a_sentence_inside_another_begins_nothing():
    inner = Sentence("{who} {n}", who=Who(0), n=42)
    assert ME.say(Sentence("Honour: {rest}.", rest=inner)) == "Honour: you 42."
    assert ME.say(Sentence("{rest}.", rest=inner)) == "You 42."
    assert ME.say(Sentence("{rest}.", rest=listed([Sentence("{who} {n}", who=Who(1), n=43), inner]))) == (
        "young 43 and you 42."
    )


def test_things_are_counted_and_listed():
    things = listed([replace(RED, count=2), RED, RED])
    assert ENGLISH.say(Sentence("Took {what}.", what=things)) == "Took 2 red, red and red."
    assert ENGLISH.say(Sentence("Took {what}.", what=listed([]))) == "Took ."


def test_a_number_chooses_the_plural():
    said = [str(Sentence("{n} move", many="{n} moves", n=n)) for n in (0, 1, 2)]
    assert said == ["0 moves", "1 move", "2 moves"]


def test_braces_in_a_name_are_only_letters():
    hostile = replace(ENGLISH, name=lambda seat, begins: "{who} {0} {x.y}")
    assert hostile.say(Sentence("{who} waited.", who=Who(0))) == "{who} {0} {x.y} waited."


def test_names_and_words_are_escaped_once():
    page = replace(ENGLISH, name=lambda seat, begins: "<b>", escape=lambda text: text.replace("<", "&lt;"))
    assert page.say(Sentence("{who} < {n}", who=Who(0), n=1)) == "&lt;b> &lt; 1"
