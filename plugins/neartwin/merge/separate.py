"""Separate one URL from an exact duplicate: its captures get a document of their own, now and on later days.

Exact duplicates are one document by their identity, so no decision merges them and no undo of a merge parts them. A
ledgered discriminator does: `document_id` and URL give another id, which extraction gives to that URL's captures as
long as the separation holds (view `discriminators`).
"""

import hashlib
from typing import get_args

import duckdb

from neartwin.errors import MergeError
from neartwin.merge.people import Person, keep_apart, name_pair
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import ledger, run, transaction
from neartwin.warehouse.ledger import Entry


def separated_id(document_id: str, url: str) -> str:
    """Return the id that a document has at a URL which was separated from it."""
    parts = ["separated/1", document_id, url]
    return hashlib.sha256("".join(f"{len(part)}:{part}" for part in parts).encode()).hexdigest()


def separate_url(con: duckdb.DuckDBPyConnection, settings: Settings, document_id: str, url: str, person: Person) -> int:
    """Give the captures of `url` that carry `document_id` a document of their own; return their number.

    The two are never merged for any purpose, until the constraint is lifted. Raises MergeError when the URL does not
    carry the document, or is the only one that does.
    """
    n_urls, n_captures = run(con, "merge/select_carried_urls", document_id=document_id, url=url)[0]
    if not n_captures:
        raise MergeError(f"{url!r} does not carry the document {document_id}: `neartwin explain URL` says what it does")
    if n_urls == 1:
        raise MergeError(f"{url!r} is the only URL that carries {document_id}: there is nothing to separate it from")
    after = separated_id(document_id, url)
    evidence = {"document_id": document_id, "url": url, "separated_id": after}
    entry = Entry("separate", person.actor, person.reason, cluster_id=document_id, evidence=evidence)

    with transaction(con):
        ledger.append(con, [entry])
        run(con, "merge/insert_separated_documents", document_id=document_id, separated_id=after, run_id="separate")
        _move(con, url, document_id, after)
        _hold(con, (document_id, after), person, is_lifted=False)
    ledger.export_tip(con, settings)
    return int(n_captures)


def join_url(con: duckdb.DuckDBPyConnection, settings: Settings, document_id: str, url: str, person: Person) -> int:
    """Take a separation back: the URL's captures carry `document_id` again; return the number of changed captures.

    Raises MergeError when that URL is not separated from it, or when its own document takes part in a merge.
    """
    found = run(con, "merge/select_discriminator", document_id=document_id, url=url)
    if not found:
        raise MergeError(f"{url!r} is not separated from {document_id}")
    position, before = found[0]
    for purpose in get_args(Purpose):
        if run(con, "merge/select_cluster", purpose=purpose, document_id=before):
            raise MergeError(f"{before}, the separated document, is merged for {purpose}: free it first")
    evidence = {"document_id": document_id, "url": url, "separated_id": before}
    entry = Entry(
        "undo", person.actor, person.reason, cluster_id=document_id, undoes_position=position, evidence=evidence
    )

    with transaction(con):
        ledger.append(con, [entry])
        n_moved = _move(con, url, before, document_id)
        _hold(con, (document_id, before), person, is_lifted=True)
    ledger.export_tip(con, settings)
    return n_moved


def _move(con: duckdb.DuckDBPyConnection, url: str, before: str, after: str) -> int:
    run(con, "merge/upsert_version_links_document", url=url, before=before, after=after)
    return len(run(con, "merge/upsert_captures_document", url=url, before=before, after=after))


def _hold(con: duckdb.DuckDBPyConnection, pair: tuple[str, str], person: Person, *, is_lifted: bool) -> None:
    name_pair(con, *pair)
    for purpose in get_args(Purpose):
        keep_apart(con, purpose, person, is_lifted=is_lifted)
