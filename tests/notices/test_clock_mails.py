"""Mails of the clock: each is sent while it is true, and no more of them leave than are needed."""

from __future__ import annotations

from datetime import timedelta

import pytest

from games import store
from games.actions import absence, ending, nudges, play, votes
from games.clock.terms import DAY
from games.models import Game, Notice, Person, Seat
from games.notices.deliver import deliver_due
from games.notices.kinds import overtaken_by
from games.notices.news import EVENTS, IN_THE_LOG
from games.notices.phrases import PHRASES
from tests.notices import scenes_clock, scenes_decided
from tests.notices.chosen import switched_off
from tests.notices.clock import (
    AT_ONCE,
    HOUR,
    SOFTLY,
    STANDING_IN,
    VOTING,
    agree,
    ask,
    away_with_stand_in,
    deserted,
    game_time,
    id_of,
    is_sent,
    left_for,
    mail_of,
    run_out,
    stood_in,
    warn,
)
from tests.notices.scenes import LATER, member, message_of, notice_for, played

pytestmark = pytest.mark.django_db


def body(scene) -> str:
    """What a scene's mail says, in one line."""
    return " ".join(str(message_of(scene).body).split())


def sent(smtp, name: str) -> list[str]:
    """The subjects of what has left for somebody."""
    return [it["Subject"].strip() for it in smtp.to(f"{name}@example.org")]


# ---------------------------------------------------------------- turns


def test_a_soft_turn_names_no_time(steady):
    message = message_of(scenes_clock.turn_soft)
    assert message.subject == "Your turn in Slow cup, round 2"
    assert "Nobody’s time runs out here." in message.body
    assert "left" not in message.body.partition("SINCE")[0]


def test_a_soft_reminder_stays_true_until_the_turn_is_taken(steady):
    notice = scenes_clock.reminder_soft()
    assert notice.data["deadline"] is None
    assert is_sent(notice, LATER + 40 * DAY)
    Game.objects.update(to_act=3)
    assert not is_sent(notice, LATER + 40 * DAY)


def test_a_soft_reminder_of_a_table_that_now_has_deadlines_is_not_sent(steady):
    notice = scenes_clock.reminder_soft()
    Game.objects.update(still="", deadline_at=LATER + 60 * DAY)
    assert not is_sent(notice)


def test_a_reminder_of_a_deadline_that_was_put_off_is_not_sent(steady):
    game = played(6)
    notice = notice_for("joon", "reminder", game, seq=6, deadline=game.deadline_at.isoformat())
    assert is_sent(notice)
    nudges.give_time(game.id, id_of("mei"), LATER)
    assert not is_sent(notice)


def test_a_turn_tells_until_when_its_clock_stands_still(steady):
    assert "The clock stands still until Sat 08:00." in body(scenes_clock.turn_at_night)


def test_no_mail_says_that_a_running_clock_stands_still(steady):
    assert "stands still" not in body(scenes_clock.news_time)


def test_a_turn_says_what_happens_when_it_runs_out(steady):
    game = played(6, terms=VOTING)
    told = mail_of(notice_for("joon", "turn", game, seq=6), LATER)
    assert "the others decide whether the house plays on for you or the game ends" in told


def test_once_the_others_were_asked_the_house_plays_next(steady):
    game = played(6, terms=VOTING)
    at = run_out(game)
    told = mail_of(notice_for("joon", "turn", game, seq=6), at)
    assert "If you do not play by then, the house plays this turn for you." in told


def test_once_a_stand_in_was_asked_the_house_plays_next(steady):
    game = away_with_stand_in()
    told = mail_of(notice_for("joon", "turn", game, seq=5), game_time(game))
    assert "If you do not play by then, the house plays this turn for you." in told


def test_whoever_stands_in_is_told_for_whom(steady):
    told = body(scenes_clock.turn_for_another)
    assert "You play for joon." in told
    assert "mei played for joon" in told


def test_a_turn_is_not_told_to_somebody_whose_stand_in_plays_it(steady):
    game = stood_in()
    assert not is_sent(notice_for("joon", "turn", game, seq=5), game_time(game))


def test_a_stand_in_who_has_not_agreed_is_told_no_turn(steady):
    game = away_with_stand_in()
    assert not is_sent(notice_for("mei", "turn", game, seq=5), game_time(game))


def test_a_turn_tells_what_happened_beside_the_turns(steady):
    told = body(scenes_clock.turn_after_kept)
    assert "tomas asked for a pause, and all agreed: until Sun 16:40." in told
    assert "From here on the house kept the seat of joon." in told


def test_a_kept_seat_is_not_called_the_readers_to_play(steady):
    told = body(scenes_clock.timeout_kept_own)
    assert "keeps your seat until you are back" in told
    assert "your next turn is yours" not in told
    assert "/t/slow-cup/around/" in told


