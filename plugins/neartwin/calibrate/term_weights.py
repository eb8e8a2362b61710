"""Learn from verdicts which words decide and which are noise, as the term table of a new candidate method version."""

import json
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path

import duckdb

from neartwin.calibrate.intervals import wilson
from neartwin.errors import CalibrationError
from neartwin.fingerprint import plain
from neartwin.fingerprint.normalisation import normalise
from neartwin.fingerprint.unicode_tables import TABLES
from neartwin.methods import Method, choose
from neartwin.methods import load as load_methods
from neartwin.places import make_folder
from neartwin.settings import Purpose, Settings
from neartwin.warehouse import run
from neartwin.warehouse.shards import read_rows

MIN_PAIRS = 30  # of each verdict, below which a language learns nothing
MAX_WORDS = 200  # of each kind and language
SIMILAR_AT = 0.3  # jaccard from which a pair says something about the words in which it differs
DECIDES, NOISE = "decision", "boilerplate"


@dataclass(frozen=True, slots=True)
class Learned:
    """One word that moved: in how many different and same pairs the two texts differ in it, and what follows.

    kind is `decision` (weight times 3) or `boilerplate` (a quarter): what a table can say, so no weight moves further.
    """

    language: str
    word: str
    kind: str
    n_different: int
    of_different: int
    n_same: int
    of_same: int


def learned(pairs: Iterable[tuple[str, str, str, bool]], method: Method) -> list[Learned]:
    """Return the words that moved, from (language, one text, other text, judged same).

    A word decides when the 95 % interval of its share among differences of different pairs lies above that of same
    pairs, and is noise when it lies below; so a few verdicts move nothing (that is the smoothing). Words with a digit
    are left out: numbers are the business of guards.
    """
    counts: dict[tuple[str, bool], Counter[str]] = {}
    totals: Counter[tuple[str, bool]] = Counter()
    for language, one, other, is_same in pairs:
        counts.setdefault((language, is_same), Counter()).update(words(one, method) ^ words(other, method))
        totals[language, is_same] += 1
    found: list[Learned] = []
    for language in sorted({language for language, _ in totals}):
        of_same, of_different = totals[language, True], totals[language, False]
        if min(of_same, of_different) >= MIN_PAIRS:
            same, different = counts[language, True], counts[language, False]
            moved = [
                Learned(language, word, kind, different[word], of_different, same[word], of_same)
                for word in sorted({*same, *different})
                if (kind := _kind(different[word], of_different, same[word], of_same))
            ]
            for kind in (DECIDES, NOISE):
                one_kind = [word for word in moved if word.kind == kind]
                found += sorted(one_kind, key=lambda word: (-_evidence(word), word.word))[:MAX_WORDS]
    return found


def words(text: str, method: Method) -> frozenset[str]:
    """Return the words of a text as the method cuts it, case folded, without those that hold a digit."""
    shown = normalise(text, method.normalise)
    cut = (shown[token.start : token.end] for token in plain.tokens(text, method))
    return frozenset(word.casefold() for word in cut if not any(c.isdigit() for c in word) and word.strip())


def write_candidate(
    con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose, method_id: str, folder: Path
) -> list[Learned]:
    """Write the next version of a TF-IDF method as a candidate to `folder`; return the words that moved.

    Files: the term table, the section for neartwin.toml, and the history of every moved word as JSON. Held-out labels
    that are not spent take no part. The method in use is not touched: a new version goes through the upgrade path.
    Raises CalibrationError for a method without a term table, or when nothing moved.
    """
    method = choose(load_methods(settings), method_id)
    if not method.emphasis:
        raise CalibrationError(f"{method_id} weighs no words by a table: name a TF-IDF method")
    moved = learned(_texts(con, settings, purpose), method)
    if not moved:
        raise CalibrationError(
            f"no word moved: a language needs {MIN_PAIRS} similar pairs of each verdict that a calibration has used"
        )
    version = method.version + 1
    name = f"term-emphasis-{version}.tsv"
    lines = (TABLES / method.emphasis).read_text(encoding="utf-8").splitlines()
    make_folder(folder, "choose another with --out")
    (folder / name).write_text("\n".join(table(lines, moved)) + "\n", encoding="utf-8")
    section = settings.methods[method_id] | {"emphasis": name, "about": f"{method.name} with words learned from labels"}
    (folder / f"{method.name}-{version}.toml").write_text(_toml(f"{method.name}@{version}", section), encoding="utf-8")
    history = [asdict(word) for word in moved]
    (folder / f"term-history-{version}.json").write_text(json.dumps(history, indent=1, ensure_ascii=False) + "\n")
    return moved


def table(lines: Sequence[str], moved: Iterable[Learned]) -> list[str]:
    """Return the lines of a term table after words moved: a word of the old table that moved has its new kind alone."""
    kinds = {(word.language, _written(word.word)): word.kind for word in moved}
    kept = []
    for line in lines:
        if not line or line.startswith("#"):
            kept.append(line)
            continue
        language, kind, listed = line.split("\t")
        rest = [word for word in listed.split(" ") if kinds.get((language, word), kind) == kind]
        fresh = sorted(w for (of, w), k in kinds.items() if of == language and k == kind and w not in rest)
        kept.append("\t".join((language, kind, " ".join([*rest, *fresh]))))
    return kept


def _texts(con: duckdb.DuckDBPyConnection, settings: Settings, purpose: Purpose) -> list[tuple[str, str, str, bool]]:
    rows = run(con, "calibrate/select_learning_pairs", purpose=purpose, similar_at=SIMILAR_AT)
    locators = {(shard, place) for row in rows for shard, place in (row[2:4], row[4:6])}
    texts: dict[tuple[str, int], str | None] = {}
    for shard, found in read_rows(settings, sorted(locators), ["main_text"]):
        places = sorted(place for path, place in locators if path == shard)
        texts |= {(shard, place): text for place, text in zip(places, found["main_text"].to_pylist(), strict=True)}
    return [
        (language, texts[shard_l, row_l] or "", texts[shard_r, row_r] or "", verdict == "same")
        for language, verdict, shard_l, row_l, shard_r, row_r in rows
    ]


def _kind(n_different: int, of_different: int, n_same: int, of_same: int) -> str:
    different, same = wilson(n_different, of_different), wilson(n_same, of_same)
    if float(different[0]) > float(same[1]):
        return DECIDES
    return NOISE if float(same[0]) > float(different[1]) else ""


def _evidence(word: Learned) -> float:
    return abs(word.n_different / word.of_different - word.n_same / word.of_same)


def _written(word: str) -> str:
    return word.replace(" ", "_")


def _toml(method_id: str, section: dict[str, object]) -> str:
    lines = (f"{name} = {json.dumps(value, ensure_ascii=False)}" for name, value in section.items())
    return f'[methods."{method_id}"]\n' + "\n".join(lines) + "\n"
