"""The mails that ask to a table, or tell that its game has begun, tell how long a turn may take."""

from __future__ import annotations

import pytest

from games.clock.terms import BANK, DAY, HOUR, MINUTE, NONE, SOCIABLE, SOFT, Pace, Terms
from games.models import Game
from games.notices.deliver import deliver_due
from tests.notices.scenes import LATER, cast, invited
from tests.site.tables import opened

PACES = [
    (Pace(), "Everybody has 3 days for each turn."),
    (
        Pace(turn=DAY, weekends_off=True),
        "Everybody has 1 day for each turn. Saturdays and Sundays do not count.",
    ),
    (
        Pace(BANK, NONE, bank=5 * DAY, increment=12 * HOUR, cap=10 * DAY),
        "Everybody has a time bank of 5 days for all turns together. Each turn taken adds 12 hours",
    ),
    (Pace(waking_hours=True), "for each turn. Only each player’s own waking hours count."),
    (Pace(SOFT, 7 * DAY), "Nobody’s time runs out. Who has not answered after about 7 days is reminded."),
    (Pace(SOCIABLE, 10 * MINUTE), "Everybody is here, and has 10 minutes for each turn."),
]


@pytest.mark.parametrize(("pace", "said"), PACES)
def test_an_invitation_tells_the_pace(db, smtp, pace, said):
    tomas, *_ = cast()
    invited(opened(tomas, terms=Terms(pace)), by=tomas)
    assert deliver_due(LATER) == 1
    for kind in ("plain", "html"):
        assert said in " ".join(smtp.messages[0].get_body((kind,)).get_content().split())


@pytest.mark.parametrize(("pace", "said"), PACES)
def test_the_mail_that_a_game_has_begun_tells_the_pace(db, smtp, pace, said):
    tomas, ines, *_ = cast()
    game = opened(tomas, ines, size=2, terms=Terms(pace))
    assert Game.objects.get(id=game.id).status == "running"
    assert deliver_due(LATER) == 2
    for message in smtp.messages:
        assert said in " ".join(message.get_body(("plain",)).get_content().split())
