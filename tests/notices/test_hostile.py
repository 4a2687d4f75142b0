"""Names and titles with any character come out right, and none can end a header or a line."""

from __future__ import annotations

import re

import pytest
from allauth.account.models import EmailAddress

from games.models import Event, Game, Notice, Person
from games.notices.compose import compose
from games.notices.deliver import deliver_due
from games.notices.words import name_in_line, one_line
from tests.notices.clock import frozen
from tests.notices.scenes import LATER, notice_for, played
from tests.notices.scenes_decided import OF_THE_CLOCK
from tests.site.worlds import forget

TITLES = {
    "header": "Autumn\r\nBcc: x@example.com\r\n\r\nbody",
    "line separators": "Autumn\u2028Bcc: x@example.com\u2029\x85\x0bend",
    "long": "Autumn " * 8 + "cup",
    "emoji": "Autumn 🏮👨‍👩‍👧‍👦 cup",
    "right to left": "כוס הסתיו",
    "turned round": "Autumn \u202eevil\u2066 cup",
    "chinese": "慢慢下的燈籠杯",
    "markup": '<script>alert("1")</script> & {{ site_name }} {% now %}',
    "nul": "Autumn\x00cup",
    "quotes": "\"Autumn\" <cup@example.com>, 'x'",
}


@pytest.fixture
def mail(db, smtp, request):
    """A turn mail about a table of a hostile title."""
    game = played(3)
    Game.objects.filter(id=game.id).update(title=request.param)
    notice_for("mei", "turn", game, seq=3)
    assert deliver_due(LATER) == 1
    return smtp.messages[0]


def parts(mail) -> str:
    return "".join(mail.get_body((kind,)).get_content() for kind in ("plain", "html"))


NO_NUL = [it for name, it in TITLES.items() if name != "nul"]  # PostgreSQL has no such text


@pytest.mark.parametrize("mail", NO_NUL, indirect=True, ids=[it for it in TITLES if it != "nul"])
def test_a_hostile_title_stays_in_its_place(mail):
    assert mail["To"] == "mei@example.org"
    assert mail["Bcc"] is None
    assert len(mail.get_all("Subject")) == len(mail.get_all("To")) == 1
    assert mail["Subject"].strip().startswith("Your turn in ")
    assert mail["Subject"].endswith(": until Mon 16:40")
    assert not {"\u202e", "\u2066"} & set(mail["Subject"] + parts(mail))
    assert "<script>" not in mail.get_body(("html",)).get_content()


@pytest.mark.parametrize("mail", [TITLES["emoji"], TITLES["right to left"], TITLES["chinese"]], indirect=True)
def test_a_title_in_any_script_is_whole(mail, request):
    title = name_in_line(request.node.callspec.params["mail"])
    assert mail["Subject"].strip() == f"Your turn in {title}: until Mon 16:40"
    assert parts(mail).count(title) >= 2


def test_a_long_title_is_cut_in_the_subject_only(db, smtp):
    """A table without a title is called by its players: here more than a hundred signs."""
    game = played(3)
    for person in Person.objects.all():
        person.username = person.username.ljust(24, "x")
        person.save()
    Game.objects.filter(id=game.id).update(title="")
    notice_for("mei".ljust(24, "x"), "turn", game, seq=3)
    deliver_due(LATER)
    (mail,) = smtp.messages
    assert "…: until Mon 16:40" in mail["Subject"]
    assert len(mail["Subject"]) < 100
    assert "tomas" + "x" * 19 + " · ines" in " ".join(parts(mail).split())


@pytest.mark.parametrize("title", TITLES.values(), ids=TITLES)
def test_no_text_leaves_its_line(title):
    line = one_line(title)
    assert len(line.splitlines()) == 1
    assert not set(line) & set("\r\n\x00\u202e\u2066\u2028\u2029\x85")


@pytest.mark.parametrize(("name", "shown"), [("דוד", "\u200eדוד\u200e"), ("José 🏮", "José 🏮")])
def test_a_name_read_from_the_right_turns_no_count_beside_it(db, smtp, name, shown):
    game = played(3)
    Person.objects.filter(username="joon").update(username=name)
    notice_for("mei", "turn", game, seq=3)
    deliver_due(LATER)
    text = smtp.messages[0].get_body(("plain",)).get_content()
    assert f" tomas 0, ines 0, {shown} 0, you 0" in text
    assert f"  3  {shown} placed a tile" in text


def test_a_hostile_name_stays_in_its_place(db, smtp):
    game = played(3)
    Person.objects.filter(username="joon").update(username="joon\r\nBcc: x@y.org <b>")
    notice_for("mei", "turn", game, seq=3)
    deliver_due(LATER)
    (mail,) = smtp.messages
    assert mail["Bcc"] is None
    assert "  3  joon Bcc: x@y.org <b> placed a tile" in mail.get_body(("plain",)).get_content()
    assert "joon Bcc: x@y.org &lt;b&gt;" in mail.get_body(("html",)).get_content()


HOSTILE = "\r\nBcc: x@y.org <b>\u202e"


@pytest.mark.parametrize("scene", OF_THE_CLOCK, ids=lambda scene: scene.__name__)
def test_hostile_names_and_titles_stay_in_their_place_in_every_mail_of_the_clock(db, steady, scene):
    notice = scene()
    for person in Person.objects.all():
        person.username += HOSTILE
        person.save()
    Game.objects.update(title=f"Cup{HOSTILE}")
    Event.objects.filter(kind__in=("asked", "stand-in")).update(text=f"mei{HOSTILE}")
    forget()
    notice = Notice.objects.get(id=notice.id)
    message = compose(notice, max(notice.created_at, notice.due_at))
    assert "Cup Bcc: x@y.org <b>" in message.subject
    assert len(message.subject.splitlines()) == 1
    html = str(message.alternatives[0][0])
    assert "Cup Bcc: x@y.org &lt;b&gt;" in html
    assert "y.org <b>" not in re.sub(r'alt="[^"]*"', "", html)  # where it is no mark-up
    assert not any("\u202e" in part for part in (message.subject, message.body, html))


def test_what_a_fault_is_called_cannot_break_the_mail(db, steady):
    game = frozen()
    staff = Person.objects.create(username="keeper", is_staff=True)
    EmailAddress.objects.create(user=staff, email="keeper@example.org", verified=True, primary=True)
    message = compose(notice_for("keeper", "stuck", game, reason=f"No move.{HOSTILE}"), LATER)
    assert "No move. Bcc: x@y.org &lt;b&gt;" in str(message.alternatives[0][0])


def test_an_address_cannot_inject_a_header(db, smtp):
    game = played(3)
    notice = notice_for("mei", "turn", game, seq=3)
    EmailAddress.objects.filter(user=notice.person).update(email="mei@example.org\r\nBcc: x@example.com")
    assert deliver_due(LATER) == 0
    assert not smtp.messages
