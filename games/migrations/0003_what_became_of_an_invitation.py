"""An invitation can be declined, and taken back."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("games", "0002_what_waits_for_whom")]

    operations = [
        migrations.AddField(
            model_name="invitation",
            name="status",
            field=models.CharField(
                choices=[("open", "Open"), ("declined", "Declined"), ("taken back", "Taken Back")],
                default="open",
                max_length=10,
            ),
        ),
    ]
