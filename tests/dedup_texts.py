"""Texts for the tests of dedup: made-up prose with planted edits, and what a run makes of a list of records."""

import json
import random
import re
from pathlib import Path

from made_day import WORDS, prose
from neartwin.dedup import Options, dedup


def edited(text: str, seed: int, share: float, language: str = "en") -> str:
    """Return the text with a share of its words replaced."""
    rng = random.Random(seed)
    unit = "." if language == "zh" else r"\w+"
    keep = set("。，\n ")

    def one(match: re.Match[str]) -> str:
        is_changed = match[0] not in keep and rng.random() < share
        return rng.choice(WORDS[language]) if is_changed else match[0]

    return re.sub(unit, one, text)


def write(path: Path, records: list[dict[str, object]]) -> Path:
    """Write records as JSON lines."""
    path.write_text("".join(json.dumps(record, ensure_ascii=False) + "\n" for record in records), encoding="utf-8")
    return path


class Found:
    """What a run wrote: pairs as sets of ids, the cluster of each id, refused pairs with their guard."""

    def __init__(self, out: Path, refused: Path) -> None:
        rows = [json.loads(line) for line in out.read_text(encoding="utf-8").splitlines()]
        self.pairs = {frozenset((row["left"], row["right"])): row for row in rows if "left" in row}
        self.cluster = {row["id"]: row["cluster"] for row in rows if "cluster" in row}
        apart = [json.loads(line) for line in refused.read_text(encoding="utf-8").splitlines()]
        self.refused = {frozenset((row["left"], row["right"])): row["guard"] for row in apart}

    def together(self, *ids: object) -> bool:
        """Return whether all are in one cluster."""
        return len({self.cluster[one] for one in ids}) == 1


def run(folder: Path, records: list[dict[str, object]], **options: object) -> Found:
    """Deduplicate records in a folder."""
    source = write(folder / "texts.jsonl", records)
    refused = folder / "refused.jsonl"
    dedup(source, folder / "out.jsonl", Options(refused=refused, **options))
    return Found(folder / "out.jsonl", refused)


def story(seed: int, language: str = "en", n_sentences: int = 16) -> str:
    """Return made-up prose of some hundred words."""
    return prose(language, f"story {seed}", n_sentences)
