"""The headers of mails: which belong together, which are counted together, and that nothing can be put in."""

from __future__ import annotations

import re
from email import message_from_bytes, policy

import pytest
from django.utils import timezone

from games.models import Game, Notice, Person
from games.notices.compose import compose, message
from games.notices.headers import feedback_id, message_id, thread
from games.notices.outbox import enqueue_account
from tests.notices.scenes import LATER, TITLE, cast, invitation, notice_for, played
from tests.notices.scenes_decided import warning_deserted
from tests.site.cast import running

pytestmark = pytest.mark.django_db
FEEDBACK = re.compile(r"[a-z]+:[a-z]+:notice:[A-Za-z0-9-]{5,15}")


def parsed(made):
    """A message as it goes over the wire."""
    return message_from_bytes(made.message().as_bytes(), policy=policy.default)


def test_mails_to_one_person_about_one_table_hang_together():
    game = played(3)
    first = parsed(compose(notice_for("mei", "turn", game, seq=3), LATER))
    second = thread(notice_for("mei", "question", game, question=1))
    assert first["References"] == first["In-Reply-To"] == second["References"]
    assert first["References"] != first["Message-ID"]


def test_mails_about_other_tables_and_to_others_do_not():
    game = played(3)
    other = running(*Person.objects.all()[:2], title="Another")
    threads = {
        thread(notice_for(name, "turn", about, seq=3))["References"]
        for name, about in (("mei", game), ("joon", game), ("tomas", game), ("tomas", other))
    }
    assert len(threads) == 4


def test_a_thread_tells_nothing_that_could_be_guessed(settings):
    notice = notice_for("mei", "turn", played(3), seq=3)
    root = thread(notice)["References"]
    settings.SECRET_KEY = "another"
    assert thread(notice)["References"] != root


def test_a_message_keeps_its_name_and_no_two_have_the_same():
    game = played(3)
    first = notice_for("mei", "turn", game, seq=3)
    assert (
        message_id(first)
        == message_id(Notice.objects.get())
        == compose(first, LATER).extra_headers["Message-ID"]
    )
    assert message_id(notice_for("mei", "turn", game, seq=3)) != message_id(first)


def test_providers_can_count_complaints_by_kind_without_learning_who_it_was():
    notice = notice_for("mei", "turn", played(3), seq=3)
    assert FEEDBACK.fullmatch(feedback_id(notice))
    assert feedback_id(notice) == feedback_id(notice_for("joon", "turn", Game.objects.get(), seq=3))
    assert feedback_id(notice).startswith("turn:lanterns:")


@pytest.mark.parametrize(
    "sender", ["a@b.c", "Lakelight <no-reply@a-very-long-name.of-a-host.example.org>", "x@例え.jp"]
)
def test_the_sender_of_a_feedback_id_has_the_length_that_providers_want(settings, sender):
    settings.DEFAULT_FROM_EMAIL = sender
    assert FEEDBACK.fullmatch(feedback_id(notice_for("mei", "turn", played(0), seq=0)))


def test_a_mail_about_an_account_belongs_to_no_table():
    (person, *_) = cast()
    enqueue_account(person.email, "Your password", "Text", "<p>Text</p>", person, timezone.now())
    headers = compose(Notice.objects.get(), LATER).extra_headers
    assert headers["Auto-Submitted"] == "auto-generated"
    assert headers["Feedback-ID"].startswith("account:site:")
    assert not {"References", "In-Reply-To", "List-Unsubscribe"} & {*headers}


def test_what_can_be_switched_off_says_how_and_what_cannot_does_not(steady):
    switchable = parsed(compose(invitation(), LATER))
    assert switchable["List-Unsubscribe"].strip().startswith("<http://127.0.0.1:8000/mail/off/")
    assert switchable["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"


def test_a_warning_cannot_be_switched_off(steady):
    notice = warning_deserted()
    made = parsed(compose(notice, notice.created_at))
    assert made["List-Unsubscribe"] is None
    assert made["Auto-Submitted"] == "auto-generated"


HOSTILE = {
    "ends the header": f"{TITLE}\r\nBcc: x@example.com\r\n\r\nbody",
    "two hundred signs": "Ж" * 200,
    "emoji": "🏮👨‍👩‍👧‍👦 cup",
    "right to left": "\u202eevil\u2066 כוס",
    "half a sign": "half \ud83d of a sign",
    "nothing but control signs": "\x00\x1b\r\n\u2028",
}


@pytest.mark.parametrize("subject", HOSTILE.values(), ids=HOSTILE)
def test_whatever_a_subject_holds_the_message_has_one_recipient_and_one_subject(subject):
    notice = notice_for("mei", "turn", played(0), seq=0)
    made = parsed(
        message(notice, "mei@example.org", subject=f"About {subject}", text="Text", html="<p>Text</p>")
    )
    assert made.get_all("To") == ["mei@example.org"]
    assert len(made.get_all("Subject")) == 1
    assert made["Bcc"] is None
    assert made["Subject"].strip().startswith("About")
    assert not {"\u202e", "\u2066", "\ud83d"} & set(made["Subject"])
