"""Take merges back: a batch, a cluster or one document; split a cluster; change who stands for it; lift a constraint.

Each is one transaction: ledger entries with the inverse effects, and a dated must-not-merge constraint with a label
for every pair that was parted, so that the next run does not merge it again.
"""

from collections.abc import Callable, Sequence

import duckdb

from neartwin.errors import MergeError
from neartwin.merge.apply import invariant_faults, stage_undo
from neartwin.merge.people import Person, keep_apart, name_pair
from neartwin.merge.plan import batch_of
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import ledger, run, transaction
from neartwin.warehouse.ledger import Effect, Entry


def undo_batch(con: duckdb.DuckDBPyConnection, settings: Settings, batch_id: str, person: Person) -> int:
    """Undo a whole batch and return the number of documents freed.

    Raises MergeError for a batch that was never applied or is undone already, and when later actions build on it: the
    message lists those in the order in which to undo them first.
    """
    batch = batch_of(con, batch_id)
    if not run(con, "merge/select_live_entries", batch_id=batch.batch_id):
        raise MergeError(f"batch {batch.batch_id[:12]} is not applied (or is undone already): nothing to undo")
    if later := run(con, "merge/select_later_actions", batch_id=batch.batch_id):
        listed = ", ".join(f"entry {position} ({action} {batch_id[:12]})" for position, action, batch_id in later)
        raise MergeError(f"later actions build on batch {batch.batch_id[:12]}: undo these first, in order: {listed}")
    return _act_staged(
        con,
        settings,
        batch.purpose,
        lambda: stage_undo(con, batch, actor=person.actor, reason=person.reason),
        person,
    )


def undo_cluster(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, document_id: str, person: Person
) -> int:
    """Free every document of the cluster that holds `document_id`; return their number."""
    representative, members = cluster_of(con, purpose, document_id)
    effects = tuple(Effect(member, representative, None) for member in members)
    return _act(con, settings, purpose, [_entry("undo", purpose, representative, effects, person)], person)


def undo_document(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, document_id: str, person: Person
) -> int:
    """Free one document of its representative; a representative left alone is free too.

    Raises MergeError for the representative itself: change it first, or undo the cluster.
    """
    representative, members = cluster_of(con, purpose, document_id)
    if document_id == representative:
        raise MergeError(
            f"{document_id} stands for {len(members) - 1} others: change the representative, or undo the cluster"
        )
    freed = members if len(members) == 2 else [document_id]
    effects = tuple(Effect(member, representative, None) for member in freed)
    return _act(con, settings, purpose, [_entry("undo", purpose, representative, effects, person)], person)


def split_cluster(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, documents: Sequence[str], person: Person
) -> int:
    """Part the named documents from their cluster into one of their own, the first of them standing for the others.

    All must be members of one cluster, without its representative. Raises MergeError otherwise.
    """
    if not documents:
        raise MergeError("name the documents to split off")
    representative, members = cluster_of(con, purpose, documents[0])
    if strangers := [name for name in documents if name not in members or name == representative]:
        raise MergeError(
            f"{', '.join(strangers)}: not a member of the cluster of {representative}, or its representative"
        )
    after = documents[0] if len(set(documents)) > 1 else None
    effects = [Effect(name, representative, after) for name in sorted(set(documents))]
    if len(members) - len(effects) == 1:
        effects.append(Effect(representative, representative, None))
    return _act(con, settings, purpose, [_entry("split", purpose, representative, tuple(effects), person)], person)


def change_representative(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, document_id: str, person: Person
) -> int:
    """Let a member stand for its cluster; members without their own verified edge to it are freed in the same entry."""
    representative, members = cluster_of(con, purpose, document_id)
    if document_id == representative:
        raise MergeError(f"{document_id} stands for its cluster already")
    linked = {row[0] for row in run(con, "merge/select_linked_documents", purpose=purpose, document_id=document_id)}
    kept = {document_id} | (linked & set(members))
    effects = tuple(Effect(name, representative, document_id if name in kept else None) for name in members)
    entry = _entry("change_representative", purpose, representative, effects, person)
    return _act(con, settings, purpose, [entry], person, constrain=False)


def lift_constraint(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, pair: tuple[str, str], person: Person
) -> None:
    """Allow two parted documents to be merged again; recorded like everything else.

    Raises MergeError when no constraint holds them apart.
    """
    left, right = sorted(pair)
    if not run(con, "merge/select_constraint", purpose=purpose, document_id_l=left, document_id_r=right):
        raise MergeError(f"no constraint holds {left} and {right} apart for {purpose}")

    with transaction(con):
        ledger.append(
            con,
            [
                Entry(
                    "lift_constraint",
                    person.actor,
                    person.reason,
                    purpose,
                    cluster_id=left,
                    evidence={"document_id_l": left, "document_id_r": right},
                )
            ],
        )
        name_pair(con, left, right)
        keep_apart(con, purpose, person, is_lifted=True)
    ledger.export_tip(con, settings)


def cluster_of(con: duckdb.DuckDBPyConnection, purpose: Purpose, document_id: str) -> tuple[str, list[str]]:
    """Return (representative, all members with it) of the merged cluster of a document; raises MergeError if none."""
    rows = run(con, "merge/select_cluster", purpose=purpose, document_id=document_id)
    if not rows:
        raise MergeError(f"{document_id} is in no merged cluster for {purpose}")
    return rows[0][0], [row[1] for row in rows]


def _entry(action: str, purpose: Purpose, representative: str, effects: tuple[Effect, ...], person: Person) -> Entry:
    return Entry(action, person.actor, person.reason, purpose, cluster_id=representative, effects=effects)


def _act(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    purpose: Purpose,
    entries: Sequence[Entry],
    person: Person,
    *,
    constrain: bool = True,
) -> int:
    """Write entries, and what keeps parted pairs apart, in one transaction; return the number of freed documents."""
    return _act_staged(con, settings, purpose, lambda: ledger.stage(con, entries), person, constrain=constrain)


def _act_staged(
    con: duckdb.DuckDBPyConnection,
    settings: Settings,
    purpose: Purpose,
    stage: Callable[[], None],
    person: Person,
    *,
    constrain: bool = True,
) -> int:
    with transaction(con):
        stage()
        run(con, "merge/insert_parted_pairs")
        n_parted: int = run(con, "merge/select_parted_pairs")[0][0]
        ledger.append_staged(con)
        if constrain:
            keep_apart(con, purpose, person)
        if faults := invariant_faults(con, purpose):
            raise MergeError(f"this would break an invariant: {'; '.join(faults)}")
    ledger.export_tip(con, settings)
    return n_parted
