"""The label inbox: durable before the answer, many writers, each label once in the warehouse."""

import subprocess
import sys
import textwrap
import time

import pytest
from pydantic import ValidationError
from sqlalchemy import event

from neartwin.errors import LabelError
from neartwin.label.inbox import inbox
from neartwin.label.ingest import ingest_labels
from neartwin.label.verdict import Label


def label(one="a", other="b", **values):
    return Label.of_pair(one, other, **{"purpose": "search", "verdict": "same", "annotator": "ann", **values})


def test_a_label_is_there_after_the_call(settings):
    with inbox(settings) as box:
        given = label("b", "a", reason="cùng bài", relation="near copy", similarity=0.97)
        assert box.append([given]) == 1
    with inbox(settings) as box:
        assert list(box.labels()) == [given]


def test_the_same_label_twice_is_one(settings):
    given = label()
    with inbox(settings) as box:
        assert [box.append([given]), box.append([given, given])] == [1, 0]


def test_ingesting_is_exactly_once(con, settings):
    with inbox(settings) as box:
        box.append([label(), label(verdict="different")])
    assert ingest_labels(con, settings) == {"new": 2, "unknown_documents": 2}
    assert ingest_labels(con, settings)["new"] == 0


def test_an_empty_inbox_gives_nothing(con, settings):
    assert ingest_labels(con, settings) == {"new": 0, "unknown_documents": 0}


@pytest.mark.parametrize(
    "values",
    [{"verdict": "maybe"}, {"purpose": "fun"}, {"annotator": ""}, {"relation": "cousin"}, {"supersedes": "x"}],
)
def test_a_wrong_label_is_refused(values):
    with pytest.raises(ValidationError):
        label(**values)


def test_a_document_with_itself_is_refused():
    with pytest.raises(ValidationError, match="two different documents"):
        label("a", "a")


def test_an_inbox_that_cannot_be_written_says_so(settings):
    broken = settings.model_copy(
        update={"labels": settings.labels.model_copy(update={"inbox": "sqlite:////proc/none/labels.sqlite"})}
    )
    with pytest.raises(LabelError, match="nothing was kept"), inbox(broken):
        pass


def test_a_full_inbox_keeps_nothing_of_a_batch(settings):
    def leave_no_room(connection, _):
        connection.execute("pragma max_page_count = 1")  # SQLite takes the present size when that is larger

    labels = [label(f"a{number}", "z", reason="x" * 2000) for number in range(3000)]
    with inbox(settings) as box:
        box.append([label()])
        event.listen(box.engine, "connect", leave_no_room)
        box.engine.dispose()
        with pytest.raises(LabelError, match=r"full.*nothing was kept"):
            box.append(labels)
    assert len(stored(settings)) == 1


def test_a_locked_inbox_says_so(settings, monkeypatch):
    monkeypatch.setattr("neartwin.label.inbox.BUSY_SECONDS", 0)
    with inbox(settings) as box, inbox(settings) as other, box.engine.connect() as connection:
        connection.exec_driver_sql("begin immediate")
        with pytest.raises(LabelError, match=r"locked.*nothing was kept"):
            other.append([label()])
        connection.exec_driver_sql("rollback")
        assert other.append([label()]) == 1


@pytest.mark.timeout(60)
def test_ten_thousand_labels_are_ingested_in_five_seconds(con, settings):
    with inbox(settings) as box:
        box.append(label(f"a{number}", "z") for number in range(10_000))
    start = time.process_time()
    assert ingest_labels(con, settings)["new"] == 10_000
    assert time.process_time() - start < 5


WRITER = textwrap.dedent("""
    import sys
    from pathlib import Path
    from neartwin.label.inbox import inbox
    from neartwin.label.verdict import Label
    from neartwin.settings import Settings
    settings = Settings.load().model_copy(update={"data": Path(sys.argv[1])})
    with inbox(settings) as box:
        for number in range(int(sys.argv[3])):
            given = Label.of_pair(f"{sys.argv[2]}-{number}", "z", purpose="search", verdict="same", annotator="ann")
            box.append([given])
            print(given.label_id, flush=True)
""")


def start_writer(settings, name, count):
    command = [sys.executable, "-c", WRITER, str(settings.data), name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def stored(settings):
    with inbox(settings) as box:
        return {given.label_id for given in box.labels()}


def test_two_writers_at_once_lose_nothing(settings):
    with inbox(settings):
        pass
    writers = [start_writer(settings, name, 40) for name in ("one", "two")]
    acknowledged = {line for writer in writers for line in writer.communicate()[0].split()}

    assert len(acknowledged) == 80
    assert stored(settings) == acknowledged


def test_a_kill_loses_no_acknowledged_label(settings):
    writer = start_writer(settings, "one", 100_000)
    acknowledged = {writer.stdout.readline().strip() for _ in range(50)}
    writer.kill()
    acknowledged |= set(writer.communicate()[0].split())

    assert acknowledged - stored(settings) in (set(), {""})
