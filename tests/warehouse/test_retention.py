"""Retention: what is past its days lies in the cold tier, reads as before, and is never what people refer to."""

import os
import random
import shutil
import signal
import subprocess
import sys
import time
from datetime import UTC, date, datetime, timedelta
from pathlib import Path

import pytest

from made_day import MadeDay, prose
from neartwin.errors import ShardError
from neartwin.settings import ROOT, Settings
from neartwin.warehouse import backup, ledger, retention, shards, writer
from neartwin.warehouse.migrations import migrate
from neartwin.warehouse.retention import COLD

TODAY = date(2026, 11, 30)
OLD = TODAY - timedelta(days=40)
HOT_DAYS = {"article": 30, "listing": 7}


@pytest.fixture
def kept(settings):
    """Articles stay hot for 30 days, listings for 7, everything else for ever."""
    store = settings.store.model_copy(update={"hot_days": HOT_DAYS})
    return settings.model_copy(update={"store": store})


def day_of(con, settings, day, n=6, site="tin.example.vn"):
    """Store n articles, n products and n login walls of one day."""
    made = MadeDay(con, settings, day)
    for number in range(n):
        made.page(site, prose("vi", (day, number)), kind="article", language="vi")
        made.page(site, prose("en", (day, number)), kind="product", language="en")
        made.page(site, "", outcome="login_wall", kind="short")
    made.store()
    return made


def move(con, settings, today=TODAY):
    return retention.move_to_cold(con, settings, today, actor="schedule", run_id="r")


def texts(con, settings):
    """Return the text of every document, read by its locator."""
    rows = con.execute("select document_id, shard, shard_row from documents order by shard, shard_row").fetchall()
    found = {}
    for _, table in shards.read_rows(settings, [(shard, row) for _, shard, row in rows], ["document_id", "main_text"]):
        found |= dict(zip(table["document_id"].to_pylist(), table["main_text"].to_pylist(), strict=True))
    assert found.keys() == {document_id for document_id, *_ in rows}
    return found


def tiers(con, table="documents"):
    """Return {kind: is in the cold tier} where all rows of the kind agree."""
    kinds = f"select distinct kind, starts_with(shard, '{COLD}/') from {table} order by all"
    return dict(con.execute(kinds).fetchall())


def test_what_is_past_its_days_moves_and_reads_as_before(con, kept):
    day_of(con, kept, OLD)
    before = texts(con, kept)

    assert move(con, kept) == {"moved_shards": 1, "moved_rows": 6, "removed_files": 0}

    assert tiers(con) == {"article": True, "product": False}
    assert texts(con, kept) == before
    for path, sha256 in con.execute("select path, sha256 from shards").fetchall():
        shards.check(kept, path, sha256)


def test_moving_again_moves_nothing(con, kept):
    day_of(con, kept, OLD)
    move(con, kept)
    before, tip = con.execute("select * from documents order by all").fetchall(), ledger.tip(con)

    assert move(con, kept) == {"moved_shards": 0, "moved_rows": 0, "removed_files": 0}
    assert (con.execute("select * from documents order by all").fetchall(), ledger.tip(con)) == (before, tip)


def test_each_move_is_in_the_ledger_and_the_ledger_stays_sound(con, kept):
    made = day_of(con, kept, OLD)
    (path,) = con.execute("select path from shards").fetchall()[0]
    move(con, kept)

    rows = con.execute("select action, actor, reason, json_extract_string(evidence, '$.shard') from ledger_entries")
    assert rows.fetchall() == [("move_shard", "schedule", "6 rows are past [store] hot_days", path)]
    assert ledger.faults(con, kept) == []
    assert len(made.pages) == sum(n for (n,) in con.execute("select n_rows from shards").fetchall())


def test_what_is_young_or_has_no_days_stays(con, kept):
    day_of(con, kept, TODAY - timedelta(days=30))
    assert move(con, kept)["moved_rows"] == 0
    assert move(con, kept, TODAY + timedelta(days=1))["moved_rows"] == 6


