"""What somebody had switched off stands in their choices now."""

from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [("games", "0005_notices")]

    operations = [migrations.RemoveField(model_name="person", name="muted")]
