"""The task queue: which broker, how careful a worker is, and what beat starts every half minute.

The broker is only a bell. What must happen stands in the database, and `games.tasks.sweep` finds it
there, so a message that is lost, repeated or late loses, repeats and delays nothing for long.
"""

from __future__ import annotations

import os

from celery import Celery

from lanterns_site.environment import refusal_on_one_line

os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lanterns_site.settings")

SWEEP_SECONDS = 30

app = Celery("lanterns_site")
with refusal_on_one_line():
    app.config_from_object("django.conf:settings", namespace="CELERY", force=True)
app.conf.update(
    task_default_queue="lakelight",
    task_acks_late=True,
    task_reject_on_worker_lost=True,
    task_ignore_result=True,
    worker_prefetch_multiplier=1,
    worker_hijack_root_logger=False,
    broker_connection_retry_on_startup=True,
    # A worker killed in the middle of a task: its message is back after visibility_timeout, which must
    # exceed the longest task (notices.deliver.PATIENCE and one mail that hangs).
    broker_transport_options={
        "visibility_timeout": 300,
        "unacked_restore_interval": 5,
        "unacked_restore_throttle": 1,
        # A connection whose other end has vanished without a word is noticed and made anew.
        "socket_connect_timeout": 5,
        "socket_timeout": 30,
        "socket_keepalive": True,
    },
    beat_schedule={
        # A sweep that waited for a worker until the next one is due need not run any more.
        "sweep": {
            "task": "games.sweep",
            "schedule": SWEEP_SECONDS,
            "options": {"expires": SWEEP_SECONDS, "ignore_result": True},
        }
    },
)
app.autodiscover_tasks(["games"])