def test_a_content_that_was_captured_again_stays(con, kept):
    made = day_of(con, kept, OLD)
    again = MadeDay(con, kept, TODAY)
    page = made.pages[0]
    again.page(page["site"], page["main_text"], title=page["title"], url=page["url"], kind="article", language="vi")
    again.store()

    assert move(con, kept)["moved_rows"] == 5
    where = "select starts_with(shard, 'cold/') from documents where document_id = ?"
    assert con.execute(where, [page["document_id"]]).fetchall() == [(False,)]


def test_what_merges_labels_and_constraints_refer_to_stays(con, kept):
    made = day_of(con, kept, OLD)
    one, two, three, four, five, six = (page["document_id"] for page in made.pages if page["kind"] == "article")
    ledger.append(
        con,
        [
            ledger.Entry("merge", "ann", "alike", "search", "b", one, effects=(
                ledger.Effect(one, None, one), ledger.Effect(two, None, one),
            )),
            ledger.Entry("undo", "ann", "not alike", "search", "b", one, 1, effects=(
                ledger.Effect(one, one, None), ledger.Effect(two, one, None),
            )),
        ],
    )  # fmt: skip
    left, right = sorted((three, four))
    con.execute(
        "insert into labels by name select 'l' as label_id, ? as document_id_l, ? as document_id_r, 'search' as"
        " purpose, 'same' as verdict, 'bob' as annotator, now()::timestamp as labelled_at",
        [left, right],
    )
    left, right = sorted((five, "0"))
    con.execute(
        "insert into constraints values ('c', ?, ?, 'search', true, 'why', 'ann', now()::timestamp)", [left, right]
    )

    assert move(con, kept)["moved_rows"] == 1
    moved = con.execute("select document_id from documents where starts_with(shard, 'cold/')").fetchall()
    assert moved == [(six,)]


def test_a_kept_site_stays(con, kept):
    day_of(con, kept, OLD)
    day_of(con, kept, OLD - timedelta(days=1), site="gov.example")
    store = kept.store.model_copy(update={"hot_sites": ("gov.example",)})

    assert move(con, kept.model_copy(update={"store": store}))["moved_rows"] == 6


def test_a_replaced_file_goes_a_day_later(con, kept):
    day_of(con, kept, OLD)
    (path,) = con.execute("select path from shards").fetchall()[0]
    move(con, kept)
    assert (kept.lake / path).is_file(), "a published review copy may still name it"
    con.execute("update ledger_entries set made_at = made_at - interval 2 day")

    assert move(con, kept)["removed_files"] == 1
    assert not (kept.lake / path).exists()
    assert move(con, kept)["removed_files"] == 0
    assert len(texts(con, kept)) == 12


def test_a_file_that_a_kept_backup_names_stays(con, kept):
    day_of(con, kept, OLD)
    (path,) = con.execute("select path from shards").fetchall()[0]
    folder = kept.data / "backups" / (datetime.now(UTC) - timedelta(days=3)).strftime(backup.NAME)
    folder.mkdir(parents=True)
    (folder / backup.MANIFEST).write_text("{}")
    move(con, kept)
    con.execute("update ledger_entries set made_at = made_at - interval 2 day")

    assert move(con, kept)["removed_files"] == 0
    assert (kept.lake / path).is_file()
    shutil.rmtree(folder)
    assert move(con, kept)["removed_files"] == 1


def test_the_cold_tier_of_a_later_state_survives_the_restore_of_an_old_one(con, kept):
    """An old backup, from elsewhere, names a file that is gone: its texts are in successors that it does not know."""
    day_of(con, kept, OLD)
    (first,) = con.execute("select path from shards").fetchall()[0]
    move(con, kept)
    later = [path for (path,) in con.execute("select path from shards").fetchall()]
    (kept.lake / first).unlink()
    con.execute("delete from ledger_entries")
    con.execute("update shards set path = ? where starts_with(path, 'cold/')", [first])
    con.execute("delete from shards where path <> ?", [first])
    long_ago = time.time() - 2 * 86_400
    for path in kept.lake.rglob("*~*.parquet"):
        os.utime(path, (long_ago, long_ago))

    assert move(con, kept)["removed_files"] == 0
    assert all((kept.lake / path).is_file() for path in later)


