"""The whole way from a file of texts to joined pairs, refused pairs and clusters, in phases that a killed run keeps."""

import json
import sys
from collections import Counter
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import TypeAlias

import duckdb
import numpy as np
import numpy.typing as npt
import pyarrow as pa

from neartwin import methods
from neartwin.dedup.candidates import Candidates, propose
from neartwin.dedup.compare import PAIRS, Comparison
from neartwin.dedup.contents import Copies, read_contents
from neartwin.dedup.options import Options
from neartwin.dedup.outcome import Outcome, decide
from neartwin.dedup.output import numbers, strings, whole_file, write_lines
from neartwin.dedup.records import Records, read_records
from neartwin.dedup.texts import Texts
from neartwin.dedup.work import Work, only_run
from neartwin.errors import DedupError
from neartwin.guards import guards_id
from neartwin.methods import Method
from neartwin.places import require_file
from neartwin.settings import Settings

SHINGLE_BYTES = 60  # memory that one shingle of a compared text takes: its text, its hash, and the guards' token
LEAST_RECALL = 0.95

Compared: TypeAlias = tuple[pa.Table, npt.NDArray[np.int64]]  # pairs of text numbers; records taken for equal wrongly


@dataclass(frozen=True, slots=True)
class Summary:
    """What a run found: counts, and refused pairs by guard."""

    n_documents: int
    n_clusters: int
    n_joined: int
    refused: dict[str, int]
    seconds: dict[str, float]


def dedup(source: Path, out: Path, options: Options) -> Summary:
    """Find near-duplicates among the texts of `source` and write pairs and clusters to `out` as JSON lines.

    `out` and the file of refused pairs appear whole; `{out}.phases.json` says how many seconds each phase took. A run
    that was killed goes on from its last checkpoint when it is started again with the same input and options.
    Raises NeartwinError with the way out for an input or an option that cannot be used.
    """
    method = methods.choose(methods.load(Settings.load()), options.method_id)
    _check(source, out, options, method)
    texts = Texts(source, memory=options.memory, jobs=options.threads)
    with only_run(out):
        key = {"input": texts.identity, "options": asdict(options), "method": method.spec_sha256}
        key |= {"guards": guards_id(), "duckdb": duckdb.__version__}  # its hash() is stable within a version
        work = Work(out, key, checkpoint_seconds=options.checkpoint_seconds)
        records, outcome = _find(texts, method, options, work)
        with work.phase("write", "writing"):
            _write(out, options.refused, records, outcome)
        with whole_file(_phases(out)) as file:
            file.write(json.dumps(work.seconds).encode())
        work.forget()
    return _summary(outcome, work.seconds)


def _check(source: Path, out: Path, options: Options, method: Method) -> None:
    if not method.n_keys:
        raise DedupError(f"{method.method_id} has no index: take a MinHash, SimHash or hybrid method")
    written = [path for path in (out, _phases(out), options.refused) if path is not None]
    for path in written:
        if path.resolve() == source.resolve():
            raise DedupError(f"{path} is the input: choose another file to write")
        require_file(path)
    if len({path.resolve() for path in written}) < len(written):
        raise DedupError(f"{options.refused} cannot be both, an output and the file of refused pairs: choose another")
    recall = 1 - (1 - options.threshold**method.rows) ** method.bands if method.bands else 1.0
    if recall < LEAST_RECALL:
        sys.stderr.write(
            f"neartwin dedup: at {options.threshold:g} the index of {method.method_id} proposes a pair with "
            f"probability {recall:.2f} only: some will be missed\n"
        )


def _phases(out: Path) -> Path:
    return out.with_name(out.name + ".phases.json")


