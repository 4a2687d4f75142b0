"""The mail server takes, delays, refuses and hangs as it is told, over real connections."""

from __future__ import annotations

import smtplib
import time

import pytest
from django.core.mail import EmailMessage, send_mail


def send(to: str = "ada@example.org", subject: str = "Your turn") -> int:
    return send_mail(subject, "Grüße vom See", "site@example.org", [to])


def test_a_mail_that_the_site_sends_arrives(smtp):
    send(subject="Ihr Zug · 你好")
    (mail,) = smtp.to("ada@example.org")
    assert mail["Subject"] == "Ihr Zug · 你好"
    assert mail.get_content().strip() == "Grüße vom See"


def test_headers_arrive_as_they_were_written(smtp):
    header = {
        "List-Unsubscribe": "<https://example.org/u/1>",
        "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
    }
    EmailMessage("s", "t", to=["ada@example.org"], headers=header).send()
    assert {name: smtp.messages[0][name] for name in header} == header


def test_it_refuses_the_recipients_it_was_told_to_refuse(smtp):
    smtp.refused["nobody@example.org"] = "550 no such person"
    with pytest.raises(smtplib.SMTPRecipientsRefused) as refusal:
        send("nobody@example.org")
    assert refusal.value.recipients["nobody@example.org"][0] == 550
    assert send("ada@example.org") == 1
    assert len(smtp.messages) == 1


def test_it_is_as_slow_as_it_was_told(smtp):
    smtp.delay = 0.5
    begun = time.monotonic()
    send()
    assert time.monotonic() - begun >= 0.5


def test_it_hangs_until_it_is_let_go(smtp, settings):
    smtp.stuck, settings.EMAIL_TIMEOUT = True, 0.3
    with pytest.raises(smtplib.SMTPServerDisconnected, match="timed out"):
        send()
    assert not smtp.messages
    smtp.stuck = False
    assert send() == 1


def test_each_test_finds_it_empty(smtp):
    assert smtp.messages == []