def test_a_shard_whose_rows_all_move_has_one_successor(con, kept):
    made = MadeDay(con, kept, OLD)
    made.page("tin.example.vn", prose("vi", 1), kind="article")
    made.store()
    move(con, kept)
    assert [path for (path,) in con.execute("select path from shards").fetchall()] == [
        con.execute("select shard from documents").fetchall()[0][0]
    ]


def test_an_altered_shard_is_refused_and_nothing_moves(con, kept):
    day_of(con, kept, OLD)
    (path,) = con.execute("select path from shards").fetchall()[0]
    (kept.lake / path).write_bytes(b"PAR1")

    with pytest.raises(ShardError, match="partial or altered"):
        move(con, kept)
    assert tiers(con) == {"article": False, "product": False}
    assert ledger.tip(con) == (0, ledger.FIRST_HASH)


def test_the_cold_tier_is_of_its_own_kind(con, kept):
    """A day that is run again registers its old shard again: the next move lets it go and keeps what is cold."""
    made = day_of(con, kept, OLD)
    move(con, kept)
    made.store()
    con.execute("update ledger_entries set made_at = made_at - interval 2 day")

    assert move(con, kept) == {"moved_shards": 0, "moved_rows": 0, "removed_files": 1}
    assert con.execute("select count(*) from shards").fetchall() == [(2,)]
    assert len(texts(con, kept)) == 12


def test_a_successor_that_a_kill_left_unregistered_goes_a_day_later(con, kept):
    day_of(con, kept, OLD)
    (first,) = con.execute("select path from shards").fetchall()[0]
    stray = kept.lake / COLD / f"{first.removesuffix('.parquet')}~0123.parquet"
    stray.parent.mkdir(parents=True)
    stray.write_bytes(b"PAR1")
    move(con, kept)
    assert stray.is_file()
    long_ago = time.time() - 2 * 86_400
    for path in kept.lake.rglob("*~*.parquet"):
        os.utime(path, (long_ago, long_ago))

    assert move(con, kept)["removed_files"] == 1
    assert not stray.exists()
    assert len(texts(con, kept)) == 12


SCRIPT = """
import sys
from datetime import date
from pathlib import Path
from neartwin.settings import Settings
from neartwin.warehouse import retention, writer
sys.path.insert(0, sys.argv[2])
from test_retention import installation
settings = installation(Path(sys.argv[1]))
sys.stdout.write("ready\\n"); sys.stdout.flush()
with writer(settings) as con:
    retention.move_to_cold(con, settings, date(2026, 11, 30), actor="schedule", run_id="r")
"""


def installation(data: Path) -> Settings:
    store = {"hot_days": HOT_DAYS}
    purposes = {"search": {"deciding_method": "m@1"}}
    settings = Settings(data=data, purposes=purposes, active_methods=("m@1",), methods={"m@1": {}}, store=store)
    return settings.model_copy(update={"lock_wait_seconds": 20.0})


def test_killed_while_it_moves(tmp_path):
    settings = installation(tmp_path / "data")
    with writer(settings) as con:
        migrate(con)
        for number in range(30):
            day_of(con, settings, OLD - timedelta(days=number), n=3)
        before = texts(con, settings)
    dice, kills = random.Random(3), 0
    paths = [str(ROOT / "plugins"), str(ROOT / "tests"), str(Path(__file__).parent)]
    env = os.environ | {"PYTHONPATH": os.pathsep.join(paths)}
    arguments = [sys.executable, "-c", SCRIPT, str(settings.data), str(Path(__file__).parent)]
    for _ in range(3):
        process = subprocess.Popen(arguments, env=env, stdout=subprocess.PIPE)
        assert process.stdout is not None
        assert process.stdout.readline() == b"ready\n"
        time.sleep(dice.uniform(0, 0.5))
        process.send_signal(signal.SIGKILL)
        process.communicate()
        kills += 1
        with writer(settings) as con:
            assert ledger.faults(con, settings) == []
            assert texts(con, settings) == before
    with writer(settings) as con:
        move(con, settings)
        assert tiers(con) == {"article": True, "product": False}
        assert texts(con, settings) == before
        assert con.execute("select count(*) from ledger_entries").fetchall() == [(30,)]
    assert kills == 3
