"""Taking a game along: its record (formats.md 2), as a file."""

from __future__ import annotations

from django.http import Http404, HttpRequest, HttpResponse
from django.urls import path
from django.utils import timezone
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from games.actions import Refused, records
from games.models import Game
from games.rules.record import write


@require_safe
@cache_control(private=True, no_store=True)
def table_record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a game: of a running one the moves alone, the same for everybody, staff too."""
    try:
        kept = records.export(Game.objects.get(slug=slug), timezone.now())
    except (Game.DoesNotExist, Refused):
        raise Http404 from None
    name = f'attachment; filename="{kept.game}-{slug}.json"'
    return HttpResponse(write(kept), content_type="application/json", headers={"Content-Disposition": name})


urlpatterns = [path("t/<str:slug>/record/", table_record, name="table_record")]
