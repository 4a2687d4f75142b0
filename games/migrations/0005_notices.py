"""Notices on many channels, and how somebody wants to be told."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


# Which event each kind of mail belongs to now.
EVENT_OF_KIND = {
    "turn": "turn",
    "reminder": "reminder",
    "timeout": "timeout",
    "nudge": "nudge",
    "question": "vote",
    "news": "seats",
    "invitation": "invitation",
    "started": "start",
    "result": "finish",
}
BESIDE_MAIL = {"seats": ["webhook", "feed"]}


def keep_what_was_switched_off(apps, schema_editor):
    """Mail of the event that a kind was mostly about stays off; what was told before is told nowhere else now."""
    Choices, Person = apps.get_model("games", "Choices"), apps.get_model("games", "Person")
    for person in Person.objects.exclude(muted=[]).only("muted").iterator():
        events = {EVENT_OF_KIND[it] for it in person.muted if it in EVENT_OF_KIND}
        matrix = {it: BESIDE_MAIL.get(it, ["push", "webhook", "feed"]) for it in sorted(events)}
        Choices.objects.create(person=person, matrix=matrix)
    apps.get_model("games", "Notice").objects.update(fanned=True)


class Migration(migrations.Migration):

    dependencies = [
        ('games', '0004_clocks'),
    ]

    operations = [
        migrations.CreateModel(
            name='Choices',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('matrix', models.JSONField(default=dict)),
                ('when', models.JSONField(default=dict)),
                ('idle_minutes', models.PositiveSmallIntegerField(default=10)),
                ('digest_at', models.PositiveSmallIntegerField(default=480)),
                ('quiet_from', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('quiet_until', models.PositiveSmallIntegerField(blank=True, null=True)),
                ('one_mail', models.BooleanField(default=False)),
                ('hand_in_mail', models.BooleanField(default=False)),
                ('turns_in_mail', models.BooleanField(default=True)),
                ('sign_in_by_mail', models.BooleanField(default=False)),
                ('feed_key', models.CharField(blank=True, max_length=43, null=True, unique=True)),
            ],
        ),
        migrations.CreateModel(
            name='Endpoint',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('channel', models.CharField(choices=[('mail', 'Mail'), ('push', 'Devices'), ('webhook', 'Webhooks'), ('feed', 'Feed')], max_length=8)),
                ('url', models.URLField(max_length=2000)),
                ('label', models.CharField(blank=True, max_length=40)),
                ('shape', models.CharField(blank=True, choices=[('json', 'JSON'), ('discord', 'Discord'), ('slack', 'Slack')], max_length=8)),
                ('keys', models.JSONField(default=dict)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('told_at', models.DateTimeField(null=True)),
                ('failures', models.PositiveSmallIntegerField(default=0)),
                ('stopped_at', models.DateTimeField(null=True)),
                ('error', models.CharField(blank=True, max_length=200)),
            ],
        ),
        migrations.CreateModel(
            name='SignIn',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('leads_to', models.CharField(max_length=200)),
                ('expires_at', models.DateTimeField(db_index=True)),
                ('used_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.CreateModel(
            name='Token',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('name', models.CharField(max_length=40)),
                ('digest', models.CharField(max_length=64, unique=True)),
                ('scopes', models.JSONField(default=list)),
                ('made_at', models.DateTimeField(default=django.utils.timezone.now)),
                ('used_at', models.DateTimeField(null=True)),
            ],
        ),
        migrations.RemoveConstraint(
            model_name='notice',
            name='notice_once',
        ),
        migrations.AddField(
            model_name='heartbeat',
            name='of',
            field=models.CharField(choices=[('sweep', 'Sweep'), ('digest', 'Digest'), ('no mail', 'No Mail')], default='sweep', max_length=8, unique=True),
        ),
        migrations.AddField(
            model_name='notice',
            name='channel',
            field=models.CharField(choices=[('mail', 'Mail'), ('push', 'Devices'), ('webhook', 'Webhooks'), ('feed', 'Feed')], default='mail', max_length=8),
        ),
        migrations.AddField(
            model_name='notice',
            name='fanned',
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name='notice',
            name='why',
            field=models.CharField(blank=True, choices=[('looking', 'Looking'), ('idle', 'Idle'), ('quiet', 'Quiet'), ('digest', 'Digest'), ('once', 'Once')], max_length=8),
        ),
        migrations.AddField(
            model_name='person',
            name='bounced',
            field=models.EmailField(blank=True, max_length=254),
        ),
        migrations.AddField(
            model_name='person',
            name='language',
            field=models.CharField(blank=True, max_length=10, verbose_name='language'),
        ),
        migrations.AddField(
            model_name='person',
            name='leads',
            field=models.JSONField(blank=True, null=True),
        ),
        migrations.AlterField(
            model_name='notice',
            name='kind',
            field=models.CharField(choices=[('started', 'A table is full and the game has started'), ('turn', 'It is your turn'), ('reminder', 'Your turn is running out'), ('timeout', 'A turn ran out and was played by the house'), ('nudge', 'Somebody asks kindly whether you have forgotten them'), ('question', 'A table asks you something'), ('news', 'A table has decided something, or a seat has changed hands'), ('warning', 'A game is about to end because nobody plays'), ('stuck', 'A game stands still because of a fault'), ('result', 'A game is over'), ('invitation', 'Somebody invites you to a table'), ('closed', 'Your table was closed'), ('account', 'Your account'), ('digest', 'What has been kept for you'), ('test', 'A test that you asked for')], max_length=12),
        ),
        migrations.AlterField(
            model_name='notice',
            name='status',
            field=models.CharField(choices=[("queued", "waiting"), ("sending", "leaving"), ("sent", "sent"), ("accepted", "accepted"), ("bounced", "came back"), ("overtaken", "overtaken"), ("muted", "switched off"), ("failed", "failed")], default='queued', max_length=10),
        ),
        migrations.AddField(
            model_name='choices',
            name='muted_tables',
            field=models.ManyToManyField(related_name='+', to='games.game'),
        ),
        migrations.AddField(
            model_name='choices',
            name='person',
            field=models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='choices', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='endpoint',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='endpoints', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='notice',
            name='endpoint',
            field=models.ForeignKey(null=True, on_delete=django.db.models.deletion.CASCADE, related_name='notices', to='games.endpoint'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(condition=models.Q(('fanned', False)), fields=['id'], name='notice_unfanned'),
        ),
        migrations.AddIndex(
            model_name='notice',
            index=models.Index(fields=['person', '-id'], name='notice_of_person'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('endpoint', None)), fields=('person', 'kind', 'key'), name='notice_once'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.UniqueConstraint(condition=models.Q(('endpoint__isnull', False)), fields=('endpoint', 'kind', 'key'), name='notice_once_an_endpoint'),
        ),
        migrations.AddConstraint(
            model_name='notice',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('channel', 'mail'), ('endpoint', None)), models.Q(models.Q(('channel', 'mail'), _negated=True), ('endpoint__isnull', False)), _connector='OR'), name='notice_goes_somewhere'),
        ),
        migrations.AddField(
            model_name='signin',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='sign_ins', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddField(
            model_name='token',
            name='person',
            field=models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='tokens', to=settings.AUTH_USER_MODEL),
        ),
        migrations.AddConstraint(
            model_name='choices',
            constraint=models.CheckConstraint(condition=models.Q(models.Q(('quiet_from', None), ('quiet_until', None)), models.Q(('quiet_from__lt', 1440), ('quiet_until__lt', 1440), models.Q(('quiet_from', models.F('quiet_until')), _negated=True)), _connector='OR'), name='quiet_hours_begin_and_end'),
        ),
        migrations.AddConstraint(
            model_name='choices',
            constraint=models.CheckConstraint(condition=models.Q(('digest_at__lt', 1440)), name='digest_within_the_day'),
        ),
        migrations.AddConstraint(
            model_name='endpoint',
            constraint=models.UniqueConstraint(fields=('person', 'channel', 'url'), name='endpoint_once'),
        ),
        migrations.AddConstraint(
            model_name='endpoint',
            constraint=models.CheckConstraint(condition=models.Q(('channel__in', ['push', 'webhook'])), name='endpoint_has_an_address'),
        ),
        migrations.AddConstraint(
            model_name='token',
            constraint=models.UniqueConstraint(fields=('person', 'name'), name='token_name_once'),
        ),
        migrations.RunPython(keep_what_was_switched_off, migrations.RunPython.noop),
    ]