def test_turns_of_a_kept_seat_are_told_as_the_houses(steady):
    game = played(6, terms=AT_ONCE)
    at = run_out(game)
    for name in ("mei", "tomas", "ines"):
        game.refresh_from_db()
        moves = play.suggested_turn(game)
        play.submit_turn(game.id, id_of(name), store.load(game).moved, moves, at)
    play.play_house(game.id, at)
    told = mail_of(left_for("mei", "turn"), at)
    assert "The house keeps the seat, and played." in told


# ---------------------------------------------------------------- nudges


@pytest.mark.parametrize("phrase", PHRASES)
def test_every_phrase_is_said_as_it_is(steady, phrase):
    game = played(6)
    told = mail_of(notice_for("joon", "nudge", game, phrase=phrase, seat=1, seq=6), LATER)
    assert f"ines says: “{PHRASES[phrase]}”" in told


def test_a_nudge_ends_with_the_turn(steady):
    game = played(6)
    assert not is_sent(notice_for("joon", "nudge", game, phrase="curious", seat=1, seq=2))


OFFERED = {scenes_clock.nudge: True, scenes_clock.nudge_soft: False}


@pytest.mark.parametrize("scene", OFFERED, ids=lambda scene: scene.__name__)
def test_a_pause_is_offered_only_where_time_runs_out(steady, scene):
    assert ("You need longer?" in body(scene)) == OFFERED[scene]


# ---------------------------------------------------------------- news


def test_every_event_that_the_verbs_tell_has_its_words():
    named = (scene.__name__.split("_") for scene in scenes_decided.OF_THE_CLOCK)
    shown = {event for kind, event, *_ in (it for it in named if len(it) > 1) if kind == "news"}
    assert shown == {it.split("-")[0] for it in EVENTS}
    assert EVENTS.keys() > IN_THE_LOG


NO_LONGER = {
    scenes_clock.news_kept: lambda game: Seat.objects.filter(number=2).update(keeper=""),
    scenes_clock.news_returned: lambda game: Seat.objects.filter(number=2).update(keeper="sensibly"),
    scenes_clock.news_stands_in: lambda game: Seat.objects.filter(number=2).update(deputy_since=None),
    scenes_clock.news_stepped_down: lambda game: Seat.objects.filter(number=2).update(keeper="sensibly"),
    scenes_decided.news_pause: lambda game: Game.objects.update(paused_until=LATER),
    scenes_decided.news_resume: lambda game: Game.objects.update(paused_until=LATER + 9 * DAY),
    scenes_clock.news_time: lambda game: Game.objects.update(to_act=1),
    scenes_clock.news_away: lambda game: Person.objects.update(away_until=LATER),
}


@pytest.mark.parametrize("scene", NO_LONGER, ids=lambda scene: scene.__name__)
def test_news_that_is_not_so_any_more_is_not_sent(steady, scene):
    notice = scene()
    assert is_sent(notice, notice.created_at)
    NO_LONGER[scene](notice.game)
    assert not is_sent(notice, notice.created_at)


OF_A_GAME = ("news", "question", "warning", "stuck")
NEWS = [it for it in scenes_decided.OF_THE_CLOCK if it.__name__.startswith(OF_A_GAME)]


@pytest.mark.parametrize("scene", NEWS, ids=lambda scene: scene.__name__)
def test_nothing_is_told_of_a_game_that_is_over(steady, scene):
    notice = scene()
    game = notice.game
    assert game is not None
    Game.objects.update(status="ended", to_act=None, still="", ends_at=None)
    game.refresh_from_db()
    assert not is_sent(notice, notice.created_at)


def test_whoever_stood_in_hears_that_it_is_over_and_sees_no_hand(steady):
    told = body(scenes_clock.news_returned_to_stand_in)
    assert "you stand in no longer" in told
    assert "LANTERNS" not in told


def test_whoever_stood_in_and_let_a_turn_run_out_is_thanked(steady):
    told = body(scenes_clock.news_released)
    assert "A turn at the seat of joon ran out, and the house played it." in told
    assert "So you stand in no longer. Thank you for helping out." in told
    assert "LANTERNS" not in told


def test_whoever_has_given_up_hears_no_more_of_the_table(steady):
    notice = scenes_clock.news_returned()
    assert is_sent(notice, notice.created_at)
    absence.resign(notice.game.id, notice.person.id, notice.created_at)
    assert not is_sent(notice, notice.created_at)


@pytest.mark.parametrize("scene", [scenes_clock.news_returned, scenes_clock.news_stepped_down])
def test_whoever_has_left_the_site_is_not_said_to_play(steady, scene):
    notice = scene()
    Person.objects.get(username="joon").delete()
    assert not is_sent(notice, notice.created_at)


