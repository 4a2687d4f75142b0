"""Mail that comes back: the address gets no more, its owner is told, and nobody else can have that done."""

from __future__ import annotations

from email.message import EmailMessage
from io import BytesIO, StringIO, TextIOWrapper

import pytest
from allauth.account.models import EmailAddress
from django.core.management import call_command

from games.actions.bounces import mail_again
from games.actions.people import address_confirmed
from games.models import Notice
from games.notices import bounces
from games.notices.compose import NotSent, compose
from games.notices.headers import message_id
from tests.site.cast import NOW, as_client


@pytest.fixture
def sent(mei, game) -> Notice:
    """A mail to mei that has left, and nothing else told."""
    Notice.objects.all().delete()
    return Notice.objects.create(
        person=mei, kind="turn", key="1", game=game, status="sent", fanned=True, data={"seq": 0}
    )


def dsn(notice: Notice, address: str = "mei@example.org", **changed: str) -> bytes:
    """What a mail server writes about a mail of ours that it could not deliver."""
    fields = {"Status": "5.1.1", "Action": "failed", "Original": message_id(notice)} | changed
    return f"""From: postmaster@example.org
To: noreply@example.com
Subject: Undelivered
Message-ID: <1@example.org>
MIME-Version: 1.0
Content-Type: multipart/report; report-type=delivery-status; boundary="x"

--x
Content-Type: text/plain

It did not work.
--x
Content-Type: message/delivery-status

Reporting-MTA: dns; mail.example.org

Final-Recipient: rfc822; {address}
Action: {fields["Action"]}
Status: {fields["Status"]}
Diagnostic-Code: smtp; 550 5.1.1
 no such person

--x
Content-Type: text/rfc822-headers

From: noreply@example.com
Message-ID: {fields["Original"]}
Subject: Your turn

--x--
""".replace("\n", "\r\n").encode()


def read(content: bytes) -> str:
    """What the command says of a mail that is piped into it."""
    said = StringIO()
    with pytest.MonkeyPatch.context() as piped:
        piped.setattr("sys.stdin", TextIOWrapper(BytesIO(content)))
        call_command("bounce", stdout=said)
    return said.getvalue().strip()


@pytest.mark.parametrize(
    ("code", "answer", "is_dead"),
    [
        (550, "5.1.1 no such person", True),
        (550, "no such person", True),
        (553, "that is no mailbox", True),
        (550, "5.2.1 this mailbox takes no mail", True),
        (550, "5.7.1 blocked for what you send", False),
        (552, "5.2.2 the mailbox is full", False),
        (554, "we do not like you", False),
        (450, "4.2.1 try later", False),
    ],
)
def test_only_what_is_said_of_the_address_itself_stops_it(code, answer, is_dead):
    assert bounces.is_of_address(code, answer) is is_dead


def test_a_report_stops_the_address_and_says_so_of_the_notice(sent, mei):
    assert read(dsn(sent)) == "No mail goes to that address any more."
    mei.refresh_from_db()
    sent.refresh_from_db()
    assert mei.bounced == "mei@example.org"
    assert (sent.status, sent.error) == ("bounced", "smtp; 550 5.1.1 no such person")


def test_what_came_back_is_to_be_told_elsewhere(sent):
    read(dsn(sent))
    sent.refresh_from_db()
    assert not sent.fanned


def test_a_report_that_gives_the_whole_mail_back_is_read_too(sent, mei):
    text = dsn(sent).replace(b"text/rfc822-headers", b"message/rfc822")
    assert read(text) == "No mail goes to that address any more."


def test_the_same_report_twice_is_as_once(sent, mei):
    read(dsn(sent))
    mail_again(mei)
    Notice.objects.update(fanned=True)
    read(dsn(sent))
    mei.refresh_from_db()
    sent.refresh_from_db()
    assert (mei.bounced, sent.fanned) == ("mei@example.org", True)


