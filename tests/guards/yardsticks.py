"""How the guards do on labelled pairs and planted copies of ../shared; run as a script it prints every error."""

import importlib.util
import itertools
import json
import os
import sys
from collections import Counter, defaultdict
from dataclasses import dataclass
from pathlib import Path
from types import SimpleNamespace

import numpy as np

from neartwin import methods
from neartwin.extract.page import Limits, Request, extract
from neartwin.fingerprint import kernel
from neartwin.guards import Facts, Guard, judge
from neartwin.settings import ROOT, Settings
from neartwin.verify import measure

LIMITS = Limits(min_tokens=5, max_page_bytes=20_000_000)
COPIES = ("exact", "format", "nfd", "width", "boiler", "reorder")
MAX_PAGE_BYTES = 1_500_000


@dataclass(frozen=True, slots=True)
class Row:
    """A labelled pair with all that decides about it."""

    left: str
    right: str
    label: str
    merge: str
    reason: str
    jaccard: float
    containment: float
    aligned: float
    guards: tuple[Guard, ...]


def labelled(shared: Path, name: str) -> list[Row]:
    """Judge the pairs of `corpus/pairs.tsv` or `corpus/edited/pairs.tsv` (name '' or 'edited')."""
    folder = shared / "corpus" / name
    lines = (folder / "pairs.tsv").read_text(encoding="utf-8").splitlines()[1:]
    pairs = [line.split("\t") for line in lines]
    known = {**_records(folder), **({} if name else _pages(shared, {p for pair in pairs for p in pair[:2]}))}
    ids = list(known)
    place = {name: number for number, name in enumerate(ids)}
    texts, facts = [known[i][0] for i in ids], [known[i][1] for i in ids]
    lefts, rights = ([place[pair[side]] for pair in pairs] for side in (0, 1))
    found = judge(texts, lefts, rights, facts)
    measures = _measures(texts, lefts, rights)
    return [
        Row(
            *pair[:3], pair[3], pair[5], float(measures.jaccard[i]), float(measures.containment[i]),
            float(found.aligned[i]), tuple(found.guards.get(i, ())),
        )
        for i, pair in enumerate(pairs)
    ]  # fmt: skip


def is_findable(row: Row, settings: Settings) -> bool:
    """Tell whether a pair is unguarded and like enough to be joined or shown to a person."""
    purpose = settings.purposes["search"]
    return not row.guards and (
        row.jaccard >= purpose.review_at
        or row.containment >= purpose.review_containment_at
        or row.aligned >= purpose.review_aligned_at
    )


def planted(shared: Path, folder: Path, language: str, n: int, seed: int = 7) -> tuple[Counter[str], Counter[str]]:
    """Build a bench corpus; count, by kind, its pairs of Jaccard >= 0.7 and those of them that a guard refuses.

    A kind is that of a copy against its origin, or `changed` and `template` for pairs that must not be joined.
    """
    texts, truth = _corpus(shared, folder, language, n, seed)
    pairs = sorted(_planted_pairs(truth))
    lefts, rights = [pair[0] for pair in pairs], [pair[1] for pair in pairs]
    near = np.flatnonzero(_measures(texts, lefts, rights, "minhash128-words@1").jaccard >= 0.7).tolist()
    found = judge(texts, [lefts[i] for i in near], [rights[i] for i in near])
    kinds = [pairs[i][2] for i in near]
    return Counter(kinds), Counter(kinds[i] for i in found.guards)


def _records(folder: Path) -> dict[str, tuple[str, Facts]]:
    rows = map(json.loads, (folder / "texts.jsonl").read_text(encoding="utf-8").splitlines())
    return {row["id"]: (row["text"], Facts(title=row["title"])) for row in rows}


def _pages(shared: Path, wanted: set[str]) -> dict[str, tuple[str, Facts]]:
    pages = {}
    for row in map(json.loads, (shared / "corpus" / "pages.jsonl").read_text(encoding="utf-8").splitlines()):
        if row["id"] in wanted and row["bytes"] <= MAX_PAGE_BYTES:
            body = (shared / "corpus" / row["file"]).read_bytes()
            page = extract(Request("", body, row["url"], "text/html", "", "", len(body)), LIMITS)
            pages[row["id"]] = (page.main_text, Facts(title=page.title))
    return pages


def _measures(texts: list[str], lefts: list[int], rights: list[int], method_id: str = "") -> SimpleNamespace:
    settings = methods.resolve(None, Settings.load(ROOT / "neartwin.toml"))
    method = methods.load(settings)[method_id or settings.purposes["search"].deciding_method]
    used, places = np.unique(np.array(lefts + rights), return_inverse=True)
    sets = kernel.shingle_sets([texts[i] for i in used.tolist()], None, method)
    left, right = (part.astype(np.int32) for part in np.split(places, 2))
    found = measure(sets, left, right)
    return SimpleNamespace(jaccard=found.jaccard, containment=found.containment)


