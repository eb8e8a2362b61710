"""What another extractor makes of the same bytes: which texts change and by how much, which labels and merges lapse."""

from collections.abc import Sequence
from typing import Any

import duckdb

from neartwin.methods import choose, load
from neartwin.report.rows import ready
from neartwin.settings import Purpose, Settings
from neartwin.upgrade.detect import Upgrade
from neartwin.upgrade.stored_texts import measure_places
from neartwin.warehouse import run

N_MEASURED = 1_000
N_SAMPLES = 12
SIZES = ("n_contents", "n_captures", "n_tokens_old", "n_tokens_new")
SITE = ("site", "n_captures", "n_lost", "n_gained", "n_changed", "n_tokens_old", "n_tokens_new")
NO_CONTENT = ("empty", "title_only", "too_short")
SAMPLE = (
    "new_key", "url", "effect", "document_id_old", "document_id_new", "outcome_old", "outcome_new", "title_old",
    "title_new", "n_tokens_old", "n_tokens_new",
)  # fmt: skip


def compare(con: duckdb.DuckDBPyConnection, settings: Settings, upgrade: Upgrade) -> dict[str, Any]:
    """Return how the texts of two extractors differ over all captures that both have extracted.

    Leaves the temporary tables `text_changes` and `gone_documents`. `alike` counts changed texts by tenth of Jaccard
    between old and new text, over a sample; samples are the least alike, with ids, titles and sizes.
    """
    run(con, "upgrade/insert_text_changes", old_id=upgrade.replaces_id, new_id=upgrade.candidate_id)
    run(con, "upgrade/insert_gone_documents")
    effects = {row[0]: dict(zip(SIZES, row[1:], strict=True)) for row in run(con, "upgrade/select_text_changes")}
    outcomes = [list(row) for row in run(con, "upgrade/select_outcome_changes")]
    samples = _samples(con, settings)
    bins = [0] * 10
    for sample in samples:
        if sample["alike"] is not None:
            bins[min(9, int(10 * sample["alike"]))] += 1
    return {
        "effects": effects,
        "outcomes": [row for row in outcomes if row[0] != row[1]],
        "no_content": {name: _no_content(outcomes, name) for name in NO_CONTENT},
        "lengths": _lengths(con),
        "sites": [
            dict(zip(SITE, map(ready, row), strict=True))
            for row in run(con, "upgrade/select_changed_sites", n_rows=N_SAMPLES)
        ],
        "alike": bins,
        "n_measured": sum(bins),
        "samples": samples[:N_SAMPLES],
    }


def labels(con: duckdb.DuckDBPyConnection, purpose: Purpose) -> dict[str, Any]:
    """Return how many labels stay, and which are set apart because a text they judge would be gone."""
    apart = run(con, "upgrade/select_apart_labels", purpose=purpose)
    n_labels, n_carried = run(con, "upgrade/select_carried_labels", purpose=purpose)[0]
    return {
        "n_labels": n_labels,
        "n_carried": n_carried,
        "n_apart": len(apart),
        "apart": [list(row) for row in apart[:N_SAMPLES]],
    }


def released(con: duckdb.DuckDBPyConnection, purpose: Purpose) -> dict[str, Any]:
    """Return the merges in force that lapse because a text of theirs would be gone."""
    rows = run(con, "upgrade/select_released_merges", purpose=purpose)
    return {"n_released": len(rows), "samples": [list(row) for row in rows[:N_SAMPLES]]}


def _no_content(outcomes: Sequence[Sequence[Any]], name: str) -> dict[str, int]:
    return {
        "old": sum(n for before, _, n in outcomes if before == name),
        "new": sum(n for _, after, n in outcomes if after == name),
    }


def _lengths(con: duckdb.DuckDBPyConnection) -> dict[str, dict[str, int]]:
    found = {band: {"old": 0, "new": 0} for band in ("short", "medium", "long")}
    for band, n_old, n_new in run(con, "upgrade/select_lengths"):
        found[band]["old"] += n_old
        found[band]["new"] += n_new
    return found


def _samples(con: duckdb.DuckDBPyConnection, settings: Settings) -> list[dict[str, Any]]:
    """Return the sampled changes, the least alike first; those without two texts come first of all."""
    rows = run(con, "upgrade/select_changed_texts", n_rows=N_MEASURED)
    samples = [dict(zip(SAMPLE, map(ready, row[: len(SAMPLE)]), strict=True)) for row in rows]
    places = [row[len(SAMPLE) :] for row in rows]
    both = [number for number, sample in enumerate(samples) if sample["effect"] in ("text", "facts")]
    alike = _alike(settings, [places[number] for number in both])
    for sample in samples:
        sample["alike"] = None
    for number, value in zip(both, alike, strict=True):
        samples[number]["alike"] = value
    return sorted(samples, key=lambda sample: (sample["alike"] or 0.0, sample["new_key"]))


def _alike(settings: Settings, places: Sequence[tuple[Any, ...]]) -> list[float]:
    """Return the Jaccard similarity of old and new text of each change, in the shingles of the deciding method."""
    if not places:
        return []
    method = choose(load(settings), next(iter(settings.purposes.values())).deciding_method)
    left, right = [(place[0], place[1]) for place in places], [(place[2], place[3]) for place in places]
    return [round(float(value), 4) for value in measure_places(settings, method, left, right).jaccard]