@pytest.mark.parametrize(
    "changed",
    [
        {"Status": "4.2.2"},
        {"Status": "5.7.1"},
        {"Action": "delayed"},
        {"Action": "delivered", "Status": "2.0.0"},
        {"Original": "<turn.1.00000000000000000000@example.com>"},
        {"Original": "<not-ours@example.com>"},
        {"Original": ""},
    ],
)
def test_what_is_no_report_of_a_dead_address_stops_nothing(sent, mei, changed):
    assert read(dsn(sent, **changed)) == "This reports no mail of ours as undeliverable."
    mei.refresh_from_db()
    assert mei.bounced == ""


def test_a_report_about_somebody_elses_address_stops_nothing(sent, joon):
    assert read(dsn(sent, address="joon@example.org")).startswith("This reports no mail")
    joon.refresh_from_db()
    assert joon.bounced == ""


# The standard library fails on the last three.
NONSENSE = {
    "nothing": b"",
    "no text": b"\x00\xff\xfe",
    "unfinished": b"Content-Type: multipart/report\r\n\r\n--",
    "a mail in a mail": b"Content-Type: message/rfc822\r\n\r\n" * 3000,
    "no name": b"Content-Type: message/rfc822\r\n\r\nMessage-ID: <[\r\n\r\n",
    "half a name": b"Content-Type: message/rfc822\r\n\r\nMessage-ID: <a@[\r\n\r\n",
}


@pytest.mark.parametrize("content", NONSENSE.values(), ids=NONSENSE)
def test_whatever_is_piped_in_is_taken(db, content):
    assert read(content).startswith("This reports no mail")


def test_an_ordinary_mail_is_no_report(sent):
    mail = EmailMessage()
    mail["Message-ID"] = message_id(sent)
    mail.set_content("Hello")
    assert read(bytes(mail)).startswith("This reports no mail")


def test_whatever_a_mail_server_says_can_be_kept(sent):
    bounces.bounced("mei@example.org", "no\x00such\ud800\r\nperson " + "x" * 300, NOW, sent)
    sent.refresh_from_db()
    assert sent.error.startswith("no such person x")


def test_no_mail_is_made_for_an_address_that_is_stopped(sent, mei):
    bounces.bounced("mei@example.org", "gone", NOW)
    notice = Notice.objects.select_related("person", "game").get()
    Notice.objects.update(status="queued")
    with pytest.raises(NotSent) as nothing:
        compose(notice, NOW)
    assert nothing.value.status == "bounced"


def test_an_address_is_the_same_in_capitals(mei):
    bounces.bounced("MEI@Example.org", "gone", NOW)
    mei.refresh_from_db()
    assert mei.bounced == mei.email == "mei@example.org"


def test_an_address_that_nobody_has_confirmed_concerns_nobody(mei):
    EmailAddress.objects.update(verified=False)
    assert bounces.bounced("mei@example.org", "gone", NOW) == 0


def test_a_newly_confirmed_address_gets_mail_again(sent, mei):
    bounces.bounced("mei@example.org", "gone", NOW)
    address_confirmed(mei, NOW)
    mei.refresh_from_db()
    assert mei.bounced == ""


def test_every_page_says_that_mail_came_back(game, mei):
    bounces.bounced("mei@example.org", "gone", NOW)
    for page in ("/games/", "/settings/", game.get_absolute_url(), "/about/"):
        text = as_client(mei).get(page).content.decode()
        assert 'Mail to <b class="address">mei@example.org</b> came back' in text, page


def test_others_are_told_nothing_of_it(game, mei, joon):
    bounces.bounced("mei@example.org", "gone", NOW)
    assert "came back" not in as_client(joon).get(game.get_absolute_url()).content.decode()


def test_the_address_can_be_tried_again_by_a_press_only(mei):
    bounces.bounced("mei@example.org", "gone", NOW)
    client = as_client(mei)
    assert client.get("/mail/again/").status_code == 405
    answer = client.post("/mail/again/", {"next": "/games/"}, follow=True)
    assert "We mail you again." in answer.content.decode()
    mei.refresh_from_db()
    assert mei.bounced == ""
