"""The page that says when one is there: its forms, what they refuse, and times in the reader's zone."""

from __future__ import annotations

from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
import time_machine
from django.urls import reverse

from games.actions import breaks, votes
from games.clock.terms import MINUTE, SOCIABLE, Pace, Terms
from games.models import Away, Event, Person
from games.pages import away as page
from tests.site.accounts import sound
from tests.site.cast import as_client, running
from tests.site.tables import text
from tests.site.test_breaks import everything, stretches, took

HOUR, DAY = timedelta(hours=1), timedelta(days=1)
ADDRESS = "/settings/away/"
LONG = "x" * 100_000
HOURS = {"days": ["0", "1", "2"], "opens": "09:00", "closes": "22:30"}


@pytest.fixture(autouse=True)
def at_noon(now):
    """Thursday, 24 September, 12:40 in Oslo."""
    with time_machine.travel(now, tick=False):
        yield


def send(someone, form, **fields):
    """Post one form of the page, and follow."""
    return as_client(someone).post(ADDRESS, {"form": form} | fields, follow=True)


def read(someone) -> str:
    """What the page says to somebody."""
    return text(as_client(someone).get(ADDRESS))


# ------------------------------------------------------------------ the page


def test_it_is_for_who_is_signed_in(client, db):
    for answer in (client.get(ADDRESS), client.post(ADDRESS, {"form": "emergency"})):
        assert answer["Location"] == f"{reverse('account_login')}?next={ADDRESS}"


def test_the_settings_and_the_menu_of_the_account_lead_to_it(mei):
    answer = as_client(mei).get(reverse("settings"))
    assert reverse("away") == ADDRESS
    assert answer.content.decode().count(f'href="{ADDRESS}"') == 2
    assert as_client(mei).get("/about/").content.decode().count(f'href="{ADDRESS}"') == 1


def test_it_is_sound_whatever_there_is_to_say(mei, joon, now):
    client = as_client(mei)
    sound(client.get(ADDRESS))
    took(mei, now - 20 * DAY, 2 * DAY)
    breaks.save_hours(mei, range(5), 540, 1200)
    breaks.save_absence(mei, True, "joon")
    breaks.go_away(mei, now + 10 * DAY, now + 12 * DAY, now)
    sound(client.get(ADDRESS))
    breaks.emergency(mei, now)
    sound(client.get(ADDRESS))
    sound(client.post(ADDRESS, {"form": "emergency"}))
    sound(client.post(ADDRESS, {"form": "holiday", "first": "", "last": "x"}))
    sound(client.post(ADDRESS, {"form": "hours", "days": "9", "opens": "", "closes": "25:00"}))
    sound(client.post(ADDRESS, {"form": "absence", "stand_in": "nobody"}))


def test_nothing_is_kept_of_it_on_the_way(mei):
    assert "no-store" in as_client(mei).get(ADDRESS)["Cache-Control"]


def test_a_look_changes_nothing(mei, joon, now):
    running(mei, joon, now=now)
    before = everything()
    as_client(mei).get(ADDRESS, {"form": "emergency"})
    assert everything() == before


def test_its_forms_need_the_token_of_the_site(mei, joon, now):
    before = everything()
    assert as_client(mei, enforce_csrf_checks=True).post(ADDRESS, {"form": "emergency"}).status_code == 403
    assert everything() == before


@pytest.mark.parametrize("form", ["", "password", "__class__", LONG])
def test_a_form_that_is_not_there_is_refused_with_a_sentence(mei, form):
    assert "There is no such setting." in text(send(mei, form))


def test_the_number_of_statements_does_not_grow_with_the_holidays(mei, now, django_assert_max_num_queries):
    for days in range(30):
        Away.objects.create(person=mei, since=now - days * 2 * DAY, until=now - days * 2 * DAY + HOUR)
    client = as_client(mei)
    client.get(ADDRESS)
    with django_assert_max_num_queries(6):
        client.get(ADDRESS)


# ------------------------------------------------------------------ holidays


