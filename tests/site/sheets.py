"""The class names that style sheets style, and those that the code and the templates write."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from games.rules.registry import RULES

ROOT = Path(__file__).parents[2]
SHEETS = ROOT / "games/static/games"
SAID = frozenset({"Sentence", "gettext", "gettext_lazy", "ngettext", "pgettext"})
"""Calls whose texts are for people to read."""

GAP = "{"
"""Stands where something is filled in."""


@dataclass(frozen=True)
class Source:
    """A file that writes class names: whose it is (a game's slug, or nothing), and its names.

    A name whose end is filled in ends with a GAP.
    """

    game: str
    names: frozenset[str]

    def writes(self, name: str) -> bool:
        """Whether the class may come from here."""
        return name in self.names or any(name[:end] + GAP in self.names for end in range(1, len(name)))


def styled(sheet: Path) -> frozenset[str]:
    """The class names in the selectors of a sheet."""
    text = re.sub(r"/\*.*?\*/", "", sheet.read_text("utf-8"), flags=re.DOTALL)
    selectors = (it for it in re.findall(r"([^{};]+){", text) if not it.lstrip().startswith("@"))
    return frozenset(name for it in selectors for name in re.findall(r"\.([a-zA-Z][\w-]*)", it))


def sources() -> Iterator[Source]:
    """Every file that writes markup."""
    for folder in ("games/drawing", "games/pages", "games/templatetags"):
        for path in (ROOT / folder).rglob("*.py"):
            yield Source(owner(path), of_python(path.read_text("utf-8")))
    for path in (ROOT / "templates").rglob("*.html"):
        if not {"emails", "email"} & set(path.parts):
            yield Source(owner(path), of_template(path.read_text("utf-8")))
    for path in SHEETS.glob("*.js"):
        yield Source("", of_script(path.read_text("utf-8")))


def owner(path: Path) -> str:
    """The game in whose folder a file is."""
    return next((slug for slug in RULES if slug in path.relative_to(ROOT).parts), "")


def names_in(text: str) -> frozenset[str]:
    """The names in a list of classes; one whose end is filled in after a hyphen or a letter is cut there."""
    words = re.findall(rf"[\w{GAP}-]+", text)
    return frozenset(word if GAP not in word else word[: word.index(GAP) + 1] for word in words)


def of_python(text: str) -> frozenset[str]:
    """The names in string literals: of `class` attributes, and of texts that are neither markup nor read."""
    tree = ast.parse(text)
    silent: set[ast.AST] = set()
    found: set[str] = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            silent.add(node.value)
        elif isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in SAID:
            silent.update(node.args)
        elif isinstance(node, ast.JoinedStr):
            silent.update(node.values)
            found |= of_literal(
                "".join(it.value if isinstance(it, ast.Constant) else GAP for it in node.values)
            )
        elif isinstance(node, ast.Constant) and isinstance(node.value, str) and node not in silent:
            found |= of_literal(node.value)
    return frozenset(found)


def of_literal(text: str) -> frozenset[str]:
    """The names in one literal; a gap after a name may begin with a space, so the name counts whole, too."""
    markup = re.findall(r'class="([^"]*)', text)
    lists = markup if markup or "<" in text else [text]
    names = frozenset[str]().union(*map(names_in, lists))
    return names | {it[:-1] for it in names if it.endswith(GAP) and not it.endswith("-" + GAP)}


def of_template(text: str) -> frozenset[str]:
    """The names in `class` attributes, in blocks that are classes, and in what is handed to tags."""
    handed = " ".join(
        " ".join(re.findall(r'"([^"]*)"', tag)) for tag in re.findall(r"{% (?!translate ).*?%}", text)
    )
    blocks = " ".join(re.findall(r"{% block \w*class %}(.*?){% endblock", text))
    plain = re.sub(r"{{.*?}}", GAP, re.sub(r"{%.*?%}", " ", text))
    return names_in(" ".join([handed, blocks, *re.findall(r'class="([^"]*)"', plain)]))


def of_script(text: str) -> frozenset[str]:
    """The names in the literals of a script."""
    return names_in(" ".join(re.findall(r"'([^'\n]*)'", text)))
