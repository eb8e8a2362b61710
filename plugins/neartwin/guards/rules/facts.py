"""What documents state as facts, and texts too short or too unlike in length to be judged by similarity."""

import re
from collections.abc import Iterator

from neartwin.guards import kernel, values
from neartwin.guards.difference import Difference, Facts, Guard


def facts(difference: Difference) -> Iterator[Guard]:
    """Yield a guard for each stated fact that both documents have and that differs: SKU, price, title, language."""
    left, right = difference.facts_left, difference.facts_right
    if left.sku and right.sku and _code(left.sku) != _code(right.sku):
        yield Guard("sku", f"SKU differs: {left.sku} and {right.sku}")
    if left.price is not None and right.price is not None and _price(left) != _price(right):
        yield Guard("price", f"price differs: {_shown(left)} and {_shown(right)}")
    found = _titles(left.title, right.title)
    if found is not None:
        yield Guard("title_identifier", f"identifiers in the titles differ: {found[0]} and {found[1]}")
    languages = {_language(left.language), _language(right.language)} - {""}
    if len(languages) == 2:
        yield Guard("language", f"languages differ: {left.language} and {right.language}")
    shorter, longer = sorted((difference.alignment.n_l, difference.alignment.n_r))
    if shorter < kernel.MIN_LENGTH_RATIO * longer:
        yield Guard("length_ratio", f"one text is less than half of the other: {shorter} and {longer} words")


def facts_may_differ(left: Facts, right: Facts) -> bool:
    """Tell whether stated facts of two documents differ in a way that some rule looks at."""
    return (
        left.language != right.language
        or left.sku != right.sku
        or (left.price, left.currency) != (right.price, right.currency)
        or (left.title != right.title and bool(left.title) and bool(right.title))
    )


def short_text(difference: Difference) -> Iterator[Guard]:
    """Yield a guard where a text of less than 50 words differs from another in anything but form."""
    shorter = min(difference.alignment.n_l, difference.alignment.n_r)
    if shorter >= kernel.SHORT_TOKENS:
        return
    for hunk in difference.hunks:
        is_content = any(part.content for part in hunk.parts) and not hunk.is_furniture
        if is_content and not hunk.is_equal_value:
            yield Guard("short_text", f"a text of {shorter} words is too short to differ: {hunk.detail}")
            return


def _titles(left: str, right: str) -> tuple[str, str] | None:
    if not left or not right or left == right:
        return None
    found_l, found_r = values.find(left), values.find(right)
    lone_l = [v for v in found_l if not any(v.agrees(other) for other in found_r)]
    lone_r = [v for v in found_r if not any(v.agrees(other) for other in found_l)]
    if not lone_l or not lone_r or (lone_l[0].is_weak and lone_r[0].is_weak):
        return None
    return left[lone_l[0].start : lone_l[0].end], right[lone_r[0].start : lone_r[0].end]


def _price(facts: Facts) -> tuple[float | None, str]:
    return facts.price, facts.currency or ""


def _shown(facts: Facts) -> str:
    return f"{facts.price:g} {facts.currency or ''}".strip()


def _code(sku: str) -> str:
    return re.sub(r"[\W_]", "", sku).casefold()


def _language(language: str) -> str:
    code = language.casefold().replace("_", "-").split("-")[0]
    return "" if code in ("", "und", "unknown", "zxx") else "zh" if code in ("zh", "cmn", "yue") else code
