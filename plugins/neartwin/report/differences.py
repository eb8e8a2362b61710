"""Words in which two texts differ, with a few words around them."""

import re
from difflib import SequenceMatcher
from typing import Literal

WORD = re.compile(r"[\u3040-\u30ff\u3400-\u9fff\uf900-\ufaff]|\d+(?:[.,:/-]\d+)*|\w+|[^\w\s]")
COMPARED = 250  # words of each side, from the first difference on
AROUND = 6
SEGMENTS = 24
Segment = tuple[Literal["same", "left", "right"], str]


def differences(left: str, right: str) -> list[Segment]:
    """Return segments of both texts in reading order; long stretches that agree are cut to AROUND words at each end.

    Only COMPARED words from the first difference on are aligned, and SEGMENTS segments returned: a report shows what
    kind of difference it is, not all of it.
    """
    words_l, words_r = _words(left), _words(right)
    first = _common(words_l, words_r)
    last = _common(words_l[first:][::-1], words_r[first:][::-1])
    middle_l, middle_r = words_l[first : len(words_l) - last], words_r[first : len(words_r) - last]
    segments = _segment("same", words_l[:first], from_start=True)
    bare_l, bare_r = ([word.rstrip() for word in middle[:COMPARED]] for middle in (middle_l, middle_r))
    matcher = SequenceMatcher(None, bare_l, bare_r, autojunk=False)
    for tag, start_l, end_l, start_r, end_r in matcher.get_opcodes():
        if tag == "equal":
            segments += _segment("same", middle_l[start_l:end_l])
        else:
            segments += _segment("left", middle_l[start_l:end_l]) + _segment("right", middle_r[start_r:end_r])
    if max(len(middle_l), len(middle_r)) > COMPARED:
        return [*segments[:SEGMENTS], ("same", " …")]
    segments += _segment("same", words_l[len(words_l) - last :] if last else [], to_end=True)
    return [*segments[:SEGMENTS], ("same", " …")] if len(segments) > SEGMENTS else segments


def _words(text: str) -> list[str]:
    """Return words with the space that follows them."""
    found = [*WORD.finditer(text)]
    ends = [match.start() for match in found[1:]] + [len(text)] * bool(found)
    return [match.group() + (" " if end > match.end() else "") for match, end in zip(found, ends, strict=True)]


def _common(left: list[str], right: list[str]) -> int:
    n = 0
    for word_l, word_r in zip(left, right, strict=False):
        if word_l.rstrip() != word_r.rstrip():
            break
        n += 1
    return n


def _segment(
    kind: Literal["same", "left", "right"], words: list[str], *, from_start: bool = False, to_end: bool = False
) -> list[Segment]:
    if not words:
        return []
    if kind != "same":
        return [(kind, _cut(words, 40))]
    if len(words) <= 2 * AROUND:
        return [("same", "".join(words))]
    head, tail = ("" if from_start else "".join(words[:AROUND])), ("" if to_end else "".join(words[-AROUND:]))
    return [("same", f"{head}… {tail}")]


def _cut(words: list[str], limit: int) -> str:
    return "".join(words[:limit]) + ("… " if len(words) > limit else "")
