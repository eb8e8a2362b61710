"""The evidence on a pair: measures under each method, guards, differing words with their values, shared passages."""

from typing import Any

from neartwin.cli.subjects import Subject
from neartwin.methods import Method

N_PASSAGES = 5


def evidence(left: Subject, right: Subject, methods: dict[str, Method], deciding: str) -> dict[str, Any]:
    """Return all that bears on a pair, JSON-ready."""
    from neartwin.guards.difference import Facts
    from neartwin.guards.judging import explain

    facts = [Facts(title=side.title, language=side.language, **side.facts) for side in (left, right)]
    found = explain(left.main_text, right.main_text, *facts)
    return {
        "left": about(left),
        "right": about(right),
        "methods": [measures(left, right, method) for method in methods.values()],
        "aligned": round(found.aligned, 4),
        "aligned_containment": round(found.containment, 4),
        "guards": [{"guard": guard.guard, "detail": guard.detail} for guard in found.guards],
        "differences": [_difference(hunk) for hunk in found.hunks],
        "shared_passages": passages(left, right, methods[deciding]),
    }


def about(subject: Subject) -> dict[str, Any]:
    """Return what a subject is and where it comes from, without its texts."""
    named = {"name": subject.name, "title": subject.title, "language": subject.language}
    return named | {"n_captures": subject.n_captures} | subject.capture | subject.facts


def measures(left: Subject, right: Subject, method: Method) -> dict[str, Any]:
    """Return every measure of a pair under one method."""
    import numpy as np

    from neartwin.fingerprint import kernel
    from neartwin.verify import measure

    texts = [side.full_text if method.branch == "page" else side.main_text for side in (left, right)]
    languages = [left.language, right.language]
    signatures = kernel.sign(texts, languages, method, 1)
    sets = kernel.shingle_sets(texts, languages, method, 1)
    first, second = np.zeros(1, dtype=np.int32), np.ones(1, dtype=np.int32)
    found = measure(sets, first, second, signatures)
    sizes = np.diff(sets.offsets)
    return {
        "method": method.method_id,
        "jaccard": round(float(found.jaccard[0]), 4),
        "containment": round(float(found.containment[0]), 4),
        "minhash_jaccard": None if found.minhash_jaccard is None else round(float(found.minhash_jaccard[0]), 4),
        "hamming": None if found.hamming is None else int(found.hamming[0]),
        "n_shingles_left": int(sizes[0]),
        "n_shingles_right": int(sizes[1]),
        "n_shared": round(float(found.containment[0]) * int(sizes.min())),
    }


def passages(left: Subject, right: Subject, method: Method) -> list[dict[str, Any]]:
    """Return the longest runs of words of the left text whose shingles the right one has too, longest first."""
    from neartwin.fingerprint import normalise, plain

    hashes = []
    for side in (left, right):
        tokens = plain.tokens(side.main_text, method)
        size = method.size(side.language, len(tokens))
        hashes.append((tokens, size, plain.shingles([token[0] for token in tokens], size)))
    tokens, size, mine = hashes[0]
    theirs = set(hashes[1][2])
    text = normalise(left.main_text, method.normalise)
    runs = []
    start = None
    for at in range(len(mine) + 1):
        is_shared = at < len(mine) and mine[at] in theirs
        if is_shared and start is None:
            start = at
        if not is_shared and start is not None:
            last = min(at - 1 + size, len(tokens))
            runs.append((at - start, text[tokens[start][1] : tokens[last - 1][2]]))
            start = None
    runs.sort(key=lambda run: -run[0])
    return [{"n_shingles": n, "words": words} for n, words in runs[:N_PASSAGES]]


def _difference(hunk: Any) -> dict[str, Any]:  # noqa: ANN401 (a hunk of the guards)
    return {
        "left": hunk.left.words,
        "right": hunk.right.words,
        "left_values": _values(hunk.left),
        "right_values": _values(hunk.right),
        "is_equal_value": hunk.is_equal_value,
        "is_furniture": hunk.is_furniture,
    }


def _values(part: Any) -> list[str]:  # noqa: ANN401 (one side of a hunk)
    return [" or ".join(sorted({_reading(*reading) for reading in value.readings})) for value, *_ in part.values]


def _reading(kind: str, content: Any, unit: str) -> str:  # noqa: ANN401 (number, text or date)
    if isinstance(content, tuple):
        content = "-".join("?" if part is None else str(part) for part in content)
    elif isinstance(content, float):
        content = f"{content:,.12g}"
    return " ".join(part for part in (kind, str(content), unit) if part)
