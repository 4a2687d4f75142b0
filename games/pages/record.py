"""Taking a game along: its record (formats.md 2), as a file."""

from __future__ import annotations

from django.http import HttpRequest, HttpResponse
from django.urls import path
from django.views.decorators.http import require_safe

from games.actions import Refused, records
from games.models import Game
from games.pages.asked import or_404
from games.pages.caching import private
from games.rules.record import write


@require_safe
@private
def table_record(request: HttpRequest, slug: str) -> HttpResponse:
    """The record of a game: of a running one the moves alone, the same for everybody, staff too."""
    with or_404(Refused):
        kept = records.export(Game.objects.get(slug=slug))
    name = f'attachment; filename="{kept.game}-{slug}.json"'
    return HttpResponse(write(kept), content_type="application/json", headers={"Content-Disposition": name})


urlpatterns = [path("t/<slug:slug>/record/", table_record, name="table_record")]
