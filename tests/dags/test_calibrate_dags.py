"""`ingest_labels` and `calibrate_thresholds` as Airflow runs them: labels in, a policy asked for, approved, refused."""

import sys
import threading
import time
from datetime import timedelta
from pathlib import Path

import pytest

from neartwin.calibrate import policy
from neartwin.label.inbox import inbox
from neartwin.label.verdict import Label
from neartwin.settings import Settings
from neartwin.warehouse import ledger, publish, reader, writer
from neartwin.warehouse.migrations import migrate

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "calibrate"))
from judged_pairs import METHOD, START, columns, enter

N = 900


@pytest.fixture
def installation(tmp_path, monkeypatch):
    """An installation without labels: pairs that could be merged, stored and compared."""
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        enter(con, made())
        con.execute("delete from labels")
    return settings


def made(n=N):
    same = [i % 3 != 0 for i in range(n)]
    similarity = [0.95 if is_same else 0.7 for is_same in same]
    measures = dict.fromkeys(("jaccard", "containment", "minhash_jaccard", "hamming", "aligned"), similarity)
    return columns(n, verdict=["same" if s else "different" for s in same], **measures)


def judge(settings, n=N):
    """Give the verdicts through the inbox, as people do."""
    told = made()
    labels = [
        Label.of_pair(
            told["document_id_l"][i],
            told["document_id_r"][i],
            label_id=f"l{i}",
            purpose="search",
            verdict=told["verdict"][i],
            annotator="ann",
            labelled_at=START + timedelta(minutes=i),
        )
        for i in range(n)
    ]
    with inbox(settings) as box:
        box.append(labels)


def answer(option, user):
    """Answer the open question as Airflow's approval page does, from a thread, while the run waits."""

    def wait_and_answer():
        from airflow.models.hitl import HITLDetail
        from airflow.models.taskinstance import TaskInstance
        from airflow.models.trigger import handle_event_submit
        from airflow.triggers.base import TriggerEvent
        from airflow.utils.session import create_session
        from airflow.utils.timezone import utcnow

        deadline = time.monotonic() + 60
        while time.monotonic() < deadline:
            with create_session() as session:
                for asked in session.query(HITLDetail).filter(HITLDetail.responded_at.is_(None)):
                    instance = session.get(TaskInstance, asked.ti_id)
                    if str(instance.state) == "awaiting_input":
                        asked.responded_by = {"id": user, "name": user}
                        asked.responded_at = utcnow()
                        asked.chosen_options = [option]
                        asked.params_input = {"note": "looked at all"}
                        event = TriggerEvent(asked.as_resume_event_payload())
                        handle_event_submit(event, task_instance=instance, session=session)
                        return
            time.sleep(0.2)

    thread = threading.Thread(target=wait_and_answer, daemon=True)
    thread.start()
    return thread


def run(bag, dag_id, **options):
    return bag.dags[dag_id].test(**options)


def states(done):
    return {instance.task_id: str(instance.state) for instance in done.get_task_instances()}


def in_force(settings):
    with reader(settings) as con:
        return policy.active(con, "search", METHOD)


def test_labels_come_in_once_and_are_announced_once(bag, installation):
    judge(installation, 10)

    first, second = run(bag, "ingest_labels"), run(bag, "ingest_labels")

    assert str(first.state) == str(second.state) == "success"
    assert states(first)["announce"] == "success"
    assert states(second)["announce"] == states(second)["publish"] == "skipped"
    with reader(installation) as con:
        assert con.execute("select count(*) from labels").fetchone() == (10,)


def test_an_approved_policy_comes_into_force(bag, installation):
    judge(installation)
    run(bag, "ingest_labels")
    thread = answer("Approve", "admin")

    done = run(bag, "calibrate_thresholds")
    thread.join()

    assert str(done.state) == "success"
    assert states(done)["announce_tightened"] == states(done)["activate"] == "success"
    policy_id, rules = in_force(installation)
    assert policy.resolve(rules, "vi", "article", "long").merge_at == 0.95
    with reader(installation) as con:
        assert ledger.faults(con, installation) == []
        assert con.execute("select actor, is_approved from approvals").fetchall() == [("admin", True)]
        assert con.execute("select count(*) from calibrations").fetchone() == (2,)
    assert policy_id.startswith("search-")
    assert publish.current(installation) is not None
    assert len(list((installation.reports / "calibrations").glob("*.html"))) == 2


def test_a_rejected_policy_changes_nothing_and_is_not_asked_again(bag, installation):
    judge(installation)
    run(bag, "ingest_labels")
    thread = answer("Reject", "admin")
    run(bag, "calibrate_thresholds")
    thread.join()

    again = run(bag, "calibrate_thresholds")

    assert states(again)["question"] == "skipped"
    assert all(rule.merge_at is None for rule in in_force(installation)[1])


def test_an_answer_of_somebody_else_changes_nothing(bag, installation):
    judge(installation)
    run(bag, "ingest_labels")
    thread = answer("Approve", "mallory")

    done = run(bag, "calibrate_thresholds")
    thread.join()

    assert str(done.state) == "failed"
    assert all(rule.merge_at is None for rule in in_force(installation)[1])


def test_without_labels_nothing_is_asked(bag, installation):
    done = run(bag, "calibrate_thresholds")
    assert str(done.state) == "success"
    assert states(done)["approve"] == states(done)["activate"] == "skipped"
    assert in_force(installation) == (None, [])
