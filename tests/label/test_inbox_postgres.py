"""The label inbox on PostgreSQL: as durable, and as safe with many writers, as on SQLite. Skips without a server."""

import os
import shutil
import signal
import subprocess
import sys
import tempfile
import textwrap
import time
from pathlib import Path

import pytest
from sqlalchemy import create_engine, text
from sqlalchemy.exc import OperationalError

from neartwin.errors import LabelError
from neartwin.label.inbox import inbox
from neartwin.label.ingest import ingest_labels
from neartwin.label.verdict import Label
from neartwin.settings import LabelSettings

WRITER = textwrap.dedent("""
    import sys
    from neartwin.label.inbox import inbox
    from neartwin.label.verdict import Label
    from neartwin.settings import LabelSettings, Settings
    settings = Settings.load().model_copy(update={"labels": LabelSettings(inbox=sys.argv[1])})
    with inbox(settings) as box:
        for number in range(int(sys.argv[3])):
            given = Label.of_pair(f"{sys.argv[2]}-{number}", "z", purpose="search", verdict="same", annotator="ann")
            box.append([given])
            print(given.label_id, flush=True)
""")


def program(name):
    """Return the path of a program of the server, which Debian keeps out of the search path."""
    places = [shutil.which(name), *sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), reverse=True)]
    return next((str(place) for place in places if place), None)


class Server:
    """A PostgreSQL of this test alone, over a socket in its own folder; as root it runs as another user."""

    def __init__(self, folder):
        self.folder, self.process = folder, None
        self.user = "postgres" if os.geteuid() == 0 else None
        self.url = f"postgresql+psycopg2://neartwin@/postgres?host={folder}"
        command = [program("initdb"), "-D", folder / "data", "-A", "trust", "-U", "neartwin", "--no-sync"]
        subprocess.run(command, user=self.user, cwd=folder, check=True, capture_output=True)

    def start(self):
        command = [program("postgres"), "-D", self.folder / "data", "-k", self.folder, "-c", "listen_addresses="]
        silent = {"stdout": subprocess.DEVNULL, "stderr": subprocess.DEVNULL}
        self.process = subprocess.Popen(command, user=self.user, cwd=self.folder, **silent)
        engine = create_engine(self.url)
        for _ in range(300):
            try:
                with engine.connect() as connection:
                    connection.execute(text("select 1"))
                break
            except OperationalError:
                time.sleep(0.1)
        engine.dispose()

    def stop(self, number=signal.SIGQUIT):
        self.process.send_signal(number)
        self.process.wait()


@pytest.fixture(scope="module")
def server():
    if not program("initdb") or not program("postgres"):
        pytest.skip("needs a PostgreSQL server: install the package `postgresql`")
    pytest.importorskip("psycopg2", reason="needs a PostgreSQL driver: install psycopg2-binary")
    folder = Path(tempfile.mkdtemp(prefix="neartwin-postgres-"))
    if os.geteuid() == 0:
        shutil.chown(folder, "postgres")
    found = Server(folder)
    found.start()
    yield found
    found.stop()
    shutil.rmtree(folder, ignore_errors=True)


@pytest.fixture
def installed(settings, server):
    with create_engine(server.url).begin() as connection:
        connection.execute(text("drop table if exists label_inbox"))
    return settings.model_copy(update={"labels": LabelSettings(inbox=server.url)})


def label(one="a", other="b", **values):
    return Label.of_pair(one, other, **{"purpose": "search", "verdict": "same", "annotator": "ann", **values})


def stored(settings):
    with inbox(settings) as box:
        return {given.label_id for given in box.labels()}


def start_writer(url, name, count):
    command = [sys.executable, "-c", WRITER, url, name, str(count)]
    return subprocess.Popen(command, stdout=subprocess.PIPE, text=True)


def test_a_label_comes_back_as_it_was_given(installed):
    given = label("b", "a", reason="cùng bài; 同一篇", relation="near copy", similarity=0.97)
    with inbox(installed) as box:
        assert [box.append([given]), box.append([given, given])] == [1, 0]
    with inbox(installed) as box:
        assert list(box.labels()) == [given]


def test_many_labels_are_ingested_once(con, installed):
    with inbox(installed) as box:
        box.append(label(f"a{number}", "z") for number in range(2_500))
    assert ingest_labels(con, installed)["new"] == 2_500
    assert ingest_labels(con, installed)["new"] == 0


def test_two_annotators_at_once_lose_nothing_even_in_a_new_inbox(installed, server):
    writers = [start_writer(server.url, name, 60) for name in ("one", "two")]
    acknowledged = {line for writer in writers for line in writer.communicate()[0].split()}

    assert len(acknowledged) == 120
    assert stored(installed) == acknowledged


def test_a_killed_writer_loses_no_acknowledged_label(installed, server):
    writer = start_writer(server.url, "one", 100_000)
    acknowledged = {writer.stdout.readline().strip() for _ in range(50)}
    writer.kill()
    acknowledged |= set(writer.communicate()[0].split())

    assert acknowledged - stored(installed) in (set(), {""})


def test_a_killed_server_loses_no_acknowledged_label_and_says_so(installed, server):
    writer = start_writer(server.url, "one", 100_000)
    acknowledged = {writer.stdout.readline().strip() for _ in range(50)}
    server.stop(signal.SIGKILL)
    acknowledged |= set(writer.communicate()[0].split())
    with pytest.raises(LabelError, match="nothing was kept"), inbox(installed) as box:
        box.append([label()])
    time.sleep(1)  # its children notice that it is gone
    server.start()

    assert acknowledged - stored(installed) in (set(), {""})
    with inbox(installed) as box:
        assert box.append([label("x", "y")]) == 1


def test_no_password_is_told(installed, settings):
    url = "postgresql+psycopg2://neartwin:secret@127.0.0.1:1/none"
    closed = settings.model_copy(update={"labels": LabelSettings(inbox=url)})
    with pytest.raises(LabelError) as told, inbox(closed):
        pass
    assert "secret" not in str(told.value)
