"""The forms around a table: each does one verb and leads back to where it stood, with a sentence of what was
done or why not. Resigning, and choosing other terms, have pages of their own.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from functools import wraps
from typing import Any

from django.contrib import messages
from django.core.exceptions import PermissionDenied
from django.http import HttpRequest, HttpResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import gettext_lazy
from django.views.decorators.http import require_http_methods, require_POST

from games.actions import Refused, absence, choices, nudges, play, questions, votes
from games.models import Game, Person, Question
from games.models.rows import id_of
from games.pages.around import reader_at, table_of
from games.pages.asked import or_404, person_of, sign_in, signed_in, small_number, way_back
from games.pages.caching import private
from games.pages.terms_form import TermsForm
from games.pages.terms_words import terms_lines
from games.sitters import Sitting
from games.tables import Table

Verb = Callable[[HttpRequest, int, Person, datetime], str]
OVER = gettext_lazy("The game has ended.")


def verb(act: Verb) -> Callable[[HttpRequest, str], HttpResponse]:
    """A view that does one verb and leads back, with a sentence of what was done or why not.

    Where the game is over by then, it leads to the result.
    """

    @require_POST
    @private
    @wraps(act)
    def view(request: HttpRequest, slug: str) -> HttpResponse:
        back, person = way_back(request, reverse("table_around", args=[slug])), person_of(request)
        with or_404():
            game_id = id_of(slug)
        if person is None:
            return sign_in(request, back)
        try:
            with or_404():  # the id is remembered, also that of a game which is there no more
                messages.success(request, act(request, game_id, person, timezone.now()))
        except play.NotYours as refusal:
            raise PermissionDenied(refusal.sentence) from refusal
        except Refused as refusal:
            messages.error(request, refusal.sentence)
        return redirect("table", slug) if has_ended(game_id) else redirect(back)

    return view


def has_ended(game_id: int) -> bool:
    """Whether the game is over, perhaps by what has just been done."""
    return Game.objects.filter(id=game_id, status__in=(Game.Status.ENDED, Game.Status.SCORED)).exists()


def said_yes(request: HttpRequest) -> bool:
    """What a form answers. Raises Refused for what is neither yes nor no."""
    answer = request.POST.get("answer")
    if answer not in ("yes", "no"):
        raise Refused(_("Say yes or no."))
    return answer == "yes"


def number(request: HttpRequest, field: str) -> int | None:
    """A small number of a form."""
    return small_number(request.POST.get(field, ""))


def row_number(request: HttpRequest, field: str) -> int:
    """The number of a row that a form names; 0, which is none, for what is no number."""
    text = request.POST.get(field, "")
    return int(text) if text.isascii() and text.isdigit() and len(text) < 19 else 0


@verb
def nudge(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Say something kind to whoever the game waits for."""
    nudges.nudge(game_id, person.pk, request.POST.get("phrase", ""), now, row_number(request, "moved"))
    return _("That has been said: it is in the log, and a mail is on its way.")


