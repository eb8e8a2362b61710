"""What people see before they answer for a version: the comparison, as safe Markdown."""

from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

from neartwin.merge.question import safe
from neartwin.report.comparison import comparison_path, summary
from neartwin.settings import Settings
from neartwin.upgrade.comparisons import Comparison

N_SAMPLES = 8
AFTER = (
    "**Approve** lets the new version take the old one's place at once, with the policies named above; merges in force "
    "stay, and people are asked about those that the new version contradicts. `neartwin methods roll-back` is the same "
    "flip back. **Reject** changes nothing: the version stays a candidate, and the question comes again when there are "
    "new labels. No answer is a Reject."
)


def write_question(settings: Settings, compared: Sequence[Comparison]) -> Path:
    """Write `questions/<comparison>.md` under the data folder; return its path. Crawled words are made inert."""
    path = settings.data / "questions" / f"{compared[0].comparison_id[:16]}.md"
    path.parent.mkdir(parents=True, exist_ok=True)
    sections = [_section(settings, one) for one in compared]
    path.write_text("\n\n".join(sections) + f"\n\n{AFTER}\n", encoding="utf-8")
    return path


def _section(settings: Settings, compared: Comparison) -> str:
    told, upgrade = compared.told, compared.upgrade
    lines = "\n".join(f"* {safe_line(line)}" for line in summary(told))
    spec = "\n".join(f"| {safe(part['name'])} | {safe(part['old'])} | {safe(part['new'])} |" for part in told["spec"])
    report = comparison_path(settings, compared.comparison_id)
    parts = [
        f"### `{upgrade.candidate_id}` in the place of `{upgrade.replaces_id}`?",
        f"Comparison `{compared.comparison_id[:12]}` over {told['span']['n_days']:,} days, report `{report}`",
        lines,
        f"| part of the spec | now | then |\n|---|---|---|\n{spec}",
        *_samples(told),
    ]
    return "\n\n".join(parts)


def safe_line(line: str) -> str:
    """Return one of our own sentences for Markdown: ids in it are shown as they are."""
    return line.replace("<", "&lt;").replace("@", "\\@")


def _samples(told: Mapping[str, Any]) -> list[str]:
    tables = []
    if told["kind"] == "extractor":
        rows = [
            f"| {sample['effect']} | {safe(sample['title_new'] or sample['title_old'])}<br>{safe(sample['url'])} "
            f"| {sample['n_tokens_old']:,} → {sample['n_tokens_new']:,} |"
            for sample in told["texts"]["samples"][:N_SAMPLES]
        ]
        tables += _table("Contents that change most", ("effect", "page", "tokens"), rows)
    for purpose, part in told["purposes"].items():
        for direction, side in part["change"].items():
            tables += _table(f"{purpose}: documents {direction}", PAIR, _pairs(told, side["samples"]))
        contradicted = _pairs(told, part["merges"]["samples"]) if told["kind"] == "method" else []
        tables += _table(f"{purpose}: merges in force that it would not have made", PAIR, contradicted)
    return tables


PAIR = ("similarity", "one", "other")


def _pairs(told: Mapping[str, Any], samples: Sequence[Mapping[str, Any]]) -> list[str]:
    return [
        f"| {sample['similarity']:.3f} | {_end(told, sample, 'l')} | {_end(told, sample, 'r')} |"
        for sample in samples[:N_SAMPLES]
    ]


def _table(title: str, names: Sequence[str], rows: Sequence[str]) -> list[str]:
    if not rows:
        return []
    head = f"| {' | '.join(names)} |\n|{'---|' * len(names)}"
    return [f"{title}:\n\n{head}\n" + "\n".join(rows)]


def _end(told: Mapping[str, Any], sample: Mapping[str, Any], side: str) -> str:
    found = told["documents"].get(sample[f"document_id_{side}"], {})
    return f"{safe(found.get('title')) or '(no title)'}<br>{safe(found.get('url'))}"
