"""`merge_duplicates` and `undo_merge` as Airflow runs them: asked, answered, refused, and taken back."""

import threading
from contextlib import contextmanager, suppress

import pytest

from made_crawl import fill, live, merged_state, verify
from neartwin.errors import ApproverError
from neartwin.settings import Settings
from neartwin.warehouse import ledger, publish, reader, writer
from neartwin.warehouse.migrations import migrate

SETTINGS = """
active_methods = ["m"]
[purposes.search]
deciding_method = "m"
[gate]
approvers = ["ann"]
max_site_share = {max_site_share}
answer_hours = 1
[methods."m@1"]
algorithm = "simhash"
"""


@pytest.fixture(scope="module")
def api(bag):
    """Airflow's own REST API in this process."""
    from airflow.api_fastapi.app import create_app
    from fastapi.testclient import TestClient

    with TestClient(create_app(), base_url="http://127.0.0.1") as client:
        yield client


def as_user(name, role="user"):
    from airflow.api_fastapi.app import get_auth_manager
    from airflow.api_fastapi.auth.managers.simple.user import SimpleAuthManagerUser

    token = get_auth_manager().generate_jwt(SimpleAuthManagerUser(username=name, role=role))
    return {"Authorization": f"Bearer {token}"}


@contextmanager
def answering(give):
    """Call `give()` again and again, until it returns True, in a thread while the run waits for its answer.

    A run whose question nobody answers waits for ever, and Airflow takes the alarm that pytest's own time limit needs:
    so a locked database only means another try, and the thread ends with the run.
    """
    from sqlalchemy.exc import OperationalError

    is_over = threading.Event()

    def wait_and_answer():
        while not is_over.wait(0.2):
            with suppress(OperationalError):
                if give():
                    return

    thread = threading.Thread(target=wait_and_answer, daemon=True)
    thread.start()
    try:
        yield
    finally:
        is_over.set()
        thread.join()


def by_rest(api, answers, seen):
    """Return a giver of answers over REST, one after the other; it notes the HTTP status of each."""

    def give():
        found = api.get(
            "/api/v2/dags/merge_duplicates/dagRuns/~/hitlDetails?response_received=false", headers=as_user("ann")
        ).json()
        waiting = [d for d in found.get("hitl_details", []) if d["task_instance"]["state"] == "awaiting_input"]
        for instance in [detail["task_instance"] for detail in waiting[-1:]]:
            of_run = f"/api/v2/dags/merge_duplicates/dagRuns/{instance['dag_run_id']}"
            for name, option in answers:
                body = {"chosen_options": [option], "params_input": {"note": "looked at all"}}
                url = f"{of_run}/taskInstances/approve/-1/hitlDetails"
                seen.append(api.patch(url, json=body, headers=as_user(name)).status_code)
        return bool(waiting)

    return give


@pytest.fixture
def installation(tmp_path, monkeypatch):
    """Eight documents, two pairs far above the policy's threshold: a batch that asks because of the site's share."""
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "data"))
    (tmp_path / "neartwin.toml").write_text(SETTINGS.format(max_site_share=0.1))
    monkeypatch.setenv("NEARTWIN_CONFIG", str(tmp_path / "neartwin.toml"))
    settings = Settings.load()
    with writer(settings) as con:
        migrate(con)
        fill(con)
        verify(con, ("a", "b"), ("a", "c"))
    return settings


def answer(option, user, meanwhile=lambda: None):
    """Answer the open question as Airflow's approval page does; `meanwhile` is what happened while it was open."""

    def give():
        from airflow.models.hitl import HITLDetail
        from airflow.models.taskinstance import TaskInstance
        from airflow.models.trigger import handle_event_submit
        from airflow.triggers.base import TriggerEvent
        from airflow.utils.session import create_session
        from airflow.utils.timezone import utcnow

        with create_session() as session:
            for asked in session.query(HITLDetail).filter(HITLDetail.responded_at.is_(None)):
                instance = session.get(TaskInstance, asked.ti_id)
                if str(instance.state) == "awaiting_input":
                    meanwhile()
                    asked.responded_by = {"id": user, "name": user}
                    asked.responded_at = utcnow()
                    asked.chosen_options = [option]
                    asked.params_input = {"note": "looked at all"}
                    event = TriggerEvent(asked.as_resume_event_payload())
                    handle_event_submit(event, task_instance=instance, session=session)
                    return True
        return False

    return answering(give)


