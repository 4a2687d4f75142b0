"""The page of the API and its schema: both tell of the same doors, and anybody may read them."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from django.conf import settings

from games.models import Token
from games.pages.api import page, shapes
from games.pages.api.doors import api
from games.rules.registry import RULES
from tests.site.accounts import sound
from tests.site.cast import as_client
from tests.site.programs import ROOT, program
from tests.site.tables import text

DOCUMENT = (Path(settings.BASE_DIR) / "docs" / "api.md").read_text()


def test_anybody_may_read_the_page_and_the_schema(client, mei):
    for reader in (client, as_client(mei)):
        sound(reader.get("/api/"))
        assert reader.get(f"{ROOT}openapi.json").json()["openapi"].startswith("3.")


def test_the_page_tells_every_door_scope_field_and_problem(client):
    told = text(client.get("/api/"))
    for path, methods in page.schema()["paths"].items():
        for method in methods:
            assert f"{method.upper()} {path} scope" in told
    for scope in Token.Scope.values:
        assert f" {scope} " in told
    for name, shape in page.schema()["components"]["schemas"].items():
        assert name in told
        assert all(f" {field} " in told for field in shape["properties"])


def test_every_link_within_the_page_leads_somewhere(client):
    told = client.get("/api/").content.decode()
    ids = set(re.findall(r' id="([^"]+)"', told))
    assert set(re.findall(r'href="#([^"]+)"', told)) - {"main"} <= ids


def test_every_door_is_described_and_wants_a_token():
    doors = [told for methods in page.schema()["paths"].values() for told in methods.values()]
    assert len(doors) == 9
    for told in doors:
        assert told["description"] and told["summary"]
        assert told["security"] == [{"PersonalToken": []}]
        assert told["tags"][0] in Token.Scope.values
    assert page.schema()["components"]["securitySchemes"]["PersonalToken"]["scheme"] == "bearer"


def test_what_is_sent_has_an_example_that_is_right():
    for door in page.doors():
        if door.body:
            shape = getattr(shapes, door.body)
            (example,) = page.schema()["components"]["schemas"][door.body]["examples"]
            shape.model_validate(example)


def test_the_example_of_a_new_table_opens_one(mei):
    example = page.schema()["components"]["schemas"]["NewTable"]["examples"][0]
    assert program(mei).post("tables", json.dumps(example)).status_code == 201


def test_doors_have_plain_names_for_programs():
    assert {door.id for door in page.doors()} == {
        *("me", "waiting", "tables", "open_tables", "table"),
        *("send_turn", "open_table", "join", "leave"),
    }
    assert api.docs_url is None


@pytest.mark.parametrize("slug", RULES)
def test_the_document_names_everything_that_a_position_tells(slug):
    part = DOCUMENT.partition(f"## `view` of {RULES[slug].NAME}")[2].partition("\n## ")[0]
    example = next(it for it in page.examples() if it.game == RULES[slug].NAME)
    view = json.loads(example.text)
    for key in {*view, *view["seats"][0]}:
        assert f"`{key}`" in part


def test_the_settings_lead_to_the_tokens_and_the_page(mei):
    told = sound(as_client(mei).get("/settings/"))
    assert 'href="/settings/tokens/"' in told
    assert 'href="/api/"' in told
