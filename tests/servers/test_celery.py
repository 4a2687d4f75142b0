"""The worker and the beat of the tests are real ones, on the broker and the database of the test."""

from __future__ import annotations

from lanterns_site.celery import app
from tests.servers import celery
from tests.servers.processes import runs, soon


def test_a_worker_runs_what_is_sent_to_it(worker, broker, tmp_path):
    app.send_task("games.sweep")
    assert soon(
        lambda: "games.sweep" in (log := (tmp_path / "worker.log").read_text()) and "succeeded" in log
    )
    assert broker.waiting() == 0


def test_a_worker_is_gone_after_its_test(transactional_db, smtp, tmp_path):
    with celery.running(celery.WORKER, " ready.", tmp_path / "log") as worker:
        assert runs(worker.pid)
    assert not runs(worker.pid)


def test_a_worker_sees_the_database_of_the_test(transactional_db, smtp):
    from django.db import connection

    assert celery.database_url().endswith(str(connection.settings_dict["NAME"]))
    assert "test" in celery.database_url()