def test_whoever_has_given_up_is_not_warned_of_the_end(steady):
    game = played(6, terms=SOFTLY)
    warn(game)
    game.refresh_from_db()
    notice = left_for("ines", "warning")
    now = game.ends_at - DAY
    assert is_sent(notice, now)
    absence.resign(game.id, id_of("ines"), now)
    assert not is_sent(notice, now)


def test_a_holiday_is_offered_only_to_whom_it_gives_time(steady):
    game = stood_in()
    later = game_time(game) + 2 * DAY
    nudges.nudge(game.id, id_of("ines"), "curious", later)
    told = mail_of(Notice.objects.get(kind="nudge"), later)
    assert "You play for joon." in told
    assert "holiday" not in told


def test_a_nudge_is_said_by_whoever_plays(steady):
    """Joon has let a turn run out, so mei stands in, and nudges."""
    game = stood_in()
    now = game_time(game)
    play.submit_turn(game.id, id_of("mei"), store.load(game).moved, play.suggested_turn(game), now)
    later = now + 2 * DAY
    nudges.nudge(game.id, id_of("mei"), "curious", later)
    notice = Notice.objects.get(kind="nudge")
    assert "mei says: “I am curious" in mail_of(notice, later)


def test_news_in_the_readers_turn_tells_the_turn_as_well(steady):
    message = message_of(scenes_decided.news_pause_on_turn)
    assert message.subject.endswith("Your turn until Fri 2 Oct, 01:40")
    assert "If you do not play by then" in " ".join(message.body.split())


# ---------------------------------------------------------------- of several that wait


def test_after_an_outage_one_mail_tells_a_game_to_each(steady, smtp):
    """A turn ran out, the house kept the seat, and whoever came next was reminded."""
    game = played(6, terms=AT_ONCE)
    Notice.objects.all().delete()
    at = run_out(game)
    play.remind(game.id, game.remind_at)
    deliver_due(at + 2 * DAY)
    assert sent(smtp, "mei") == ["Slow cup, round 2 waits for you: 1 day left, until Thu 16:40"]
    assert sent(smtp, "joon") == ["Slow cup, round 2: your time ran out, and the house keeps your seat"]
    for name in ("tomas", "ines"):
        assert sent(smtp, name) == ["Slow cup, round 2: the house keeps the seat of joon"]


def test_news_tells_what_news_before_it_told(steady, smtp):
    game = played(6)
    Notice.objects.all().delete()
    agree(game, ask(game, "pause", days=3))
    agree(game, ask(game, "resume", LATER + HOUR), LATER + HOUR)
    deliver_due(LATER + 2 * HOUR)
    (subject,) = (it for it in sent(smtp, "ines") if "?" not in it)
    assert subject == "Slow cup, round 2: the pause is over"
    (mail,) = smtp.to("ines@example.org")
    text = " ".join(mail.get_body(("plain",)).get_content().split())
    assert "tomas asked for a pause, and all agreed" in text


def test_a_no_is_told_beside_whatever_comes_later(steady, smtp):
    game = played(6)
    Notice.objects.all().delete()
    question = ask(game, "pause", days=3)
    votes.answer(game.id, id_of("mei"), question.id, False, LATER)
    absence.resign(game.id, id_of("mei"), LATER)
    deliver_due(LATER)
    assert sent(smtp, "tomas") == ["Slow cup, round 2: no pause", "Slow cup, round 2: mei has resigned"]


def test_a_nudge_tells_the_turn_and_the_reminder_before_it(steady, smtp):
    game = played(6)
    later = LATER + 37 * HOUR
    play.remind(game.id, later)
    nudges.nudge(game.id, id_of("ines"), "all-well", later)
    assert {it.kind for it in Notice.objects.filter(person__username="joon")} >= {"turn", "reminder", "nudge"}
    deliver_due(later + 12 * HOUR)
    assert sent(smtp, "joon") == ["ines asks after you in Slow cup, round 2: your turn until Tue 01:40"]


def test_where_nudges_are_switched_off_the_turn_is_told(steady, smtp):
    game = played(6)
    switched_off("joon", "nudge")
    nudges.nudge(game.id, id_of("ines"), "all-well", LATER + 37 * HOUR)
    deliver_due(LATER + 48 * HOUR)
    assert sent(smtp, "joon") == ["Your turn in Slow cup, round 2: until Tue 01:40"]


def test_nothing_stands_for_a_question_or_a_nudge(steady, smtp):
    game = played(6)
    Notice.objects.all().delete()
    nudges.nudge(game.id, id_of("ines"), "all-well", LATER + 37 * HOUR)
    ask(game, "pause", LATER + 37 * HOUR, days=3)
    nudges.give_time(game.id, id_of("mei"), LATER + 37 * HOUR)
    deliver_due(LATER + 48 * HOUR)
    assert set(sent(smtp, "joon")) == {
        "Slow cup, round 2: a pause of 3 days?",
        "Slow cup, round 2: mei gave you more time. Your turn until Wed 01:40",
        "ines asks after you in Slow cup, round 2: your turn until Wed 01:40",
    }


