"""Reads drawn markup into a small tree, strictly: every tag closed, no attribute twice."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from html.parser import HTMLParser

VOID = {"input", "br", "img", "link", "meta"}


@dataclass(eq=False)
class Node:
    """An element, its attributes, and what is in it."""

    tag: str
    attrs: dict[str, str]
    parent: Node | None
    children: list[Node] = field(default_factory=list)
    words: list[str] = field(default_factory=list)

    @property
    def text(self) -> str:
        """All words in the element."""
        return " ".join([*self.words, *(child.text for child in self.children)]).strip()

    def walk(self) -> Iterator[Node]:
        """The element and all in it."""
        yield self
        for child in self.children:
            yield from child.walk()

    def all(self, tag: str, **attrs: str) -> list[Node]:
        """The elements with this tag and these attributes."""
        wanted = {key.rstrip("_").replace("_", "-"): value for key, value in attrs.items()}
        return [
            node
            for node in self.walk()
            if node.tag == tag and all(node.attrs.get(key) == value for key, value in wanted.items())
        ]

    def up(self) -> Iterator[Node]:
        """The element and all around it."""
        node: Node | None = self
        while node:
            yield node
            node = node.parent


class Reader(HTMLParser):
    def __init__(self) -> None:
        super().__init__()
        self.at = self.top = Node("top", {}, None)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"{tag} has an attribute twice"
        node = Node(tag, {name: value or "" for name, value in attrs}, self.at)
        self.at.children.append(node)
        if tag not in VOID:
            self.at = node

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        if tag not in VOID:
            self.handle_endtag(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.at.tag == tag, f"</{tag}> closes <{self.at.tag}>"
        assert self.at.parent
        self.at = self.at.parent

    def handle_data(self, data: str) -> None:
        if data.strip():
            self.at.words.append(data.strip())


def read(markup: str) -> Node:
    """The tree of some markup; fails where tags do not match."""
    reader = Reader()
    reader.feed(str(markup))
    reader.close()
    assert reader.at is reader.top, f"<{reader.at.tag}> is not closed"
    return reader.top
