"""The hand of ship cards: a fan in which each half of a two-coloured card is chosen by itself."""

from __future__ import annotations

from collections.abc import Iterable

from markupsafe import Markup

from games.drawing.base import Reader, icon
from games.drawing.panels import hand_note
from games.drawing.titania.asking import Playable, playable, shows_something
from games.drawing.titania.scene import Scene
from games.rules.titania.moves import Sail
from games.rules.titania.pieces import CARD_SHIPS, CARDS, HAND_LIMIT, SHIP_WORDS, SHIPS
from games.rules.titania.view import View
from games.rules.words import Sentence

YOUR_CARDS = Sentence("Your cards")


def hand(view: View, reader: Reader, private: bool = True) -> Markup:
    """The reader's own cards and score tiles, only to look at; nothing for watchers and after the end.

    That nobody else sees them is said where they are still `private`.
    """
    cards = view.hands[view.viewer] if view.viewer is not None and view.result is None else None
    if cards is None:
        return Markup()
    drawn = "".join(still_card(card, reader) for card in sorted(cards))
    return Markup(fan(drawn, len(cards), view, reader, private))


def fan(cards: str, held: int, view: View, reader: Reader, private: bool = True) -> str:
    """The cards in a row, and that nobody else sees them as long as they are private."""
    only = hand_note(reader) if private else ""
    return (
        f'<div class="cards" role="group" aria-label="{reader.label(YOUR_CARDS)}">{cards}'
        f'<p class="cards-note">{only}'
        f'{own_tiles(view, reader)}<span class="meta">'
        f"{reader.label(Sentence('{n} of {limit}', n=held, limit=HAND_LIMIT))}</span></p></div>"
    )


def own_tiles(view: View, reader: Reader) -> str:
    """The values of the reader's own score tiles (J21)."""
    tiles = view.tiles[view.viewer] if view.viewer is not None else None
    if not tiles:
        return ""
    values = ", ".join(map(str, sorted(tiles, reverse=True)))
    return f" {reader.label(Sentence('Score tiles: {values}.', values=values))}"


def still_card(card: int, reader: Reader) -> str:
    """A card that cannot be chosen."""
    halves = "".join(
        f'<span class="half c-{SHIPS[colour]}">{ship(colour, reader)}</span>' for colour in CARD_SHIPS[card]
    )
    return f'<div class="card{two(card)}">{halves}</div>'


def ship(colour: int, reader: Reader, named: bool = True) -> str:
    """A ship on a card."""
    return icon(reader.sprite, f"v-{SHIPS[colour]}", "", reader.label(SHIP_WORDS[colour]) if named else "")


def two(card: int) -> str:
    """The class of a two-coloured card."""
    return " is-two" if len(CARD_SHIPS[card]) > 1 else ""


def choices_of_card(scene: Scene) -> str:
    """The cards of the hand: each half that has somewhere to go is a link."""
    choices, cards = playable(scene.view), sorted(scene.view.hands[scene.seat] or ())
    drawn = "".join(
        one_card(scene, choices, number, card, card not in cards[: number - 1])
        for number, card in enumerate(cards, 1)
    )
    return fan(drawn, len(cards), scene.view, scene.reader)


def one_card(scene: Scene, choices: Playable, number: int, card: int, first: bool) -> str:
    """One card; of equal cards the first is the one that is chosen."""
    picked = scene.choice.colour if first and card == scene.choice.card else None
    off = "" if any((card, colour) in choices for colour in CARD_SHIPS[card]) else " is-off"
    now = " is-chosen" if picked is not None else ""
    halves = "".join(halves_of(scene, choices, number, card, picked))
    return f'<div class="card{two(card)}{off}{now}">{halves}</div>'


def halves_of(scene: Scene, choices: Playable, number: int, card: int, picked: int | None) -> Iterable[str]:
    """The halves of a card; its key takes the first that can be played, pressed again the other one."""
    open_halves = [colour for colour in CARD_SHIPS[card] if (card, colour) in choices]
    others = [colour for colour in open_halves if colour != picked]
    for colour in CARD_SHIPS[card]:
        if colour in open_halves:
            key = f' data-hand="{number}"' if others[:1] == [colour] or open_halves == [picked] else ""
            yield half(scene, choices, number, card, colour, colour == picked, key)
        else:
            said = Sentence("{card}: no space for it", card=half_words(number, card, colour))
            yield (
                f'<span class="half is-shut c-{SHIPS[colour]}" role="img" aria-label="{scene.label(said)}">'
                f"{ship(colour, scene.reader, named=False)}</span>"
            )


def half(
    scene: Scene, choices: Playable, number: int, card: int, colour: int, is_chosen: bool, key: str
) -> str:
    """A half that can be chosen, with the space that is chosen; dimmed where it cannot go there."""
    at, said = space_by_hand(scene, choices), half_words(number, card, colour)
    kept = away = ""
    if at is not None and at not in choices[card, colour]:
        away, said = " is-away", Sentence("{card}: not to {space}", card=said, space=at)
    elif at is not None and shows_something(scene.view, move := Sail(card, colour, at)):
        kept = f' data-choice="{move}"'
    address = scene.link(**{"card": CARDS[card], "as": SHIPS[colour], "at": at})
    now = ' aria-current="true"' if is_chosen else ""
    return (
        f'<a class="half{away} c-{SHIPS[colour]}" href="{address}"{key}{kept}{now}'
        f' aria-label="{scene.label(said)}">'
        f"{ship(colour, scene.reader, named=False)}</a>"
    )


def space_by_hand(scene: Scene, choices: Playable) -> str | None:
    """The space that is chosen, unless it is so by itself, since the chosen card has no other."""
    card, colour, at = scene.choice.card, scene.choice.colour, scene.choice.at
    if card is not None and colour is not None and choices[card, colour] == (at,):
        return None
    return at


def half_words(number: int, card: int, colour: int) -> Sentence:
    """A half in words."""
    if len(CARD_SHIPS[card]) == 1:
        return Sentence("Card {n}: {colour}", n=number, colour=SHIP_WORDS[colour])
    first, second = (SHIP_WORDS[each] for each in CARD_SHIPS[card])
    return Sentence(
        "Card {n}, {first} or {second}: as {colour}",
        n=number,
        first=first,
        second=second,
        colour=SHIP_WORDS[colour],
    )