def test_a_holiday_from_today_begins_at_once_and_lasts_to_the_end_of_its_last_day(mei, joon, now):
    game = running(mei, joon, now=now)
    answer = send(mei, "holiday", first="2026-09-24", last="2026-10-04")
    assert answer.redirect_chain == [(f"{ADDRESS}#holidays", 302)]
    assert "Your clocks stand still until Mon 5 Oct, 00:00. Have a good time!" in text(answer)
    assert "On holiday until Mon 5 Oct, 00:00" in text(answer)
    assert "19 days and 12 hours of 30 left" in text(answer)
    assert stretches(mei) == [("by hand", now, datetime(2026, 10, 4, 22, tzinfo=UTC))]
    game.refresh_from_db()
    assert game.deadline_at == datetime(2026, 10, 4, 22, tzinfo=UTC) + 3 * DAY


def test_one_that_is_planned_begins_at_midnight_where_the_reader_lives(joon):
    answer = send(joon, "holiday", first="2026-12-28", last="2027-01-03")
    assert "from Mon 28 Dec, 00:00 until Mon 4 Jan 2027, 00:00" in text(answer)
    assert stretches(joon) == [
        ("by hand", datetime(2026, 12, 27, 15, tzinfo=UTC), datetime(2027, 1, 3, 15, tzinfo=UTC))
    ]
    assert "Call it off" in text(answer)
    assert "First day" not in text(answer), "one at a time"


def test_today_is_the_day_it_is_where_the_reader_lives(joon, ines):
    with time_machine.travel(datetime(2026, 9, 24, 20, tzinfo=UTC), tick=False):
        assert 'name="first" value="2026-09-25"' in as_client(joon).get(ADDRESS).content.decode()
        assert 'name="first" value="2026-09-24"' in as_client(ines).get(ADDRESS).content.decode()


def test_a_moment_is_said_as_at_the_table(mei, joon, now):
    game = running(mei, joon, now=now)
    assert "until Mon 5 Oct, 00:00" in text(send(mei, "holiday", first="2026-09-24", last="2026-10-04"))
    assert "until 5 Oct, 00:00" in text(as_client(mei).get(reverse("table_around", args=[game.slug])))


LIMIT = "at most 14 days of holidays stop the clock of one game."


def test_a_holiday_that_outlasts_what_stops_a_clock_says_when_that_runs_again(mei, joon, now):
    game = running(mei, joon, now=now)
    told = text(send(mei, "holiday", first="2026-09-24", last="2026-10-18"))
    early = f"In 1 game your clock runs again on Thu 8 Oct, 12:40: {LIMIT}"
    assert f"You are on holiday until Mon 19 Oct, 00:00. {early} Have a good time!" in told
    assert told.count(early) == 2, "above the page, and on its card"
    assert "clocks stand still." not in told
    game.refresh_from_db()
    assert game.deadline_at == now + 14 * DAY + 3 * DAY


def test_days_that_a_game_has_used_up_are_told_whatever_the_others_have_left(mei, joon, now):
    old = running(mei, joon, now=now - 30 * DAY)
    took(mei, now - 20 * DAY, 10 * DAY)
    for _ in range(2):
        running(joon, mei, now=now - DAY)
    told = text(send(mei, "holiday", first="2026-09-28", last="2026-10-04"))
    assert (
        "You are on holiday from Mon 28 Sep, 00:00 until Mon 5 Oct, 00:00. "
        f"In 1 game your clock runs again on Fri 2 Oct, 00:00: {LIMIT}" in told
    )
    send(mei, "back")
    took(mei, now - 10 * DAY, 4 * DAY)
    told = text(send(mei, "holiday", first="2026-09-24", last="2026-10-09"))
    assert f"In 3 games your clock does not stop, or not until the end: {LIMIT}" in told
    old.seats.filter(person=mei).update(resigned=True)
    assert f"In 2 games your clock runs again before the end, first on Thu 8 Oct, 12:40: {LIMIT}" in read(mei)


