"""The board in a mail: turned to its reader, shown to all alike, light, and never in the way of the mail."""

from __future__ import annotations

import re
import struct
from email import message_from_bytes, policy
from email.mime.image import MIMEImage

import pytest
from django.core.mail import EmailMultiAlternatives

from games import store, tables
from games.drawing.alone import Alone
from games.models import Choices, Draft, Game, Notice, Person
from games.notices import picture
from games.notices.compose import compose
from games.notices.picture import HIGHEST, WIDEST, board
from tests.notices import scenes, scenes_titania
from tests.notices.scenes import LATER, message_of, played, turn, turn_last, with_hand
from tests.notices.scenes_decided import question_pause
from tests.notices.scenes_titania import sailed
from tests.site import seas, worlds

pytestmark = pytest.mark.django_db

# Gmail shows no more than that of the HTML.
CLIPPED = 102 * 1024
HEAVIEST = 120_000
USED = re.compile(r'href="#([^"]+)"')


def seen_by(name: str | None, slug: str = "slow-cup") -> picture.Board:
    """The board as a mail shows it to somebody."""
    person = Person.objects.get(username=name)
    return board(tables.table_for(slug, person), person)


def png_of(message: EmailMultiAlternatives) -> bytes:
    """The picture of a mail."""
    (image,) = message.attachments
    assert isinstance(image, MIMEImage)
    png = image.get_payload(decode=True)
    assert isinstance(png, bytes)
    return png


def size_of(png: bytes) -> tuple[int, int]:
    """The pixels of a PNG."""
    assert png.startswith(b"\x89PNG\r\n")
    width, height = struct.unpack(">II", png[16:24])
    return width, height


def test_the_picture_is_part_of_the_letter_and_the_html_shows_it(steady):
    raw = compose(turn(), LATER).message().as_bytes()
    message = message_from_bytes(raw, policy=policy.default)
    assert message.get_content_type() == "multipart/related"
    letter, image = message.iter_parts()
    assert [it.get_content_type() for it in letter.iter_parts()] == ["text/plain", "text/html"]
    assert image.get_content_disposition() == "inline"
    html = message.get_body(("html",)).get_content()
    assert f'src="cid:{image["Content-ID"].strip()[1:-1]}"' in html


def test_whoever_sees_no_pictures_reads_what_it_shows(steady):
    html = str(message_of(turn).alternatives[0][0])
    assert 'alt="The lake with 15 tiles, your side below. It is your turn."' in html


def test_the_sea_is_told_to_whoever_sees_no_pictures(steady):
    (shown,) = re.findall(r' alt="(.*?)"', str(message_of(scenes_titania.turn).alternatives[0][0]))
    words = r"The sea with \d+ ships, \d+ islands? built on and \d+ fog tiles face down. It is your turn."
    assert re.fullmatch(words, shown)


@pytest.mark.parametrize("scene", [turn, turn_last, scenes_titania.turn, scenes_titania.turn_near_the_end])
def test_a_mail_is_light(scene, steady):
    message = compose(notice := scene(), LATER)
    assert len(str(message.alternatives[0][0]).encode()) < CLIPPED
    Choices.objects.update_or_create(person=notice.person, defaults={"hand_in_mail": True})
    png = png_of(compose(Notice.objects.get(id=notice.id), LATER))
    width, height = size_of(png)
    assert len(png) < HEAVIEST
    assert width <= WIDEST
    assert height <= HIGHEST
    assert width == WIDEST or height >= HIGHEST - 1


def test_every_reader_has_their_own_side_below():
    played(9)
    boards = {name: seen_by(name) for name in ("tomas", "ines", "joon", "mei")}
    assert len({it.drawn.svg for it in boards.values()}) == 4
    for name, letter in {"tomas": "S", "ines": "W", "joon": "N", "mei": "E"}.items():
        assert lowest_letter(boards[name].drawn) == letter
    assert boards["joon"].legend.startswith("Clockwise around the lake: you in the north, mei in the east")


