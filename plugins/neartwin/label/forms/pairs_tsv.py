"""Tab-separated pairs as research corpora give them: left, right, label, merge, basis, reason, and maybe purpose."""

import csv
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path
from typing import get_args

from neartwin.label.forms.reading import opened
from neartwin.label.forms.row import Fault, Row
from neartwin.label.forms.table import numbered
from neartwin.label.verdict import Relation
from neartwin.settings import Purpose

NEEDED = ("left", "right", "merge")
KNOWN = {*NEEDED, "label", "basis", "reason", "purpose"}
VERDICTS = {"yes": "same", "no": "different", "unsure": "unsure"}
RELATIONS = {
    "copy": ("exact_copy", "exact_text_copy", "encoding_variant"),
    "near copy": ("near_dup", "near_copy", "plagiarised_near_dup", "truncated_copy", "partial_copy", "copy_edited"),
    "syndicated with edits": ("syndicated_edited", "syndicated", "reused_with_edits"),
    "new version": ("updated_snapshot", "new_version", "version"),
    "changed figures": ("changed_figures", "changed_figure"),
    "follow-up": ("followup_shared_background", "followup", "follow_up"),
    "same template": ("template_only", "template_spam", "same_template"),
    "translation": ("translation", "partly_untranslated"),
    "unrelated": ("not_reused", "unrelated"),
}
RELATION_OF = {name: relation for relation, names in RELATIONS.items() for name in names}
RELATION_OF |= {name: name for name in get_args(Relation)}
REASON_LENGTH = 2_000
BOTH = "both"


def read(path: Path) -> Iterator[Row | Fault]:
    """Yield the rows of a file. A label that is none of our relations stands before the reason; basis is the origin."""
    with opened(path) as file:
        reader = csv.reader(file, delimiter="\t", quoting=csv.QUOTE_NONE)
        _, names = next(numbered(reader), (1, []))
        fault = names if isinstance(names, Fault) else _wrong_header(names)
        if fault:
            yield fault
            return
        for line, cells in numbered(reader):
            if isinstance(cells, Fault):
                yield cells
            elif cells and not isinstance(names, Fault):
                yield from _for_purposes(_row(line, names, cells))


def _for_purposes(row: Row | Fault) -> Iterator[Row | Fault]:
    if isinstance(row, Row) and row.values.get("purpose") == BOTH:
        yield from (replace(row, values=row.values | {"purpose": purpose}) for purpose in get_args(Purpose))
    else:
        yield row


def _wrong_header(names: list[str]) -> Fault | None:
    missing = [name for name in NEEDED if name not in names]
    strange = [name for name in names if name not in KNOWN]
    if missing:
        return Fault(1, f"needs the columns {', '.join(NEEDED)}; {missing[0]} is missing")
    return Fault(1, f"unknown column {strange[0][:40]!r}; known are {', '.join(sorted(KNOWN))}") if strange else None


def _row(line: int, names: list[str], cells: list[str]) -> Row | Fault:
    if len(cells) != len(names):
        return Fault(line, f"has {len(cells)} cells, the header {len(names)}")
    given = dict(zip(names, cells, strict=True))
    verdict = VERDICTS.get(given["merge"])
    if verdict is None:
        return Fault(line, f"merge is {given['merge'][:40]!r}: write yes, no or unsure")
    if not given["left"] or not given["right"]:
        return Fault(line, "left or right is empty")
    name, basis = given.get("label", ""), given.get("basis", "")
    relation = RELATION_OF.get(name)
    said = [f"{name}:" if name and relation is None else "", given.get("reason", "")]
    values: dict[str, object] = {"verdict": verdict, "origin": f"pairs/{basis}" if basis else "pairs"}
    values |= {"relation": relation} if relation else {}
    values |= {"reason": reason[:REASON_LENGTH]} if (reason := " ".join(filter(None, said))) else {}
    values |= {"purpose": given["purpose"]} if given.get("purpose") else {}
    return Row(line, given["left"], given["right"], values)