def test_where_a_game_has_no_days_left_its_clock_is_said_to_run_on(mei, joon, now):
    running(mei, joon, now=now - 30 * DAY)
    took(mei, now - 20 * DAY, 14 * DAY)
    told = text(send(mei, "holiday", first="2026-09-24", last="2026-09-28"))
    assert "In 1 game your clock does not stop any more: its 14 days of holidays are used up." in told


def test_who_plays_nowhere_reads_of_the_limit_where_it_matters(mei):
    assert "At most 14 days" not in text(send(mei, "holiday", first="2026-10-01", last="2026-10-14"))
    send(mei, "back")
    told = text(send(mei, "holiday", first="2026-10-01", last="2026-10-20"))
    assert "At most 14 days of holidays stop the clock of one game." in told


def test_games_of_minutes_a_turn_are_none_that_a_holiday_stops(mei, joon, now):
    running(mei, joon, terms=Terms(Pace(SOCIABLE, 10 * MINUTE)))
    told = text(send(mei, "holiday", first="2026-09-24", last="2026-09-28"))
    assert "Your clocks stand still until Tue 29 Sep, 00:00." in told


def test_whoever_is_back_says_so_and_has_the_rest_again(mei, now):
    breaks.go_away(mei, now - DAY, now + 9 * DAY, now - DAY)
    answer = send(mei, "back")
    assert "Your clocks run again." in text(answer)
    assert "29 days of 30 left" in text(answer)
    assert "Wed 23 Sep, 12:40 to Thu 24 Sep, 12:40 1 day" in text(answer)


def test_what_was_planned_can_be_called_off(mei, now):
    breaks.go_away(mei, now + DAY, now + 9 * DAY, now)
    answer = send(mei, "back")
    assert "The holiday is called off." in text(answer)
    assert stretches(mei) == []


@pytest.mark.parametrize("last", ["2026-10-20", "", "2026-10-01"])
def test_a_second_holiday_from_a_page_that_knew_of_none_is_refused_aloud(mei, now, last):
    breaks.go_away(mei, now + DAY, now + 9 * DAY, now)
    before = stretches(mei)
    said = sound_text(send(mei, "holiday", first="2026-10-10", last=last))
    assert "You have a holiday already. End it first, then plan another one." in said
    assert stretches(mei) == before


def test_that_there_is_one_holiday_at_a_time_is_said_where_there_is_one(mei, now):
    one = "There is one holiday at a time"
    assert one not in read(mei)
    breaks.go_away(mei, now + DAY, now + 9 * DAY, now)
    assert one in read(mei)


def test_whoever_says_twice_that_they_are_back_is_told(mei, now):
    assert "You have no holiday that could end." in text(send(mei, "back"))


def test_a_day_by_itself_is_told_and_cannot_be_ended(mei, now):
    took(mei, now - HOUR, DAY, "by itself")
    assert "A day of holiday until Fri 25 Sep, 11:40" in read(mei)
    assert "I am back" not in read(mei)
    breaks.go_away(mei, now + 3 * DAY, now + 5 * DAY, now)
    assert read(mei).count("Call it off") == 1


def test_whoever_has_used_all_is_told(mei, now):
    took(mei, now - 40 * DAY, 30 * DAY)
    assert "None of 30 days left" in read(mei)
    answer = send(mei, "holiday", first="2026-10-01", last="2026-10-02")
    assert "That is more than the 30 days of holiday in a year." in text(answer)


REFUSED = [
    ("", "2026-10-01", "Choose the first day."),
    ("2026-10-01", "", "Choose the last day."),
    ("soon", "2026-10-01", "Choose the first day."),
    ("2026-02-30", "2026-10-01", "Choose the first day."),
    ("2026-09-23", "2026-10-01", "This day is over."),
    ("0001-01-01", "0001-01-02", "This day is over."),
    ("2026-10-01", "2026-09-30", "The last day comes before the first."),
    ("2026-10-01", "2026-10-31", "A holiday lasts at most 30 days."),
    ("2026-10-01", "9999-12-31", "A holiday lasts at most 30 days."),
    ("2027-03-24", "2027-03-25", "A holiday can be planned for the next 180 days."),
    ("9999-12-31", "9999-12-31", "A holiday can be planned for the next 180 days."),
    ("2026-09-24", "2026-09-24", "A holiday lasts at least 12 hours."),
    ("2026-10-01\0", LONG, "Choose the first day."),
]


