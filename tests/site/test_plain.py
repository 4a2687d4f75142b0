"""The plain pages: home, about, rules, theme, and the small files that browsers ask for."""

from __future__ import annotations

import re
from html import unescape
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client

from games import aftermath
from games.rules.lanterns import pieces
from games.rules.registry import RULES
from tests.site.cast import as_client
from tests.site.markup import Page, faults_of

PAGES = ["/", "/about/", "/rules/", "/rules/lanterns/"]
TEMPLATES = Path(settings.BASE_DIR) / "templates"
INLINE = re.compile(r"<style|<script(?![^>]*\bsrc=)|\sstyle=|\son[a-z]+=|javascript:", re.IGNORECASE)
TILE = re.compile(r'face="(\w)" n="(\w)" e="(\w)" s="(\w)" w="(\w)"')
LETTERS = "rogbpkw"


def body(client: Client, address: str, status: int = 200) -> str:
    """The text of a page, which has no fault."""
    answer = client.get(address)
    assert answer.status_code == status
    text = answer.content.decode()
    assert faults_of(text) == []
    return text


@pytest.mark.parametrize("address", PAGES)
def test_every_page_is_there_and_sound_for_a_visitor(db, client, address):
    assert "Sign in" in body(client, address)


@pytest.mark.parametrize("address", PAGES[1:])
def test_every_page_is_there_and_sound_for_a_member(mei, address):
    assert "Sign out" in body(as_client(mei), address)


def test_the_first_page_sends_a_member_on_to_their_games(mei):
    answer = as_client(mei).get("/")
    assert (answer.status_code, answer["Location"]) == (302, "/games/")


def test_the_first_page_asks_the_database_nothing(client, db, django_assert_num_queries):
    with django_assert_num_queries(0):
        client.get("/")


def test_the_first_page_shows_a_lake_in_the_midst_of_a_game(db, client):
    text = body(client, "/")
    assert "A game of 4, after 27 of 36 turns." in text
    assert text.count('role="img"') == 29  # the picture, the boat and 27 tiles


@pytest.mark.parametrize("development", [True, False])
def test_the_first_page_leads_to_the_mails_only_under_development(db, client, settings, development):
    settings.DEVELOPMENT, settings.ROOT_URLCONF = development, "tests.site.addresses"
    assert ("/dev/mail/" in body(client, "/")) is development


def test_every_game_has_its_rules(db, client):
    for slug, rules in RULES.items():
        assert f'href="/rules/{slug}/"' in body(client, "/rules/")
        assert rules.NAME in body(client, f"/rules/{slug}/")


def test_there_are_no_rules_of_a_game_that_is_unknown(db, client):
    body(client, "/rules/chess/", status=404)


def row(text: str, name: str) -> list[str]:
    """The cells of a row of the table of amounts: for two, three and four players."""
    found = re.search(rf"<tr><th scope=\"row\">{name}</th>(.*?)</tr>", text)
    assert found, name
    return re.findall(r"<td>(.*?)</td>", found[1])