def run(bag, dag_id, **options):
    return bag.dags[dag_id].test(**options)


def test_the_dag_folder_imports(bag):
    assert bag.import_errors == {}
    assert {"merge_duplicates", "undo_merge", "release_quarantine", "maintain_store"} <= bag.dags.keys()


def test_an_approved_batch_is_applied_in_the_name_of_who_approved(bag, installation):
    with answer("Approve", "ann"):
        done = run(bag, "merge_duplicates")

    assert str(done.state) == "success"
    with reader(installation) as con:
        assert merged_state(con) == {"a": "a", "b": "a", "c": "a"}
        assert con.execute("select actor, reason from ledger_entries").fetchall() == [
            ("ann", "approved: looked at all")
        ]
        assert con.execute("select is_approved, actor from approvals").fetchall() == [(True, "ann")]
        assert ledger.faults(con, installation) == []
    assert publish.current(installation) is not None


def test_a_rejected_batch_is_recorded_and_not_asked_again(bag, installation):
    with answer("Reject", "ann"):
        assert str(run(bag, "merge_duplicates").state) == "success"
    assert str(run(bag, "merge_duplicates").state) == "success"

    with reader(installation) as con:
        assert merged_state(con) == {}
        assert con.execute("select is_approved, actor from approvals").fetchall() == [(False, "ann")]


def test_an_answer_of_somebody_else_merges_nothing(bag, installation):
    with answer("Approve", "mallory"):
        done = run(bag, "merge_duplicates")

    assert str(done.state) == "failed"
    with reader(installation) as con:
        assert merged_state(con) == {}


def test_an_approval_of_a_batch_that_was_declined_meanwhile_merges_nothing(bag, installation):
    """On the command line, while the question was open: the run fails and says so, and the refusal stays."""
    from neartwin.merge import answer as answers
    from neartwin.merge.people import Person

    def decline():
        with writer(installation) as con:
            ((batch_id,),) = con.execute("select batch_id from merge_batches").fetchall()
            answers.decline(con, batch_id, Person("bob", "two rounds"))

    with answer("Approve", "ann", decline):
        done = run(bag, "merge_duplicates")

    assert str(done.state) == "failed"
    with reader(installation) as con:
        assert merged_state(con) == {}
        assert con.execute("select is_approved, actor, note from approvals").fetchall() == [
            (False, "bob", "two rounds")
        ]
        assert con.execute("select state from batch_states").fetchall() == [("declined",)]


def test_a_question_nobody_answers_merges_nothing(bag, installation):
    assert str(run(bag, "merge_duplicates", mark_success_pattern="approve").state) == "success"
    with reader(installation) as con:
        assert merged_state(con) == {}


def test_a_run_does_not_ask_again_while_an_earlier_question_is_open(bag, installation):
    """Nobody answers in this test: a run that put the question would never end."""
    from neartwin.merge import gate

    run(bag, "merge_duplicates", mark_success_pattern="approve")
    with writer(installation) as con:
        gate.ask(con, [row[0] for row in con.execute("select batch_id from merge_batches").fetchall()])

    assert str(run(bag, "merge_duplicates").state) == "success"
    with reader(installation) as con:
        assert con.execute("select state from batch_states").fetchall() == [("waiting",)]


def test_the_question_shows_crawled_words_without_their_power(bag, installation):
    with writer(installation) as con:
        con.execute(
            "update documents set title = '<img src=x> [a](javascript:b) | ' || chr(8238) where document_id = 'b'"
        )
    run(bag, "merge_duplicates", mark_success_pattern="approve")

    text = next((installation.data / "questions").glob("*.md")).read_text()
    assert "<img" not in text
    assert "](" not in text
    assert "\u202e" not in text
    assert "202E›" in text


def undo(bag, **params):
    return run(bag, "undo_merge", run_conf={"reason": "not the same notice", **params})


def test_an_undone_batch_stays_undone_on_the_next_run(bag, installation):
    with answer("Approve", "ann"):
        run(bag, "merge_duplicates")
    with reader(installation) as con:
        batch_id = con.execute("select batch_id from merge_batches").fetchall()[0][0]

    assert str(undo(bag, action="batch", batch_id=batch_id).state) == "success"
    assert str(run(bag, "merge_duplicates").state) == "success"

    with reader(installation) as con:
        assert merged_state(con) == {}
        assert live(con) == set("abcdefgh")