@pytest.mark.parametrize(("first", "last", "sentence"), REFUSED)
def test_days_that_are_no_holiday_are_refused_beside_their_field_and_change_nothing(
    mei, joon, now, first, last, sentence
):
    running(mei, joon, now=now)
    before = everything()
    answer = send(mei, "holiday", first=first, last=last)
    assert sentence in sound_text(answer)
    assert everything() == before


def sound_text(answer) -> str:
    """What a sound page says."""
    sound(answer)
    return text(answer)


def test_thirty_days_of_the_calendar_are_a_holiday_though_clocks_are_set_back(mei):
    answer = send(mei, "holiday", first="2026-10-10", last="2026-11-08")
    assert "from Sat 10 Oct, 00:00 until Sun 8 Nov, 23:00" in text(answer)
    (_, since, until) = stretches(mei)[0]
    assert until - since == 30 * DAY


@pytest.mark.parametrize(
    ("zone", "day", "begins"),
    [
        # Midnight is left out: the day begins at 1:00.
        ("Asia/Beirut", date(2026, 3, 29), datetime(2026, 3, 28, 22, tzinfo=UTC)),
        # Midnight comes twice.
        ("America/Havana", date(2026, 11, 1), datetime(2026, 11, 1, 4, tzinfo=UTC)),
        ("Europe/Oslo", date(2026, 10, 25), datetime(2026, 10, 24, 22, tzinfo=UTC)),
    ],
)
def test_a_day_begins_with_its_first_moment(zone, day, begins):
    found = page.beginning_of(day, ZoneInfo(zone))
    assert found == begins
    assert found.astimezone(ZoneInfo(zone)).date() == day
    assert (found - timedelta(seconds=1)).astimezone(ZoneInfo(zone)).date() < day


# ------------------------------------------------------------------ the emergency pause


def test_the_emergency_pause_takes_a_second_step(mei):
    markup = as_client(mei).get(ADDRESS).content.decode()
    first, second = markup.index("Stop my clocks for 3 days</summary>"), markup.index("Yes, stop them now")
    assert "<details" not in markup[first:second] and "</details>" not in markup[first:second]


def test_it_is_taken_and_then_told_when_it_is_there_again(mei, joon, now):
    running(mei, joon, now=now)
    answer = send(mei, "emergency")
    assert answer.redirect_chain == [(f"{ADDRESS}#emergency", 302)]
    assert "Your clocks stand still until Sun 27 Sep, 12:40." in text(answer)
    assert "Emergency pause until Sun 27 Sep, 12:40" in text(answer)
    assert "It is there again from 25 March 2027 on." in text(answer)
    assert "Yes, stop them now" not in text(answer)
    assert Event.objects.filter(kind="away").count() == 1
    before = everything()
    assert "The emergency pause is there again from 25 March 2027 on." in text(send(mei, "emergency"))
    assert everything() == before


def test_on_holiday_it_is_refused_with_a_sentence(mei, now):
    breaks.go_away(mei, now, now + 3 * DAY, now)
    assert "You are on holiday already." in sound_text(send(mei, "emergency"))


def test_on_holiday_it_is_not_offered(mei, now):
    breaks.go_away(mei, now, now + 3 * DAY, now)
    assert "You are on holiday. If you need the pause instead, come back first." in read(mei)
    assert "Yes, stop them now" not in read(mei)


def test_where_it_would_be_used_up_for_nothing_that_is_said_beside_it(mei, joon, now):
    assert "You play in no game whose clock it could stop now." in read(mei)
    game = running(mei, joon)
    assert "for nothing" not in read(mei)
    question = votes.propose(game.id, joon.id, "pause", now, days=4)
    votes.answer(game.id, mei.id, question.id, True, now)
    assert (
        "All your tables are paused, and the first of them goes on Mon 28 Sep, 12:40: until then it would be "
        "used up for nothing." in read(mei)
    )
    took(mei, now - HOUR, DAY, "by itself")
    assert (
        "Your clocks stand still already, until Fri 25 Sep, 11:40: until then the pause would be used up for "
        "nothing." in read(mei)
    )
    assert "Yes, stop them now" in read(mei)