def _find(texts: Texts, method: Method, options: Options, work: Work) -> tuple[Records, Outcome]:
    with work.phase("sign", "reading and signing"):
        records = read_records(texts, method, work, options.threads)
    with work.phase("candidates", "joining signatures"):
        candidates = propose(records, method, options.threshold)
    with work.phase("compare", "comparing pairs"):
        comparison = Comparison(method, options.threshold, options.has_guards, options.threads, options.memory)
        pairs, strangers = _compare(texts, records, candidates, comparison, work)
    with work.phase("group", "grouping"):
        alone = np.union1d(strangers, _wordless(records))
        records.text_of[alone] = -1
        outcome = decide(records, pairs)
        outcome.cluster_of[alone] = alone
    return records, outcome


def _wordless(records: Records) -> npt.NDArray[np.int64]:
    """Return the records whose text has no word: that two pages are empty does not make them copies."""
    is_wordless = records.signatures.n_features == 0
    return np.flatnonzero((records.text_of >= 0) & is_wordless[records.text_of])


def _compare(texts: Texts, records: Records, candidates: Candidates, comparison: Comparison, work: Work) -> Compared:
    """Compare block by block: what a block's texts and tokens take stays within half the memory."""
    weights = SHINGLE_BYTES * np.maximum(records.signatures.n_shingles, 1)
    parts, strangers = [PAIRS.empty_table()], work.load("strangers")
    copies = Copies(records) if strangers is None else None
    for number, block in enumerate(candidates.blocks(weights, comparison.memory // 2)):
        name = f"pairs-{number:07d}"
        pairs = work.load(name)
        if pairs is None or copies is not None:
            pairs = _compare_block(texts, records, candidates, block, comparison, copies)
            if copies is not None:
                strangers, copies = pa.table({"record": pa.array(copies.strangers, pa.int64())}), None
            if work.is_due():
                work.save("strangers", strangers)
                work.save(name, pairs)
        parts.append(pairs)
        work.show(f"{block.stop:,} of {len(candidates.left):,} pairs compared")
    return pa.concat_tables(parts), strangers["record"].to_numpy() if strangers is not None else np.empty(0, np.int64)


def _compare_block(
    texts: Texts, records: Records, candidates: Candidates, block: slice, comparison: Comparison, copies: Copies | None
) -> pa.Table:
    left, right = candidates.left[block], candidates.right[block]
    chosen = np.unique(np.concatenate([left, right]))
    contents = read_contents(texts, records, chosen, copies)
    left, right = np.searchsorted(chosen, left), np.searchsorted(chosen, right)
    pairs = comparison.compare(contents, left, right, candidates.is_equal[block])
    for place, name in enumerate(("left", "right")):
        pairs = pairs.set_column(place, name, pa.array(chosen[pairs[name].to_numpy()]))
    return pairs


def _write(out: Path, refused: Path | None, records: Records, outcome: Outcome) -> None:
    if refused is not None:
        with whole_file(refused) as file:
            write_lines(file, _pair_columns(records, outcome.refused) | _texts(outcome.refused, "guard", "detail"))
    with whole_file(out) as file:
        write_lines(file, _pair_columns(records, outcome.joined) | _texts(outcome.joined, "reason"))
        told = np.flatnonzero(outcome.cluster_of >= 0)
        columns = {"id": told, "cluster": outcome.cluster_of[told]}
        write_lines(file, {name: records.ids.take(pa.array(rows)) for name, rows in columns.items()})


def _pair_columns(records: Records, pairs: pa.Table) -> dict[str, pa.Array | str]:
    ids = {name: records.ids.take(pairs[name].combine_chunks()) for name in ("left", "right")}
    return ids | {name: numbers(pairs[name].to_numpy()) for name in ("jaccard", "containment")}


def _texts(pairs: pa.Table, *names: str) -> dict[str, pa.Array | str]:
    return {name: strings(pairs[name].combine_chunks()) for name in names}


def _summary(outcome: Outcome, seconds: dict[str, float]) -> Summary:
    clusters = outcome.cluster_of[outcome.cluster_of >= 0]
    guards = Counter(outcome.refused["guard"].to_pylist())
    n_clusters = int((np.unique(clusters, return_counts=True)[1] > 1).sum())
    return Summary(len(clusters), n_clusters, len(outcome.joined), dict(guards.most_common()), seconds)