def test_an_undo_that_cannot_be_done_fails_and_changes_nothing(bag, installation):
    assert str(undo(bag, action="batch", batch_id="nothing").state) == "failed"


def test_only_approvers_pass_the_gate_of_a_dag(installation):
    from neartwin.orchestration.day_run import Run

    with pytest.raises(ApproverError, match="names ann"):
        Run(settings=installation, run_id="r", actor="bob", params={}).require_approver()
    Run(settings=installation, run_id="r", actor="ann", params={}).require_approver()


def test_the_store_is_backed_up_and_its_ledger_checked(bag, installation):
    assert str(run(bag, "maintain_store").state) == "success"
    assert len(list((installation.data / "backups").iterdir())) == 1


def test_the_rest_api_takes_the_answer_of_an_approver_only(bag, api, installation):
    seen = []
    with answering(by_rest(api, [("reviewer", "Approve"), ("ann", "Approve"), ("ann", "Reject")], seen)):
        assert str(run(bag, "merge_duplicates").state) == "success"

    assert seen == [403, 200, 409]
    with reader(installation) as con:
        assert merged_state(con) == {"a": "a", "b": "a", "c": "a"}
        assert con.execute("select is_approved, actor from approvals").fetchall() == [(True, "ann")]


def test_the_rest_api_takes_a_rejection(bag, api, installation):
    seen = []
    with answering(by_rest(api, [("ann", "Reject")], seen)):
        assert str(run(bag, "merge_duplicates").state) == "success"

    assert seen == [200]
    with reader(installation) as con:
        assert merged_state(con) == {}


@pytest.fixture(scope="module")
def stored(bag):
    """The DAGs in the metadata database, as the DAG processor puts them there; the REST API starts only these."""
    from airflow.dag_processing.bundles.manager import DagBundlesManager
    from airflow.dag_processing.dagbag import sync_bag_to_db

    DagBundlesManager().sync_bundles_to_db()
    sync_bag_to_db(bag, "dags-folder", None)


def first_task(bag, dag_id, run_id):
    """Run the first task of a run that the REST API has made, as `dag.test` runs a task; return its state."""
    from airflow.models.taskinstance import TaskInstance
    from airflow.sdk.definitions.dag import _run_task
    from airflow.utils.session import create_session

    task = bag.dags[dag_id].roots[0]
    with create_session() as session:
        instance = session.query(TaskInstance).filter_by(run_id=run_id, task_id=task.task_id).one()
        _run_task(ti=instance, task=task)
        return instance.state.value


def triggered_by(bag, api, name, dag_id, **conf):
    """Trigger a DAG over REST and run its first task; return the state."""
    made = api.post(
        f"/api/v2/dags/{dag_id}/dagRuns",
        json={"logical_date": None, "conf": {"reason": "let me", **conf}},
        headers=as_user(name),
    ).json()
    assert made["triggering_user_name"] == name
    return first_task(bag, dag_id, made["dag_run_id"])


def test_an_undo_that_a_plain_user_triggers_is_refused(bag, api, stored, installation, capfd):
    with answer("Approve", "ann"):
        run(bag, "merge_duplicates")

    assert triggered_by(bag, api, "reviewer", "undo_merge", action="document", documents=["b"]) == "failed"
    assert "reviewer may not do this" in "".join(capfd.readouterr())
    with reader(installation) as con:
        assert merged_state(con) == {"a": "a", "b": "a", "c": "a"}

    assert triggered_by(bag, api, "ann", "undo_merge", action="document", documents=["b"]) == "success"
    with reader(installation) as con:
        assert merged_state(con) == {"a": "a", "c": "a"}
        assert con.execute("select actor from ledger_entries order by all").fetchall() == [("ann",), ("ann",)]


def test_an_answer_for_a_day_that_a_plain_user_triggers_is_refused(bag, api, stored, installation, capfd):
    conf = {"day": "2026-11-01", "answer": "release"}

    assert triggered_by(bag, api, "reviewer", "release_quarantine", **conf) == "failed"
    assert "reviewer may not do this" in "".join(capfd.readouterr())
    with reader(installation) as con:
        assert con.execute("select count(*) from check_results").fetchall() == [(0,)]

    assert triggered_by(bag, api, "ann", "release_quarantine", **conf) == "success"
    with reader(installation) as con:
        assert con.execute("select count(*) > 0 from check_results").fetchall() == [(True,)]
