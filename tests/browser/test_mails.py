"""Mails as a browser shows them: no wider than a telephone, and readable by day and by night."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from axe_playwright_python.sync_playwright import Axe

FOLDER = Path(__file__).parents[1] / "notices" / "renderings"
# All that a mail of a turn can hold.
FULL = ("turn_with_hand", "titania/turn_with_hand", "digest", "turn_over_twelve")
DOT = "data:image/gif;base64,R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7"
PHONE, DESK = {"width": 360, "height": 740}, {"width": 600, "height": 800}


def at_its_widest(mail: str) -> str:
    """A mail with the longest title, of one word, and a picture as large as it says in place of its own."""
    mail = mail.replace("Slow cup, round 2", "W" * 60)
    return re.sub(r'src="cid:[^"]*"', f'src="{DOT}"', mail)


@pytest.mark.parametrize("size", [PHONE, DESK], ids=["360", "600"])
def test_no_mail_is_wider_than_the_screen(page, size):
    page.set_viewport_size(size)
    mails = [at_its_widest(path.read_text()) for path in sorted(FOLDER.rglob("*.html"))]
    # One frame for all: each is laid out without a way to the browser and back.
    widths = page.evaluate(
        """([mails, size]) => {
            const frame = document.body.appendChild(document.createElement("iframe"));
            frame.style = `border: 0; width: ${size.width}px; height: ${size.height}px`;
            return mails.map((mail) => {
                const it = frame.contentDocument;
                it.open(); it.write(mail); it.close();
                return it.documentElement.scrollWidth;
            });
        }""",
        [mails, size],
    )
    assert len(widths) > 90
    assert max(widths) <= size["width"]


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("name", FULL)
def test_a_mail_can_be_read(page, name, scheme):
    page.emulate_media(color_scheme=scheme)
    page.set_viewport_size(PHONE)
    page.set_content((FOLDER / f"{name}.html").read_text())
    only = {"runOnly": ["color-contrast", "image-alt", "heading-order", "link-name", "html-has-lang"]}
    found = Axe().run(page, options=only).response["violations"]
    assert not found, [(it["id"], [node["html"] for node in it["nodes"]]) for it in found]
