"""Every kind of mail as it leaves, saved, so that a change is read as a diff.

To write them anew: `WRITE_RENDERINGS=1 .venv/bin/python -m pytest tests/notices/test_renderings.py`
"""

from __future__ import annotations

import os
import re
from html import unescape
from pathlib import Path

import pytest
from django.core.mail import EmailMultiAlternatives
from django.template.loader import get_template

from games.models import Notice
from games.notices.compose import Brief, brief, compose
from games.pages.accounts import Adapter
from tests.notices import scenes_titania
from tests.notices.scenes import ACCOUNT_MAILS, LATER, SCENES, member, moment_of
from tests.notices.scenes_decided import OF_THE_CLOCK

FOLDER = Path(__file__).parent / "renderings"
# By the name of its rendering, each mail of a game of its own words beside those that all games share.
NAMED = {scene.__name__: scene for scene in (*SCENES, *OF_THE_CLOCK)} | {
    f"titania/{scene.__name__}": scene for scene in scenes_titania.SCENES
}
BRIEF = "brief"
SAVED = sorted(str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.html"))
# What no two runs share: row numbers, signatures and secrets.
CHANGING = (
    (re.compile(r"/mail/(off|turn|in)/[^/]+/"), r"/mail/\1/TOKEN/"),
    (re.compile(r"([a-z.]+)\.\d+\.[0-9a-f]{20}@"), r"\1.N.MARK@"),
)


def shown(message: EmailMultiAlternatives) -> dict[str, str]:
    """A message as files, by their endings: what a mail program without HTML shows, and the HTML."""
    headers = "".join(f"{name}: {value}\n" for name, value in sorted(message.extra_headers.items()))
    text = f"Subject: {message.subject}\nFrom: {message.from_email}\n{headers}\n{message.body}"
    html, kind = message.alternatives[0]
    assert kind == "text/html"
    return {"txt": text, "html": str(html)}


def shown_in_brief(it: Brief) -> str:
    """What a device or a webhook is given, as a file."""
    return f"Event: {it.event}\nTitle: {it.title}\nText: {it.text}\nURL: {it.url}\n"


def repeatable(text: str) -> str:
    """Without what no two runs share."""
    for changing, steady in CHANGING:
        text = changing.sub(steady, text)
    return text


def check(name: str, text: str) -> None:
    """Compare with the saved rendering, or write it where that was asked for."""
    saved, text = FOLDER / name, repeatable(text)
    if os.environ.get("WRITE_RENDERINGS"):
        saved.parent.mkdir(parents=True, exist_ok=True)
        saved.write_text(text)
    assert saved.read_text() == text


@pytest.mark.parametrize("name", NAMED)
def test_a_notice_reads_as_saved(db, steady, name):
    notice = NAMED[name]()
    now = moment_of(notice)
    for ending, text in shown(compose(notice, now)).items():
        check(f"{name}.{ending}", text)
    check(f"{BRIEF}/{name}.txt", shown_in_brief(brief(notice, now)))


@pytest.mark.parametrize("prefix", ACCOUNT_MAILS)
def test_an_account_mail_reads_as_saved(db, prefix):
    context = {"user": member("mei"), **ACCOUNT_MAILS[prefix]}
    Adapter().send_mail(f"account/email/{prefix}", "mei@example.org", context)
    for ending, text in shown(compose(Notice.objects.get(), LATER)).items():
        check(f"{prefix}.{ending}", text)


# What only HTML needs: the site's name above the letter, and a way round its button.
FRAME = {"lakelight", "or"}
NO_BUTTON = "If the button does nothing, open this address:"


def words_of(text: str) -> set[str]:
    """The words and numbers that somebody reads, without addresses."""
    return set(re.findall(r"[^\W_]+", re.sub(r"https?://\S+", "", unescape(text)).lower()))


def said_by_html(html: str) -> set[str]:
    """The words of what an HTML part shows once it is open."""
    body = html.partition("</head>")[2]
    body = re.sub(r'<div class="pre".*?</div>', "", body, flags=re.DOTALL)
    return words_of(re.sub(r"<[^>]*>", " ", body).replace(NO_BUTTON, "")) - FRAME


@pytest.mark.parametrize("name", SAVED)
def test_both_parts_of_a_mail_say_the_same(name):
    text = (FOLDER / f"{name}.txt").read_text().partition("\n\n")[2]
    assert words_of(text) - FRAME == said_by_html((FOLDER / f"{name}.html").read_text())


@pytest.mark.parametrize("name", SAVED)
def test_a_mail_has_one_button_and_says_the_deadline_once(name):
    html = (FOLDER / f"{name}.html").read_text()
    assert html.count('class="btn"') == 1
    assert html.partition("</head>")[2].count("Until ") <= 1


@pytest.mark.parametrize("name", SAVED)
def test_a_list_of_mails_shows_a_sentence_of_each_beside_its_subject(name):
    html = (FOLDER / f"{name}.html").read_text()
    (shown,) = re.findall(r'<div class="pre"[^>]*>\s*(.*?)\s*</div>', html, re.DOTALL)
    assert shown.endswith(".")


# Gmail shows no more than that of the HTML.
CLIPPED = 102 * 1024


@pytest.mark.parametrize("name", SAVED)
def test_no_mail_is_clipped(name):
    assert (FOLDER / f"{name}.html").stat().st_size < CLIPPED / 2  # what changes with each run is longer


@pytest.mark.parametrize("kind", [it for it in Notice.Kind.values if it != Notice.Kind.ACCOUNT])
def test_every_kind_has_a_brief(kind):
    assert get_template(f"emails/{kind}.brief.txt")


@pytest.mark.parametrize("name", NAMED)
def test_a_brief_is_short_and_ends_with_its_last_sentence(name):
    _event, title, text, url = (FOLDER / BRIEF / f"{name}.txt").read_text().splitlines()
    assert len(title) < 120
    assert 8 < len(text.removeprefix("Text: ")) < 200
    assert text.endswith((".", "”")) or name == "digest"  # which lists tables
    assert url.startswith("URL: http://127.0.0.1:8000/")


def test_every_kind_has_a_rendering():
    kinds = {scene.__name__.partition("_")[0] for scene in (*SCENES, *OF_THE_CLOCK)}
    assert kinds == {*Notice.Kind.values} - {"account"}


def test_no_rendering_is_left_over():
    assert {*SAVED} == {*NAMED, *ACCOUNT_MAILS}
    texts = {str(path.relative_to(FOLDER).with_suffix("")) for path in FOLDER.rglob("*.txt")}
    assert texts == {*SAVED} | {f"{BRIEF}/{name}" for name in NAMED}