@verb
def give_time(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Give whoever the game waits for more time."""
    moved, given = row_number(request, "moved"), row_number(request, "given")
    nudges.give_time(game_id, person.pk, now, moved, given)
    return _("The turn has more time now.")


@verb
def propose(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Ask the table for a pause, its early end, or the end of the game."""
    kind = request.POST.get("kind", "")
    is_sure, days = "sure" in request.POST, number(request, "days")
    question = votes.propose(game_id, person.pk, kind, now, days=days, is_sure=is_sure)
    return proposed(question)


def proposed(question: Question) -> str:
    """What to say of a question that has just been asked; nobody else may have to answer it."""
    if has_ended(question.game_id):
        return str(OVER)
    if question.status == Question.Status.AGREED:
        return _("That holds from now on.")
    return _("The table is asked. The game goes on meanwhile.")


@verb
def answer(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Say yes or no to what the table is asked."""
    votes.answer(game_id, person.pk, row_number(request, "question"), said_yes(request), now)
    return str(OVER) if has_ended(game_id) else _("Your answer is kept.")


@verb
def withdraw(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Take a question back."""
    votes.withdraw(game_id, person.pk, row_number(request, "question"), now)
    return _("The question is taken back.")


@verb
def come_back(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Take one's seat back from the house, or from who stands in."""
    if absence.come_back(game_id, person.pk, now):
        return _("You are back: the seat is yours.")
    return _("The seat is yours: you play it yourself.")


@verb
def take_win(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """End a game of two as won, since the other stays away."""
    absence.take_win(game_id, person.pk, now)
    return _("The game is over: you have won it.")


@verb
def stand_in(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Play for somebody who has asked for that; or do not, or not any longer."""
    if said_yes(request):
        absence.accept_stand_in(game_id, person.pk, now)
        return _("You stand in from now on.")
    absence.decline_stand_in(game_id, person.pk, now)
    return _("You do not stand in.")


@verb
def mute(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    """Hear no more of a table; or hear of it again."""
    if said_yes(request):
        choices.mute_table(game_id, person.pk)
        return _("This table is muted.")
    choices.hear_table(game_id, person.pk)
    return _("You hear of this table again.")


@require_http_methods(["GET", "HEAD", "POST"])
@private
def resign(request: HttpRequest, slug: str) -> HttpResponse:
    """What it means to give up one's seat for good; and doing so."""
    if request.method == "POST":
        return _resign(request, slug)
    table = table_of(request, slug)
    if (person := person_of(request)) is None:
        return sign_in(request, reverse("table_resign", args=[slug]))
    reader = reader_at(table, person)
    if reader.own is None:
        return redirect(table.url if table.has_ended else reverse("table_around", args=[slug]))
    return render(request, "games/around_resign.html", {"table": table, "says": resigning(table, reader.own)})


def resigning(table: Table, own: Sitting) -> list[str]:
    """What happens when the owner of this seat resigns."""
    if table.size == 2:
        other = table.names[1 - own.number]
        return [
            _("The game ends at once, and %(name)s has won it.") % {"name": other},
            _("No points are counted."),
        ]
    if not any(it.person_id and not it.resigned for it in table.seats if it is not own):
        return [_("Nobody else is left who could play, so the game ends at once, without a winner.")]
    return [
        _("The house plays your seat to the end, and the others play on. They are told."),
        _("You may go on watching, but no longer see your hand. The game stays in your history."),
    ]


@verb
def _resign(request: HttpRequest, game_id: int, person: Person, now: datetime) -> str:
    if "sure" not in request.POST:
        raise Refused(_("Tick the box if you are sure; nothing has changed."))
    absence.resign(game_id, person.pk, now)
    return _("You have resigned.")


@require_http_methods(["GET", "HEAD", "POST"])
@private
def other_terms(request: HttpRequest, slug: str) -> HttpResponse:
    """Choose other terms, and propose them to the table."""
    table = table_of(request, slug)
    if (person := person_of(request)) is None:
        return sign_in(request, reverse("table_terms", args=[slug]))
    if table.has_ended:
        messages.error(request, _("The game is over."))
        return redirect(table.url)
    if not reader_at(table, person).is_heard:
        return redirect("table_around", slug)
    if request.method != "POST" and (why := questions.terms_refusal(table.seats)) is not None:
        messages.error(request, why)
        return redirect("table_around", slug)
    form = TermsForm(request.POST if request.method == "POST" else None, table.terms, gates=False)
    if form.is_valid() and _propose_terms(request, table, form, timezone.now()):
        return redirect("table_around", slug)
    told = {"table": table, "terms_form": form, "terms_lines": terms_lines(table.terms, table.size)}
    return render(request, "games/around_terms.html", told)


def _propose_terms(request: HttpRequest, table: Table, form: TermsForm, now: datetime) -> bool:
    """Propose them, and say so, or why not. Returns whether it was done."""
    try:
        question = votes.propose(table.id, signed_in(request).pk, Question.Kind.TERMS, now, terms=form.terms)
    except Refused as refusal:
        messages.error(request, refusal.sentence)
        return False
    messages.success(request, proposed(question))
    return True


urlpatterns: list[Any] = [
    path("t/<slug:slug>/around/terms/", other_terms, name="table_terms"),
    path("t/<slug:slug>/nudge/", nudge, name="table_nudge"),
    path("t/<slug:slug>/give-time/", give_time, name="table_give_time"),
    path("t/<slug:slug>/propose/", propose, name="table_propose"),
    path("t/<slug:slug>/answer/", answer, name="table_answer"),
    path("t/<slug:slug>/withdraw/", withdraw, name="table_withdraw"),
    path("t/<slug:slug>/back/", come_back, name="table_back"),
    path("t/<slug:slug>/take-the-win/", take_win, name="table_take_win"),
    path("t/<slug:slug>/stand-in/", stand_in, name="table_stand_in"),
    path("t/<slug:slug>/mute/", mute, name="table_mute"),
    path("t/<slug:slug>/resign/", resign, name="table_resign"),
]
