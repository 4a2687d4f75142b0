"""What the site's pages cost beside a floor of their own kind, measured in one run.

Each figure is a ratio of processor time in this process; rounds are interleaved and the median of the
rounds is shown, so a machine that is busy or slow falls out. Run by `python -m tests.bench`, once on
SQLite and once on PostgreSQL.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from statistics import median

from django.db import connection

from games import store, wake
from games.actions import play
from games.clock.terms import Terms
from games.models import Event, Game, Seat
from games.pages.pulse import position, token_for
from games.rules.lanterns.pieces import TURNS
from lanterns_site.wsgi import application
from tests.bench.browser import Answer, Browser
from tests.site.cast import NOW, person, running

ROUNDS = 9
REPEATS = 24
OPEN = {"edition": "printed", "lanterns": "open"}
THREE_DAYS = Game.with_terms(Terms())
HX = {"HTTP_HX_REQUEST": "true"}


@dataclass(frozen=True, slots=True)
class Goal:
    """A figure: its name, what it came to, and what it is to reach."""

    name: str
    value: float
    goal: float
    unit: str = ""

    def __str__(self) -> str:
        mark = "reached" if self.value <= self.goal else "NOT reached"
        return f"  {self.name:<58} {self.value:7.2f}{self.unit}   goal {self.goal:g}{self.unit}   {mark}"


class Site:
    """The application, four people who play, and the games they play."""

    def __init__(self) -> None:
        self.app = application
        self.people = [person(name, time_zone="Europe/Oslo") for name in ("mei", "joon", "ines", "tomas")]
        self.browsers = {it.pk: Browser(self.app, it) for it in self.people}
        self.rng = random.Random(1)
        self.mei = self.browsers[self.people[0].pk]

    def new_game(self) -> Game:
        """A game of four that has just started."""
        return running(*self.people, server_seed=self.rng.randbytes(32))

    def send_turn(self, game: Game) -> Answer:
        """Let whoever is to act look at the table and send a random turn; the answer to that post."""
        game.refresh_from_db()
        sitter = Seat.objects.get(game=game, number=game.to_act)
        browser, fields = self.browsers[sitter.person_id], {"seq": game.seq, "moves": self.random_turn(game)}
        assert browser.get(f"/t/{game.slug}/").status == 200
        answer = browser.post(f"/t/{game.slug}/turn/", fields, **HX)
        assert answer.status == 200, answer.body[:2000]
        return answer

    def random_turn(self, game: Game) -> list[str]:
        """A random turn's texts."""
        loaded = store.load(game)
        rules, state, seat, texts = loaded.rules, loaded.state, game.to_act, []
        while True:
            move = self.rng.choice(rules.legal_moves(state, seat))
            texts.append(str(move))
            if rules.reveals(state, seat, move):
                return texts
            state, _ = rules.apply(state, seat, move)

    def played_to(self, turns: int) -> Game:
        """A game of four with so many turns behind it."""
        game = self.new_game()
        while game.turns_done < turns:
            self.send_turn(game)
            game.refresh_from_db()
        return game


def cost(ask: Callable[[], Answer], status: int = 200) -> float:
    """The median cost of a request, in milliseconds."""
    costs = []
    for _ in range(REPEATS):
        answer = ask()
        assert answer.status == status, (answer.status, answer.body[:2000])
        costs.append(answer.cost)
    return median(costs)


def ratios(above: Callable[[], float], below: Callable[[], float]) -> float:
    """The median over the rounds of one cost by another, taken one after the other."""
    return median(above() / below() for _ in range(ROUNDS))


def without_bell(turn: Callable[[], Answer]) -> Answer:
    """A turn that wakes nobody."""
    ring, wake.game = wake.game, lambda game_id: None
    try:
        return turn()
    finally:
        wake.game = ring


def turns(site: Site) -> Iterator[float]:
    """The costs of the turns of one game after another, without the bell; endless."""
    while True:
        game = site.new_game()
        for _ in range(TURNS[4] - 6):
            yield without_bell(lambda game=game: site.send_turn(game)).cost