def lowest_letter(drawn: Alone) -> str:
    """What is written farthest down in a picture."""
    written = re.findall(r'<text x="\S+" y="([\d.-]+)">(\w)</text>', drawn.svg)
    return max(written, key=lambda it: float(it[0]))[1]


@pytest.mark.parametrize(("game", "slug"), [(played, "slow-cup"), (sailed, "calm-sea")])
def test_a_picture_stands_alone_and_names_nobody(game, slug):
    game(9)
    svg = seen_by("joon", slug).drawn.svg
    assert "var(" not in svg
    assert {f'id="{name}"' in svg for name in USED.findall(svg)} == {True}
    assert "http" not in svg.replace("http://www.w3.org/2000/svg", "")
    assert not any(name in svg for name in ("tomas", "ines", "joon", "mei"))


@pytest.mark.parametrize(
    ("game", "slug", "redeal"),
    [(played, "slow-cup", worlds.redeal), (sailed, "calm-sea", seas.redeal)],
    ids=["lanterns", "titania"],
)
def test_it_is_the_same_in_every_world_that_looks_the_same_to_its_reader(game, slug, redeal):
    game(9)
    for name, seat in (("tomas", 0), ("ines", 1), ("joon", 2), ("mei", 3)):
        Choices.objects.all().delete()
        shown = seen_by(name, slug)
        redeal(Game.objects.get(), None)
        assert seen_by(name, slug).drawn == shown.drawn
        Choices.objects.create(person=Person.objects.get(username=name), hand_in_mail=True)
        shown = seen_by(name, slug)
        redeal(Game.objects.get(), seat)
        again = seen_by(name, slug)
        assert (again.drawn, again.pieces) == (shown.drawn, shown.pieces)


@pytest.mark.parametrize(("scene", "first"), [(turn, "north"), (scenes_titania.turn, "red")])
def test_a_hand_is_shown_only_to_those_who_have_chosen_so(scene, first, steady):
    notice = scene()
    without = compose(notice, LATER)
    assert "YOUR HAND" not in without.body
    with_hand(notice)
    notice = Notice.objects.get(id=notice.id)
    shown = compose(notice, LATER)
    assert f"YOUR HAND\n {first}" in shown.body
    assert size_of(png_of(shown)) != size_of(png_of(without))


def test_what_somebody_only_composes_is_not_in_the_picture_yet():
    game = sailed(6)
    Choices.objects.create(person=Person.objects.get(username="joon"), hand_in_mail=True)
    before = seen_by("joon", "calm-sea")
    Draft.objects.create(
        seat=game.seats.get(person__username="joon"), seq=store.load(game).moved, steps=a_quiet_step(game)
    )
    table = tables.table_for("calm-sea", Person.objects.get(username="joon"))
    assert table.draft.steps
    again = seen_by("joon", "calm-sea")
    assert (again.drawn, again.pieces) == (before.drawn, before.pieces)


def a_quiet_step(game: Game) -> list[str]:
    """A step of joon that shows nothing new, and changes the sea."""
    position = store.load(game)
    rules, state = position.rules, position.state
    moves = [it for it in rules.legal_moves(state, 2) if str(it).startswith("sail")]
    return [str(next(it for it in moves if not rules.reveals(state, 2, it)))]


def test_a_question_shows_no_board(steady):
    assert not message_of(question_pause).attachments


def test_the_end_is_shown_with_the_whole_lake(steady):
    message = message_of(scenes.result)
    assert len(message.attachments) == 1
    assert "tiles, your side below. The game is over." in str(message.alternatives[0][0])


def test_a_mail_leaves_without_its_picture_where_that_cannot_be_drawn(steady, monkeypatch, caplog):
    notice = turn()
    monkeypatch.setattr(picture, "WIDEST", 10**9)  # more than any machine could draw
    monkeypatch.setattr(picture, "HIGHEST", 10**9)
    message = compose(notice, LATER)
    assert not message.attachments
    assert "cid:" not in str(message.alternatives[0][0])
    assert "Clockwise around the lake" in message.body
    assert "slow-cup" in caplog.text
