"""Notices of a critical or late day: sent once, few, over an Airflow connection, without a word of a page."""

import importlib.util
import json
import threading
from datetime import UTC, date, datetime
from http.server import BaseHTTPRequestHandler, HTTPServer
from types import SimpleNamespace

import pytest

from neartwin.errors import SettingsError
from neartwin.orchestration import notices
from neartwin.settings import NoticeSettings, Settings
from neartwin.warehouse import writer
from neartwin.warehouse.migrations import migrate

DAY = date(2026, 11, 1)
RUN = SimpleNamespace(run_id="scheduled__1", partition_key=str(DAY), conf={})
HOSTILE = "evil<script>.example"


@pytest.fixture
def inbox(monkeypatch):
    """A web server of our own, named by the Airflow connection; the messages that it was given."""
    taken = []

    class Take(BaseHTTPRequestHandler):
        def do_POST(self):
            body = self.rfile.read(int(self.headers["content-length"]))
            taken.append((self.path, self.headers.get("authorization"), json.loads(body)["text"]))
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_):
            pass

    server = HTTPServer(("127.0.0.1", 0), Take)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    connection = {
        "conn_type": "http",
        "schema": "http",
        "host": "127.0.0.1",
        "port": server.server_port,
        "password": "token",
        "extra": {"path": "/hook"},
    }
    monkeypatch.setenv("AIRFLOW_CONN_NEARTWIN_NOTICES", json.dumps(connection))
    monkeypatch.setenv("NO_PROXY", "127.0.0.1")
    yield taken
    server.shutdown()


@pytest.fixture
def told(settings, monkeypatch):
    """An installation with notices over a webhook, and a run that was put aside with hostile names in its records."""
    settings = settings.model_copy(update={"notices": NoticeSettings(kind="webhook", per_day=3)})
    monkeypatch.setattr(Settings, "load", classmethod(lambda cls, path=None: settings))
    now = datetime.now(UTC).replace(tzinfo=None)
    settings.data.mkdir(parents=True)
    with writer(settings) as con:
        migrate(con)
        con.execute(
            "insert into runs values (?, 'deduplicate_day', ?, [], '', '', 'quarantined', ?, null, ?, ?, false)",
            [RUN.run_id, DAY, HOSTILE, now, now],
        )
        con.execute(
            "insert into check_results values (?, ?, 'documents', 'site_decoded', ?, 'critical', false, ?, 3, 'r', 'h',"
            " [], ?)",
            [DAY, RUN.run_id, HOSTILE, HOSTILE, now],
        )
        con.execute(
            "insert into quarantines (day, site, state, actor, reason, run_id, set_at) values"
            " (?, ?, 'held', 'checks', ?, 'r', ?)",
            [DAY, HOSTILE, HOSTILE, now],
        )
    return settings


def test_a_critical_day_is_told_in_counts(told, inbox):
    notices.tell_failed({"dag_run": RUN})

    assert inbox == [
        (
            "/hook",
            "Bearer token",
            "neartwin: 2026-11-01 was put aside: 1 critical checks, 0 warnings, 1 sites put aside."
            " Reports: /neartwin/reports",
        )
    ]


def test_the_same_is_told_once_and_many_are_held_back(told, inbox):
    notices.tell_failed({"dag_run": RUN})
    notices.tell_failed({"dag_run": RUN})
    assert len(inbox) == 1
    for day in range(2, 9):
        notices.tell_late({"dag_run": {"partition_key": f"2026-11-0{day}", "run_id": "r"}})

    assert len(inbox) == 3
    assert inbox[1][2].startswith("neartwin: 2026-11-02 is not done 12 hours after its run began")


def test_what_cannot_be_sent_never_fails_the_day(told, monkeypatch):
    monkeypatch.setenv("AIRFLOW_CONN_NEARTWIN_NOTICES", '{"conn_type": "http", "host": "http://127.0.0.1:1"}')
    notices.tell_failed({"dag_run": RUN})


def test_why_a_notice_could_not_be_sent_is_logged_without_what_was_quoted(told, monkeypatch, caplog):
    class Broken:
        def notify(self, context):
            raise ValueError(f"cannot send '{HOSTILE} a line of a page' to the hook")

    monkeypatch.setattr(notices, "_notifier", lambda *_: Broken())
    notices.tell_failed({"dag_run": RUN})

    assert "ValueError at " in caplog.text
    assert "cannot send '…' to the hook" in caplog.text
    assert "a line of a page" not in caplog.text


def test_nobody_is_told_without_a_kind(told, inbox, monkeypatch):
    quiet = told.model_copy(update={"notices": NoticeSettings()})
    monkeypatch.setattr(Settings, "load", classmethod(lambda cls, path=None: quiet))
    notices.tell_failed({"dag_run": RUN})
    notices.tell_late({"dag_run": RUN})

    assert inbox == []


def test_a_broken_record_of_notices_is_begun_anew(told, inbox):
    (told.data / "notices.json").write_text("{")
    notices.tell_late({"dag_run": RUN})

    assert len(inbox) == 1


def test_each_kind_is_one_of_airflows_notifiers(told):
    from airflow.sdk import BaseNotifier

    mail = NoticeSettings(kind="smtp", to=("ops@example.org",), connection="post")
    made = notices._notifier(mail, "neartwin: 2026-11-01 failed. Reports: x")
    assert isinstance(made, BaseNotifier)
    assert made.subject == "neartwin: 2026-11-01 failed"


def test_a_kind_whose_package_is_absent_says_which(told):
    if importlib.util.find_spec("airflow.providers.slack"):
        pytest.skip("the package is installed")
    with pytest.raises(SettingsError, match="apache-airflow-providers-slack"):
        notices._notifier(NoticeSettings(kind="slack"), "text")
