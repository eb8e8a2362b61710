"""The ledger: appended, chained, projected, and found out when somebody changes it."""

import duckdb
import pytest
from hypothesis import given
from hypothesis import settings as hypothesis_settings
from hypothesis import strategies as st

from neartwin.errors import LedgerError
from neartwin.warehouse import ledger, run
from neartwin.warehouse.ledger import Effect, Entry
from neartwin.warehouse.migrations import migrate


def merge(representative, *members, before=None):
    effects = tuple(Effect(d, before, representative) for d in (representative, *members))
    return Entry("merge", "admin", "same notice", purpose="search", batch_id="b", cluster_id="a", effects=effects)


def state(con):
    return dict(
        con.execute("select document_id, representative_id from merged_documents where purpose = 'search'").fetchall()
    )


def test_appending_moves_the_projection(con):
    assert ledger.append(con, [merge("a", "b", "c")]) == [1]
    assert state(con) == {"a": "a", "b": "a", "c": "a"}


def test_nothing_appended_changes_nothing(con):
    assert ledger.append(con, []) == []
    assert ledger.tip(con) == (0, ledger.FIRST_HASH)


def test_the_inverse_restores_the_state(con, settings):
    ledger.append(con, [merge("a", "b")])
    undo = Entry(
        "undo",
        "admin",
        "different",
        "search",
        undoes_position=1,
        effects=(Effect("a", "a", None), Effect("b", "a", None)),
    )
    ledger.append(con, [undo])

    assert set(state(con).values()) == {None}
    assert ledger.faults(con, settings) == []


def test_an_effect_on_a_moved_document_is_refused(con):
    ledger.append(con, [merge("a", "b")])

    with pytest.raises(LedgerError, match="plan it again"):
        ledger.append(con, [merge("c", "b")])
    assert ledger.tip(con)[0] == 1


@pytest.mark.parametrize(
    ("tampering", "fault"),
    [
        ("update ledger_entries set reason = 'another' where position = 1", "entry 1 was changed"),
        ("update ledger_effects set representative_after = 'x' where position = 2", "entry 2 was changed"),
        ("delete from ledger_entries where position = 2", "effects of entries that do not exist"),
        ("delete from ledger_effects where position = 3", "entry 3 was changed"),
        ("update merged_documents set representative_id = 'b' where document_id = 'a'", "disagrees with the ledger"),
    ],
)
def test_tampering_is_found(con, settings, tampering, fault):
    for names in ("ab", "cd", "ef"):
        ledger.append(con, [merge(*names)])
    assert ledger.faults(con, settings) == []

    con.execute(tampering)

    assert any(fault in found for found in ledger.faults(con, settings))


def test_a_ledger_that_was_cut_off_is_found(con, settings):
    ledger.append(con, [merge("a", "b"), merge("c", "d")])
    ledger.export_tip(con, settings)
    for table in ("ledger_effects", "ledger_entries"):
        con.execute(f"delete from {table} where position = 2")
    con.execute("delete from merged_documents where document_id in ('c', 'd')")

    assert any("cut off" in fault for fault in ledger.faults(con, settings))


def test_a_ledger_that_was_rewritten_is_found(con, settings):
    ledger.append(con, [merge("a", "b")])
    ledger.export_tip(con, settings)
    for table in ("ledger_effects", "ledger_entries", "merged_documents"):
        con.execute(f"delete from {table}")
    ledger.append(con, [merge("a", "c")])

    assert any("rewritten" in fault for fault in ledger.faults(con, settings))


def test_exporting_the_same_tip_twice_writes_it_once(con, settings):
    ledger.append(con, [merge("a", "b")])
    ledger.export_tip(con, settings)
    ledger.export_tip(con, settings)

    assert len((settings.lake / "ledger" / "tips.jsonl").read_text().splitlines()) == 1


@hypothesis_settings(max_examples=25, deadline=None)
@given(st.lists(st.tuples(st.integers(0, 5), st.one_of(st.none(), st.integers(0, 5))), max_size=12))
def test_replaying_the_ledger_gives_the_projection(moves):
    con = duckdb.connect()
    migrate(con)
    present = {}
    for document, representative in moves:
        effect = Effect(f"d{document}", present.get(document), None if representative is None else f"d{representative}")
        ledger.append(con, [Entry("merge", "admin", "why", "search", effects=(effect,))])
        present[document] = effect.after

    assert state(con) == {f"d{document}": after for document, after in present.items()}
    assert run(con, "ledger/select_projection_faults") == []
