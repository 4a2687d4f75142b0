"""The history of a game, and the turn somebody is composing."""

from __future__ import annotations

from django.db import models

from games.models.game import Game, Seat

TEXT_LENGTH = 200


class Event(models.Model):
    """One thing that happened in a game; never changed afterwards. `seq` counts from 1 without gaps."""

    class Kind(models.TextChoices):
        """Turns are made of the first three; all else happens beside them (`store.Aside`)."""

        MOVE = "move"
        TIMEOUT = "timeout"
        HOUSE = "house"  # the turn of a seat that the caretaker keeps
        KEPT = "kept"  # the caretaker keeps the seat until its owner is back
        RETURN = "return"
        RESIGN = "resign"
        ASKED = "asked"  # a stand-in, by name
        DECLINED = "declined"  # was asked to stand in, by name
        STAND_IN = "stand-in"  # took over, by name
        STEPPED_DOWN = "stepped-down"  # stood in so far, by name
        AWAY = "away"  # a holiday: until when, and how it came ("by hand", "by itself", "emergency")
        BACK = "back"  # from a holiday, early
        QUESTION = "question"  # what the table is asked, and what that needs; by whom where a stand-in asks
        REFUSED = "refused"  # the same, by the seat that said no
        WITHDRAWN = "withdrawn"  # the same, by the seat that had asked
        DECIDED = "decided"  # the others, about somebody absent: the house plays
        PAUSE = "pause"  # by agreement: until when; by whom where a stand-in had asked
        RESUME = "resume"
        TIME = "time"  # given by another seat: seconds
        CREDIT = "credit"  # the site stood still: seconds
        TERMS = "terms"  # new terms, agreed by all
        NUDGE = "nudge"  # which phrase
        STUCK = "stuck"
        THAWED = "thawed"
        END = "end"  # not by the rules: why, and the winner's seat

    game = models.ForeignKey(Game, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    seat = models.PositiveSmallIntegerField()
    kind = models.CharField(max_length=12, choices=Kind.choices, default=Kind.MOVE)
    text = models.CharField(max_length=TEXT_LENGTH, blank=True)
    # A step that the site took in the seat's name: a time-out, or the only step there was.
    by_site = models.BooleanField(default=False)
    at = models.DateTimeField()

    class Meta:
        ordering = ["game_id", "seq"]
        constraints = [models.UniqueConstraint(fields=["game", "seq"], name="event_seq_once")]

    def __str__(self) -> str:
        return f"{self.game_id}/{self.seq} {self.kind} {self.text}"


class Draft(models.Model):
    """The turn that a seat is composing at one position: steps shown applied, and a choice only previewed."""

    seat = models.OneToOneField(Seat, on_delete=models.CASCADE, related_name="draft")
    seq = models.PositiveIntegerField()
    steps = models.JSONField(default=list)
    choice = models.CharField(max_length=TEXT_LENGTH, blank=True)

    def __str__(self) -> str:
        return f"{self.seat_id} at {self.seq}"
