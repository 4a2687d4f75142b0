"""What is wrong with the markup of a page, found without a browser: a test of the pages all of us write."""

from __future__ import annotations

from collections import Counter
from html.parser import HTMLParser

VOID = frozenset(
    ["area", "base", "br", "col", "embed", "hr", "img", "input", "link", "meta", "source", "track", "wbr"]
)
SVG_SHAPES = frozenset(["use", "path", "rect", "circle", "ellipse", "line", "polygon"])
CLOSES_ITSELF = frozenset({"li", "p", "dt", "dd", "option"})
REFERENCES = ("for", "aria-labelledby", "aria-describedby", "aria-controls", "form", "list")
ADDRESSES = ("href", "src", "action", "formaction", "hx-get", "hx-post")


class Page(HTMLParser):
    """A page taken apart: its faults, ids, what refers to ids, and its title."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.faults: list[str] = []
        self.open: list[str] = []
        self.ids: Counter[str] = Counter()
        self.references: set[str] = set()
        self.tags: Counter[str] = Counter()
        self.forms: list[dict[str, str]] = []
        self.title = ""
        self.feed(text)
        self.close()
        self.faults += [f"<{tag}> is never closed" for tag in self.open]
        self.faults += [f"id {name} stands {count} times" for name, count in self.ids.items() if count > 1]
        self.faults += [f"nothing has the id {name}" for name in sorted(self.references - self.ids.keys())]

    def handle_starttag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.tags[tag] += 1
        found = {name: value or "" for name, value in attributes}
        counted = Counter(name for name, _ in attributes)
        self.faults += [f"<{tag}> repeats {name}" for name, count in counted.items() if count > 1]
        self.faults += [f"<{tag} {fault}" for fault in inline_faults(tag, found)]
        self.note_ids(found)
        if tag == "form":
            self.forms.append(found)
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attributes: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attributes)
        if tag not in VOID:
            self.open.pop()
        if tag not in VOID | SVG_SHAPES:
            self.faults.append(f"<{tag}/> closes itself, which HTML does not have")

    def handle_endtag(self, tag: str) -> None:
        if tag not in self.open:
            self.faults.append(f"</{tag}> closes nothing")
            return
        while (opened := self.open.pop()) != tag:
            if opened not in CLOSES_ITSELF:
                self.faults.append(f"<{opened}> is still open at </{tag}>")

    def handle_data(self, text: str) -> None:
        if self.open and self.open[-1] == "title":
            self.title += text
        if self.open and self.open[-1] in ("script", "style") and text.strip():
            self.faults.append(f"<{self.open[-1]}> has text in it")

    def note_ids(self, attributes: dict[str, str]) -> None:
        """The id of an element, and the ids that it refers to."""
        if "id" in attributes:
            self.ids[attributes["id"]] += 1
        for name in REFERENCES:
            self.references.update(attributes.get(name, "").split())


def inline_faults(tag: str, attributes: dict[str, str]) -> list[str]:
    """What a strict policy of the browser would refuse: styles and scripts inside the page."""
    faults = [f"{name}=...> is inline" for name in attributes if name == "style" or name.startswith("on")]
    faults += [
        f"{name}={value!r}> is a script"
        for name, value in attributes.items()
        if name in ADDRESSES and value.strip().lower().startswith(("javascript:", "data:"))
    ]
    if tag == "style" or (tag == "script" and not attributes.get("src", "").startswith("/static/")):
        faults.append("> is inline, or comes from elsewhere")
    return faults


def faults_of(text: str) -> list[str]:
    """Everything that is wrong with a whole page."""
    page = Page(text)
    found = list(page.faults)
    if not text.startswith("<!doctype html>"):
        found.append("no doctype at the beginning")
    if '<html lang="' not in text:
        found.append("no language")
    if not page.title.strip():
        found.append("no title")
    for tag in ("title", "main", "h1", "body", "head"):
        if page.tags[tag] != 1:
            found.append(f"{page.tags[tag]} <{tag}>")
    return found