def _corpus(shared: Path, folder: Path, language: str, n: int, seed: int) -> tuple[list[str], list[dict[str, str]]]:
    spec = importlib.util.spec_from_file_location("bench_corpus", shared / "bench" / "corpus.py")
    corpus = importlib.util.module_from_spec(spec)
    is_written = sys.dont_write_bytecode
    sys.dont_write_bytecode = True
    spec.loader.exec_module(corpus)
    sys.dont_write_bytecode = is_written
    given = SimpleNamespace(
        seed=seed, mix=corpus.MIX, sizes=corpus.SIZES, n=n, dup_share=0.25, giant=20, changed=0.02, templates=0.03,
        short=0.005, empty=5,
    )  # fmt: skip
    documents, truth = zip(*corpus.Builder(given, _bank(corpus, folder, language)).build(), strict=True)
    return [document["text"] for document in documents], list(truth)


def _bank(corpus, folder: Path, language: str) -> dict[str, list[str]]:
    path = folder / f"bank-{language}.json"
    if not path.is_file():
        pack = Path(corpus.PACK)
        bank = corpus.load_bank([language], str(pack / "load"), pages=False, pack=str(pack))
        path.write_text(json.dumps(bank, ensure_ascii=False), encoding="utf-8")
    return json.loads(path.read_text(encoding="utf-8"))


def _planted_pairs(truth: list[dict[str, str]]):
    place = {row["id"]: number for number, row in enumerate(truth)}
    families = defaultdict(list)
    for number, row in enumerate(truth):
        if row["origin"] and row["kind"] != "giant":
            yield *sorted((place[row["origin"]], number)), row["kind"]
        if row["family"] and row["kind"] not in ("short", "empty"):
            families[row["family"]].append(number)
    for name, members in families.items():
        for a, b in itertools.combinations(members, 2):
            if truth[a]["slot"] != truth[b]["slot"]:
                yield a, b, "changed" if name.startswith("changed") else "template"


def _print(text: str) -> None:
    sys.stdout.write(text + "\n")


def report(shared: Path, folder: Path) -> None:
    """Print, for each set of pairs, every error with its words, and precision and recall of each guard."""
    settings = methods.resolve(None, Settings.load(ROOT / "neartwin.toml"))
    for name in ("edited", ""):
        rows = labelled(shared, name)
        same, other = ([row for row in rows if row.merge == merge] for merge in ("yes", "no"))
        near = [row for row in other if row.jaccard >= 0.7]
        _print(
            f"\n{name or 'corpus'}: {sum(is_findable(row, settings) for row in same)} of {len(same)} copies findable,"
        )
        _print(f"{sum(not row.guards for row in near)} of {len(near)} other pairs of Jaccard >= 0.7 without a guard")
        for row in [row for row in same if row.jaccard >= 0.5 and row.guards]:
            _print(f"  wrongly held apart: {row.left} ({row.label}): {row.guards[0].detail}")
        for row in [row for row in same if not row.guards and not is_findable(row, settings)]:
            _print(f"  too little alike: {row.left} ({row.label}): {row.jaccard:.2f}, in order {row.aligned:.2f}")
        for row in [row for row in near if not row.guards]:
            _print(f"  not held apart: {row.left} ({row.label}): {row.reason}")
        _print_guards([row for row in rows if row.merge != "unsure" and row.jaccard >= 0.5])
    for language in ("en", "vi", "zh"):
        total, refused = planted(shared, folder, language, 20_000)
        _print(f"\nplanted, {language}: " + ", ".join(f"{k} {refused[k]}/{total[k]}" for k in sorted(total)))


def _print_guards(rows: list[Row]) -> None:
    n_other = sum(row.merge == "no" for row in rows)
    for guard in sorted({found.guard for row in rows for found in row.guards}):
        held = [row for row in rows if guard in {found.guard for found in row.guards}]
        right = sum(row.merge == "no" for row in held)
        _print(f"  {guard}: precision {right}/{len(held)}, recall {right}/{n_other} (pairs of Jaccard >= 0.5)")


if __name__ == "__main__":
    place = Path(os.environ.get("NEARTWIN_SHARED", ROOT.parent / "shared"))
    keep = Path(sys.argv[1]) if len(sys.argv) > 1 else Path("/tmp")
    if (place / "corpus" / "pages.jsonl").is_file():
        report(place, keep)
    else:
        _print("skipped: needs the shared corpus, set NEARTWIN_SHARED to its folder")