def test_of_two_warnings_of_the_same_end_the_last_is_given(steady, smtp):
    game = deserted()
    Notice.objects.all().delete()
    warn(game)
    warn(game)
    deliver_due(game.ends_at - HOUR)
    assert sent(smtp, "ines") == ["Slow cup, round 2 ends on Thu 13:40, unless somebody plays"]


def test_the_end_tells_all_that_came_before_it(steady, smtp):
    game = played(5, seats=2)
    Notice.objects.all().delete()
    nudges.give_time(game.id, id_of("tomas"), LATER)
    absence.resign(game.id, id_of("ines"), LATER)
    play.score(game.id, LATER)
    deliver_due(LATER)
    assert sent(smtp, "ines") == ["Slow cup, round 2 is over: tomas won"]


@pytest.mark.parametrize("kind", ["nudge", "question", "stuck", "invitation", "closed"])
def test_of_these_kinds_each_is_told(kind):
    assert overtaken_by(Notice(kind=kind)) == ()


def test_ends_of_soft_tables_are_told_to_all_owners(steady):
    game = played(6, terms=SOFTLY)
    game.refresh_from_db()
    ending.abandon(game.id, game.warn_at)
    assert Notice.objects.filter(kind="warning").count() == 4
    assert game.warn_at - LATER > timedelta(days=50)


def test_a_stand_in_is_named_before_the_house(steady):
    game = played(6, terms=STANDING_IN)
    Person.objects.filter(username="joon").update(stand_in=member("noor"))
    told = mail_of(notice_for("joon", "turn", game, seq=6), LATER)
    assert "your stand-in is asked to play for you, or else the house plays this turn" in told


# ---------------------------------------------------------------- who plays for whom, and who is left


def test_the_owner_is_told_whose_turn_it_is_and_promised_no_mail(steady):
    stood_in()
    told = mail_of(left_for("joon", "news"), LATER + 4 * DAY)
    assert "It is the turn of mei." in told
    assert "when it is yours" not in told and "the turn of joon" not in told


def test_the_others_are_told_who_plays_that_turn(steady):
    stood_in()
    assert "It is the turn of mei; we mail you when it is yours." in mail_of(
        left_for("ines", "news"), LATER + 4 * DAY
    )


def test_a_turn_that_a_stand_in_gives_back_is_told_by_one_mail(steady, smtp):
    game = stood_in()
    Notice.objects.all().delete()
    absence.decline_stand_in(game.id, id_of("mei"), game_time(game))
    deliver_due(game_time(game))
    (subject,) = sent(smtp, "joon")
    assert subject.startswith("Your turn in Slow cup, round 2")
    (mail,) = smtp.to("joon@example.org")
    text = " ".join(mail.get_body(("plain",)).get_content().split())
    assert "From here on mei no longer played for you." in text


def test_of_two_the_one_who_stayed_reads_of_the_win_in_the_mail_of_their_turn(steady, smtp):
    game = played(5, terms=AT_ONCE, seats=2)
    Notice.objects.all().delete()
    deliver_due(run_out(game))
    (subject,) = sent(smtp, "tomas")
    assert subject.startswith("Your turn in Slow cup, round 2")
    (mail,) = smtp.to("tomas@example.org")
    for kind in ("plain", "html"):
        text = " ".join(mail.get_body((kind,)).get_content().split())
        assert "ines stays away, and the house plays there." in text
        assert "take the win" in text and "/around/" in text


def test_of_the_win_nobody_else_reads(steady):
    game = played(5, seats=2)
    run_out(game)
    assert "take the win" not in mail_of(left_for("tomas", "turn"), LATER + 4 * DAY)


def test_while_others_are_asked_about_a_turn_its_mails_say_so(steady):
    game = played(6, terms=VOTING)
    nudges.nudge(game.id, id_of("ines"), "no-hurry", LATER + 40 * HOUR)
    nudge = left_for("joon", "nudge")
    asked = (
        "Your time has run out, and the others are asked whether the house plays on for you or the game ends."
    )
    assert asked not in mail_of(nudge, LATER + 40 * HOUR)
    told = mail_of(nudge, run_out(game))
    assert asked in told
    assert f"{asked} If you do not play by then, the house plays this turn for you." in told


def test_while_a_stand_in_is_asked_the_mails_of_the_turn_name_them(steady):
    game = away_with_stand_in()
    notice = notice_for("joon", "turn", game, seq=5)
    assert "Your time has run out, and mei is asked to play for you." in mail_of(notice, game.clock_at)
