"""A game knows the person it waits for."""

import django.db.models.deletion
from django.apps.registry import Apps
from django.conf import settings
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor


def fill(apps: Apps, _schema: BaseDatabaseSchemaEditor) -> None:
    """Name the person in the seat that each running game waits for."""
    game, seat = apps.get_model("games", "Game"), apps.get_model("games", "Seat")
    sitting = seat.objects.filter(game=models.OuterRef("pk"), number=models.OuterRef("to_act"))
    game.objects.filter(status="running").update(waits_for=models.Subquery(sitting.values("person")[:1]))


class Migration(migrations.Migration):
    dependencies = [("games", "0001_initial")]

    operations = [
        migrations.AddField(
            model_name="game",
            name="waits_for",
            field=models.ForeignKey(
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(("waits_for__isnull", False)),
                fields=["waits_for", "deadline_at"],
                name="game_waits",
            ),
        ),
    ]
