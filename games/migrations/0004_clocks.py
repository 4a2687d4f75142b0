"""Clocks: terms in place of a number of days, holidays, questions, and games that end otherwise."""

import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models


def spell_paces(apps, schema_editor):
    """Every game had a number of days for a turn; running clocks go on as they ran."""
    Game = apps.get_model("games", "Game")
    for game in Game.objects.only("pace_days", "turn_since", "deadline_at").iterator():
        seconds = game.pace_days * 24 * 3600
        game.terms = {} if game.pace_days == 3 else {"pace": {"turn": seconds}}
        game.pace_seconds = seconds
        game.clock_at = game.turn_since
        if game.deadline_at and game.turn_since:
            game.clock_left, game.reckoned_at = game.deadline_at - game.turn_since, game.turn_since
        game.save(update_fields=["terms", "pace_seconds", "clock_at", "clock_left", "reckoned_at"])


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0003_what_became_of_an_invitation"),
    ]

    operations = [
        migrations.CreateModel(
            name="Answer",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("yes", models.BooleanField()),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Away",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("by hand", "By Hand"),
                            ("by itself", "By Itself"),
                            ("emergency", "Emergency"),
                        ],
                        default="by hand",
                        max_length=10,
                    ),
                ),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField()),
            ],
            options={
                "ordering": ["since"],
            },
        ),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("at", models.DateTimeField()),
            ],
        ),
        migrations.CreateModel(
            name="Outage",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("since", models.DateTimeField()),
                ("until", models.DateTimeField(db_index=True)),
            ],
        ),
        migrations.CreateModel(
            name="Question",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("pause", "Pause"),
                            ("resume", "Resume"),
                            ("terms", "Terms"),
                            ("end", "End"),
                            ("absent", "Absent"),
                        ],
                        max_length=8,
                    ),
                ),
                ("seat", models.PositiveSmallIntegerField()),
                ("data", models.JSONField(default=dict)),
                (
                    "status",
                    models.CharField(
                        choices=[
                            ("open", "Open"),
                            ("agreed", "Agreed"),
                            ("refused", "Refused"),
                            ("withdrawn", "Withdrawn"),
                            ("lapsed", "Lapsed"),
                        ],
                        default="open",
                        max_length=10,
                    ),
                ),
                ("asked_at", models.DateTimeField()),
                ("closed_at", models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name="game",
            name="game_running_waits_for_somebody",
        ),
        migrations.AddField(
            model_name="game",
            name="clock_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="clock_left",
            field=models.DurationField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="ends_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="outcome",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="pace_seconds",
            field=models.PositiveIntegerField(default=0),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="game",
            name="paused_from",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="paused_until",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="reckoned_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="still",
            field=models.CharField(
                blank=True,
                choices=[
                    ("house", "The house plays at once"),
                    ("soft", "Nobody's time runs out here"),
                    ("deserted", "Nobody who plays is left"),
                    ("stuck", "The site is looking into a fault"),
                ],
                max_length=10,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="terms",
            field=models.JSONField(default=dict),
        ),
        migrations.AddField(
            model_name="game",
            name="warn_at",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="game",
            name="watched",
            field=models.PositiveIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="game",
            name="week",
            field=models.JSONField(null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="away_by_itself",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="person",
            name="away_since",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="away_until",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="hours",
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="person",
            name="stand_in",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="bank",
            field=models.DurationField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="deputy",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="stands_in",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="seat",
            name="deputy_since",
            field=models.DateTimeField(null=True),
        ),
        migrations.AddField(
            model_name="seat",
            name="keeper",
            field=models.CharField(blank=True, max_length=20),
        ),
        migrations.AddField(
            model_name="seat",
            name="missed",
            field=models.PositiveSmallIntegerField(default=0),
        ),
        migrations.AddField(
            model_name="seat",
            name="resigned",
            field=models.BooleanField(default=False),
        ),
        migrations.AlterField(
            model_name="event",
            name="kind",
            field=models.CharField(
                choices=[
                    ("move", "Move"),
                    ("timeout", "Timeout"),
                    ("house", "House"),
                    ("kept", "Kept"),
                    ("return", "Return"),
                    ("resign", "Resign"),
                    ("asked", "Asked"),
                    ("declined", "Declined"),
                    ("stand-in", "Stand In"),
                    ("stepped-down", "Stepped Down"),
                    ("away", "Away"),
                    ("back", "Back"),
                    ("question", "Question"),
                    ("refused", "Refused"),
                    ("withdrawn", "Withdrawn"),
                    ("decided", "Decided"),
                    ("pause", "Pause"),
                    ("resume", "Resume"),
                    ("time", "Time"),
                    ("credit", "Credit"),
                    ("terms", "Terms"),
                    ("nudge", "Nudge"),
                    ("stuck", "Stuck"),
                    ("thawed", "Thawed"),
                    ("end", "End"),
                ],
                default="move",
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("started", "A table is full and the game has started"),
                    ("turn", "It is your turn"),
                    ("reminder", "Your turn is running out"),
                    ("timeout", "A turn ran out and was played by the house"),
                    ("nudge", "Somebody asks kindly whether you have forgotten them"),
                    ("question", "A table asks you something"),
                    ("news", "A table has decided something, or a seat has changed hands"),
                    ("warning", "A game is about to end because nobody plays"),
                    ("stuck", "A game stands still because of a fault"),
                    ("result", "A game is over"),
                    ("invitation", "Somebody invites you to a table"),
                    ("closed", "Your table was closed"),
                    ("account", "Your account"),
                ],
                max_length=12,
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("warn_at__isnull", False)), fields=["warn_at"], name="game_warn"
            ),
        ),
        migrations.AddConstraint(
            model_name="game",
            constraint=models.CheckConstraint(
                condition=models.Q(
                    models.Q(("status", "running"), _negated=True),
                    models.Q(("deadline_at__isnull", False), ("still", ""), ("to_act__isnull", False)),
                    models.Q(
                        ("deadline_at__isnull", True),
                        ("to_act__isnull", False),
                        models.Q(("still", ""), _negated=True),
                    ),
                    _connector="OR",
                ),
                name="game_running_waits_for_somebody",
            ),
        ),
        migrations.AddField(
            model_name="away",
            name="person",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="aways", to=settings.AUTH_USER_MODEL
            ),
        ),
        migrations.AddField(
            model_name="question",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="questions", to="games.game"
            ),
        ),
        migrations.AddField(
            model_name="answer",
            name="question",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.CASCADE, related_name="answers", to="games.question"
            ),
        ),
        migrations.AddIndex(
            model_name="away",
            index=models.Index(fields=["person", "until"], name="games_away_person__202677_idx"),
        ),
        migrations.AddConstraint(
            model_name="away",
            constraint=models.CheckConstraint(
                condition=models.Q(("until__gte", models.F("since"))), name="away_has_an_end"
            ),
        ),
        migrations.AddConstraint(
            model_name="question",
            constraint=models.UniqueConstraint(
                condition=models.Q(("status", "open")),
                fields=("game", "kind"),
                name="question_of_a_kind_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="answer",
            constraint=models.UniqueConstraint(fields=("question", "seat"), name="answer_once"),
        ),
        migrations.RunPython(spell_paces, migrations.RunPython.noop),
        migrations.RemoveField(
            model_name="game",
            name="pace_days",
        ),
    ]