def measure(site: Site) -> list[Goal]:
    """Every figure of the site."""
    full = site.played_to(TURNS[4] - 5)
    while Seat.objects.get(game=full, number=full.to_act).person_id != site.people[0].pk:
        site.send_turn(full)
        full.refresh_from_db()
    lists(site)
    floor_game = Game.objects.create(rules="lanterns", size=4, **THREE_DAYS, status="closed", opened_at=NOW)
    table, token = f"/t/{full.slug}/", token_for(full.id, 0)
    seen = position(full.seq, full.status)

    def a() -> float:
        return cost(lambda: site.mei.get("/floor/nothing/"))

    def p() -> float:
        return cost(lambda: site.mei.post("/floor/post/", {"game": floor_game.id}))

    def at_l() -> float:
        return cost(lambda: site.mei.get("/floor/looping/"))

    stream = turns(site)

    def turn() -> float:
        return median(next(stream) for _ in range(REPEATS))

    costs = {"A": a(), "P": p(), "L": at_l()}
    print("  floor: " + ", ".join(f"{name} {value:.2f} ms" for name, value in costs.items()))
    page, swap = site.mei.get(table), site.mei.get(table, **HX)
    return [
        Goal(
            "a turn sent, answered with the new table, by P",
            ratios(turn, p),
            1.25,
        ),
        Goal(
            "the table page with a full lake, by L",
            ratios(lambda: cost(lambda: site.mei.get(table)), at_l),
            0.4,
        ),
        Goal(
            "a poll that finds nothing, by A",
            ratios(
                lambda: cost(lambda: site.mei.get(f"/pulse/?seq={seen}", HTTP_X_SEAT_TOKEN=token), 204), a
            ),
            0.35,
        ),
        Goal("a list page of 20 rows, by A", ratios(lambda: cost(lambda: site.mei.get("/games/")), a), 2.5),
        Goal("open tables, 20 rows, by A", ratios(lambda: cost(lambda: site.mei.get("/tables/")), a), 2.5),
        Goal(
            "history, 20 rows, by A", ratios(lambda: cost(lambda: site.mei.get("/people/mei/games/")), a), 2.5
        ),
        Goal("waking Celery, on top of a turn, by P", bell(site, p), 0.5),
        Goal("the last turn of a game by its second", late_by_early(site), 1.1),
        Goal("a turn among 10,000 games by one among 100", many_by_few(site, turn, a), 1.1),
        Goal("the table page over the line", page.zipped / 1000, 10, " kB"),
        Goal("a swap over the line", swap.zipped / 1000, 6, " kB"),
    ]


def bell(site: Site, p: Callable[[], float]) -> float:
    """What the bell adds to a turn, by P."""

    def added() -> float:
        quiet, ringing = turns(site), []
        game = site.new_game()
        for _ in range(REPEATS):
            ringing.append(site.send_turn(game).cost)
        return max(0.0, median(ringing) - median(next(quiet) for _ in range(REPEATS)))

    return ratios(added, p)


def late_by_early(site: Site) -> float:
    """The cost of the last turn by that of the second, over several games."""
    rounds = []
    for _ in range(ROUNDS):
        early, late = [], []
        for _ in range(8):
            game = site.new_game()
            costs = []
            while game.status == Game.Status.RUNNING:
                costs.append(without_bell(lambda game=game: site.send_turn(game)).cost)
                game.refresh_from_db()
            early.append(costs[1])
            late.append(costs[-1])
        rounds.append(median(late) / median(early))
    return median(rounds)


def many_by_few(site: Site, turn: Callable[[], float], a: Callable[[], float]) -> float:
    """The cost of a turn with 10,000 games in the database by that with those there are now, each by A."""
    few = ratios(turn, a)
    fill(site, 10_000)
    return ratios(turn, a) / few


def fill(site: Site, count: int) -> None:
    """Finished games, as many as that, among the same people."""
    values = {"rules": "lanterns", "size": 2, "options": {}, **THREE_DAYS, "status": "scored", "people": 2}
    moments = {"opened_at": NOW, "started_at": NOW, "ended_at": NOW, "scored_at": NOW}
    games = Game.objects.bulk_create(Game(**values, **moments) for _ in range(count))
    Seat.objects.bulk_create(
        Seat(game=game, number=n, person=site.people[n], score=40, place=1) for game in games for n in (0, 1)
    )
    Event.objects.bulk_create(
        Event(game=game, seq=n, seat=n % 2, text="finish", at=NOW) for game in games for n in (1, 2)
    )


def lists(site: Site) -> None:
    """Enough running, finished and open tables for full pages of 20 rows."""
    for number in range(44):
        game = site.new_game()
        while game.status == Game.Status.RUNNING and game.turns_done < (number if number < 22 else 99):
            site.send_turn(game)
            game.refresh_from_db()
        play.score(game.id, NOW)
    for _ in range(22):
        game = Game.objects.create(rules="lanterns", size=4, options=OPEN, **THREE_DAYS, opened_at=NOW)
        Seat.objects.bulk_create(Seat(game=game, number=n) for n in range(4))


def main() -> int:
    """Measure on the database that the settings name; 1 where a goal is missed."""
    print(f"The site on {connection.vendor}:")
    goals = measure(Site())
    for goal in goals:
        print(goal)
    return int(any(goal.value > goal.goal for goal in goals))


if __name__ == "__main__":
    sys.exit(main())