def test_the_rules_give_the_numbers_that_the_game_is_played_by(db, client):
    text = body(client, "/rules/lanterns/")
    stack = {n: placed - n * pieces.HAND for n, placed in pieces.PLACEMENTS.items()}
    box = {n: len(pieces.LAKE_TILES) - placed for n, placed in pieces.PLACEMENTS.items()}
    each = {n: placed // n for n, placed in pieces.PLACEMENTS.items()}
    for name, numbers in {
        "Lanterns of each colour": pieces.CARDS["printed"],
        "Tiles in each hand": dict.fromkeys((2, 3, 4), pieces.HAND),
        "Tiles in the stack": stack,
        "Tiles left in the box": box,
        "Tiles that each player places": each,
        "Favours in the supply": dict.fromkeys((2, 3, 4), pieces.FAVOURS["printed"]),
        f"Spare tokens, {pieces.GENERIC_VALUE} honour each": dict.fromkeys((2, 3, 4), pieces.GENERICS),
    }.items():
        assert row(text, name) == [str(numbers[seats]) for seats in (2, 3, 4)], name


@pytest.mark.parametrize(("kind", "name"), [(0, "four of a kind"), (1, "three pairs"), (2, "seven colours")])
def test_the_rules_give_the_tokens_that_the_game_is_played_by(db, client, kind, name):
    text = body(client, "/rules/lanterns/")
    assert row(text, f"Tokens for {name}") == [
        " ".join(map(str, pieces.STACKS[seats][kind])) for seats in (2, 3, 4)
    ]


def test_the_tiles_drawn_in_the_rules_are_tiles_of_the_game():
    real = {(tile.platform, edges) for tile in pieces.TILES for edges in pieces.TURNED[tile.id]}
    drawn = [
        match
        for path in (TEMPLATES / "pages").rglob("*.html")
        for match in TILE.findall(path.read_text("utf-8"))
    ]
    assert len(drawn) >= 4
    for face, *edges in drawn:
        assert (face == "f", tuple(LETTERS.index(letter) for letter in edges)) in real


@pytest.mark.parametrize(
    "anchor",
    [
        *("short", "pieces", "start", "turn", "exchange", "dedicate", "spare", "limit", "place", "match"),
        *("favours", "deal", "draw", "empty", "end", "open", "options", "edition", "hidden", "site"),
    ],
)
def test_each_part_of_the_rules_has_an_address(db, client, anchor):
    assert Page(body(client, "/rules/lanterns/")).ids[anchor] == 1


def test_the_about_page_explains_fairness_and_privacy_where_the_foot_points(db, client):
    page = Page(body(client, "/about/"))
    assert {"days", "fair", "check", "privacy", "who"} <= page.ids.keys()


def test_the_program_on_the_about_page_is_that_of_the_results(db, client):
    text = body(client, "/about/")
    found = re.search(r"<pre id=\"lines\"><code>(.*?)</code></pre>", text, re.DOTALL)
    assert found
    assert unescape(found[1]) == aftermath.SAMPLE.program


def test_the_title_and_the_navigation_count_the_games_that_wait(game, mei, joon):
    text = body(as_client(mei), "/about/")
    assert "<title>(1) About: Lakelight</title>" in text
    assert '<span class="badge">1<span class="vh"> waiting for you</span></span>' in text
    assert "<title>About: Lakelight</title>" in body(as_client(joon), "/about/")


def test_each_reader_finds_their_own_name_and_token_in_the_frame(mei, joon):
    texts = {it.username: body(as_client(it), "/about/") for it in (mei, joon, mei)}
    tokens = {re.findall(r'name="csrfmiddlewaretoken" value="(\w+)"', text)[0] for text in texts.values()}
    assert "/people/mei/" in texts["mei"] and "joon" not in texts["mei"]
    assert "/people/joon/" in texts["joon"] and "mei" not in texts["joon"]
    assert len(tokens) == 2


def test_a_name_of_several_words_is_an_address_too(mei):
    mei.username = "Mei Lin v2.0"
    mei.save()
    assert 'href="/people/Mei%20Lin%20v2.0/"' in body(as_client(mei), "/about/")


@pytest.mark.parametrize("address", ["/about/", "/rules/lanterns/"])
def test_the_navigation_shows_where_one_is(db, client, address):
    assert ('<a href="/rules/" aria-current="page">' in body(client, address)) is ("rules" in address)


@pytest.mark.parametrize("address", [*PAGES, "/account/login/", "/nowhere/"])
def test_every_page_comes_with_a_strict_policy(db, client, address):
    headers = client.get(address).headers
    policy = headers["Content-Security-Policy"]
    assert "script-src 'self'" in policy and "style-src 'self'" in policy and "default-src 'none'" in policy
    assert "unsafe" not in policy
    assert headers["X-Frame-Options"] == "DENY"
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Referrer-Policy"] == "same-origin"


def test_no_template_of_a_page_has_a_script_or_a_style_inside():
    mails = {TEMPLATES / "emails", TEMPLATES / "account" / "email"}
    pages = [path for path in TEMPLATES.rglob("*.html") if mails.isdisjoint(path.parents)]
    assert len(pages) > 30
    assert [path.name for path in pages if INLINE.search(path.read_text("utf-8"))] == []


def test_light_or_dark_is_kept_for_a_visitor(db, client):
    answer = client.post("/theme/", {"theme": "dark", "next": "/about/"})
    assert (answer.status_code, answer["Location"]) == (302, "/about/")
    assert '<html lang="en" data-theme="dark">' in body(client, "/about/")


def test_light_or_dark_is_kept_with_a_member(mei):
    as_client(mei).post("/theme/", {"theme": "dark"})
    assert '<html lang="en" data-theme="dark">' in body(as_client(mei), "/about/")


def test_an_unknown_theme_changes_nothing_and_is_told(mei):
    client = as_client(mei)
    assert (
        "There is no such theme." in client.post("/theme/", {"theme": "pink\0"}, follow=True).content.decode()
    )
    mei.refresh_from_db()
    assert mei.theme == ""


@pytest.mark.parametrize(
    "asked", ["https://evil.example/", "//evil.example", "javascript:alert(1)", "\r\nX: y", ""]
)
def test_the_way_back_leads_nowhere_else(db, client, asked):
    assert client.post("/theme/", {"theme": "dark", "next": asked})["Location"] in ("/", "%0D%0AX:%20y")


def test_no_theme_is_chosen_by_a_get_or_from_another_site(db, client):
    assert client.get("/theme/?theme=dark").status_code == 405
    strict = Client(enforce_csrf_checks=True)
    assert strict.post("/theme/", {"theme": "dark"}).status_code == 403


def test_search_engines_leave_tables_and_people_alone(db, client):
    rules = client.get("/robots.txt").content.decode()
    assert "Disallow: /t/\n" in rules and "Disallow: /people/\n" in rules
    assert "Disallow: /\n" not in rules


def test_the_small_files_that_browsers_ask_for_are_there(db, client):
    manifest = client.get("/site.webmanifest")
    assert manifest["Content-Type"] == "application/manifest+json"
    assert manifest.json()["name"] == "Lakelight"
    icon = client.get("/favicon.ico")
    assert icon.status_code == 302
    assert client.get(icon["Location"]).status_code == 200


@pytest.mark.parametrize("address", ["/", "/about/", "/rules/", "/robots.txt"])
def test_a_page_that_only_tells_takes_no_post(db, client, address):
    assert client.post(address).status_code == 405