# ------------------------------------------------------------------ hours


def test_the_usual_hours_are_shown_and_ones_own_are_kept(mei):
    markup = as_client(mei).get(ADDRESS).content.decode()
    assert 'name="opens" value="08:00"' in markup and 'name="closes" value="23:00"' in markup
    assert markup.count('name="days"') == 7 == markup.count(" checked")
    assert "Times are those of Europe/Oslo" in read(mei)
    answer = send(mei, "hours", **HOURS)
    assert answer.redirect_chain == [(f"{ADDRESS}#hours", 302)]
    assert "Your hours are kept. They count from your next turn on." in text(answer)
    assert Person.objects.get(id=mei.id).hours == {"days": [0, 1, 2], "opens": 540, "closes": 1350}
    markup = answer.content.decode()
    assert 'name="closes" value="22:30"' in markup
    assert markup.count(" checked") == 3


def test_the_usual_hours_can_be_had_again(mei):
    breaks.save_hours(mei, range(5), 540, 1200)
    answer = send(mei, "usual_hours")
    assert "You have the usual hours again." in text(answer)
    assert Person.objects.get(id=mei.id).hours is None
    assert "Back to the usual hours" not in text(answer)


@pytest.mark.parametrize(
    ("changes", "sentence"),
    [
        ({"days": ["0", "1"]}, "Your clock has to run on at least 3 days of the week."),
        ({"days": []}, "Your clock has to run on at least 3 days of the week."),
        ({"days": ["0", "1", "2", "7"]}, "There is no such day of the week."),
        ({"days": [LONG]}, "There is no such day of the week."),
        ({"opens": ""}, "Choose times of the day between 00:00 and 23:59."),
        ({"closes": "24:00"}, "Choose times of the day between 00:00 and 23:59."),
        ({"closes": "9 pm"}, "Choose times of the day between 00:00 and 23:59."),
        ({"closes": "16:59"}, "Your clock has to run for at least 8 hours a day."),
        ({"opens": "23:00", "closes": "06:59"}, "Your clock has to run for at least 8 hours a day."),
    ],
)
def test_hours_in_which_nobody_can_play_are_refused_and_stay_in_the_form(mei, changes, sentence):
    before = everything()
    answer = send(mei, "hours", **(HOURS | changes))
    assert answer.status_code == 200
    assert sentence in text(answer)
    if "days" not in changes:
        assert answer.content.decode().count(" checked") == 3
    assert everything() == before


# ------------------------------------------------------------------ when time runs out


def test_what_happens_when_time_runs_out_is_kept_and_shown(mei, ines):
    answer = send(mei, "absence", by_itself="on", stand_in="ines")
    assert answer.redirect_chain == [(f"{ADDRESS}#absence", 302)]
    assert "Your wishes are kept." in text(answer)
    kept = Person.objects.get(id=mei.id)
    assert (kept.away_by_itself, kept.stand_in) == (True, ines)
    assert 'name="stand_in" value="ines"' in answer.content.decode()
    send(mei, "absence", stand_in="")
    kept = Person.objects.get(id=mei.id)
    assert (kept.away_by_itself, kept.stand_in) == (False, None)


@pytest.mark.parametrize(
    ("name", "sentence"),
    [
        ("mei", "Somebody else has to stand in for you."),
        ("nobody", "There is no member of that name."),
        (LONG, "There is no member of that name."),
        ("in\0es", "There is no member of that name."),
        ('"><b>', "There is no member of that name."),
    ],
)
def test_who_cannot_stand_in_is_refused_beside_the_field(mei, ines, name, sentence):
    before = everything()
    answer = send(mei, "absence", by_itself="on", stand_in=name)
    assert sentence in sound_text(answer)
    assert 'aria-describedby="id_stand_in-error' in answer.content.decode()
    assert everything() == before
