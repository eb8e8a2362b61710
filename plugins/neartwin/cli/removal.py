"""Which parts of a page's visible text its main text lacks."""

from neartwin.cli.subjects import Subject


def removal(subject: Subject) -> list[tuple[str, bool]]:
    """Return the full text as (part, was removed) in order; both texts aligned word by word."""
    from neartwin.guards.judging import explain

    text = subject.full_text
    found = explain(text, subject.main_text)
    side = found.left
    parts: list[tuple[str, bool]] = []
    at, was_kept = 0, None
    for token, is_kept in enumerate(found.matched[0]):
        if was_kept is not None and is_kept != was_kept:
            parts.append((side.text[at : side.starts[token]], not was_kept))
            at = side.starts[token]
        was_kept = is_kept
    return [*parts, (side.text[at:], was_kept is not None and not was_kept)]
