"""What can be asked: who one is, whose turn it is, one's tables, and a table as one's own view."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from ninja import Query

from games import lists
from games.actions.play import MOST_STEPS, TooLong
from games.lists import LAST_PAGE, OpenFilters, Page, PastFilters
from games.models import Person
from games.models.rows import seated_at
from games.pages.api import shapes, told
from games.pages.api.access import READ, ApiRequest, PersonalToken
from games.pages.api.routes import router
from games.rules.chance import commitment

READS = PersonalToken(READ)
TAGS = [READ.value]

PageNumber = Annotated[int, Query(ge=1, le=LAST_PAGE, description="Which page of the list, from 1.")]


@router.get("/me", auth=READS, tags=TAGS, response=shapes.Me, summary="Who I am")
def me(request: ApiRequest) -> shapes.Me:
    """The person whose token it is, and what it is good for."""
    caller = request.auth
    return shapes.Me(
        name=caller.person.username,
        scopes=sorted(caller.scopes),
        waiting=lists.waiting(caller.person),
        commitment=commitment(bytes(caller.person.next_server_seed)),
    )


@router.get("/waiting", auth=READS, tags=TAGS, response=shapes.TableList, summary="Where it is my turn")
def waiting(request: ApiRequest, page: PageNumber = 1) -> shapes.TableList:
    """The tables that wait for you, the one whose time runs out first before all others."""
    return _told(request, lists.waiting_games(request.auth.person, page))


@router.get("/tables", auth=READS, tags=TAGS, response=shapes.TableList, summary="My tables")
def tables(
    request: ApiRequest, status: Literal["running", "open", "ended"] = "running", page: PageNumber = 1
) -> shapes.TableList:
    """The games that you play, those that wait for you first; or the open tables at which you sit or to
    which you are invited; or the games that have ended, latest first.
    """
    person = request.auth.person
    return _told(request, _of_status(person, status, page))


def _of_status(person: Person, status: str, page: int) -> Page:
    if status == "open":
        return lists.tables_around(person, page)
    if status == "ended":
        return lists.history(person, PastFilters(), person, page)
    return lists.running_games(person, page)


@router.get("/tables/open", auth=READS, tags=TAGS, response=shapes.TableList, summary="Tables to join")
def open_tables(request: ApiRequest, page: PageNumber = 1) -> shapes.TableList:
    """The public tables that have seats free, newest first."""
    return _told(request, lists.open_tables(OpenFilters(), request.auth.person, page))


@router.get(
    "/tables/{slug:slug}", auth=READS, tags=TAGS, response=shapes.Table, summary="A table as I see it"
)
def table(
    request: ApiRequest,
    slug: str,
    after: Annotated[
        list[str],
        Query(
            description="Steps of yours to try, each as one `after`: the table is told as it would be after "
            "them. Nothing is stored. None of them may show anything new."
        ),
    ] = [],  # noqa: B006
    log: Annotated[
        int, Query(ge=0, le=1000, description="How many of the latest turns to tell.")
    ] = told.LOG_TURNS,
) -> dict[str, Any]:
    """The table with the position as you may know it, and, when it is your turn, your legal moves.

    It is the table as it stands: what you have composed on its page, but not sent, is not in it. Somebody who
    has no seat sees what everybody sees.
    """
    if len(after) > MOST_STEPS:
        raise TooLong
    return told.table_for(seated_at(slug), request.auth, log, after)


def _told(request: ApiRequest, page: Page) -> shapes.TableList:
    return told.page_of(page, request.auth.person.pk)
