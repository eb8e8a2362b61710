"""What documents state as facts, and texts too short or too unlike in length to be judged by similarity."""

import re
from collections.abc import Iterator

from neartwin.guards import kernel
from neartwin.guards.difference import Difference, Facts, Guard
from neartwin.guards.rules.titles import titles

MAX_ALIGNED_ACROSS = 0.9  # texts that correspond more than this are one language, whatever was detected
ONE_LANGUAGE = {"cmn": "zh", "yue": "zh", "nb": "no", "nn": "no", "ms": "id", "hr": "sr", "bs": "sr"}


def facts(difference: Difference) -> Iterator[Guard]:
    """Yield a guard for each stated fact that both documents have and that differs: SKU, price, title, language."""
    left, right = difference.facts_left, difference.facts_right
    if left.sku and right.sku and _code(left.sku) != _code(right.sku):
        yield Guard("sku", f"SKU differs: {left.sku} and {right.sku}")
    if left.price is not None and right.price is not None and not _same_price(left, right):
        yield Guard("price", f"price differs: {_shown(left)} and {_shown(right)}")
    if left.title and right.title and left.title != right.title:
        yield from titles(difference)
    languages = {_language(left.language), _language(right.language)} - {""}
    if len(languages) == 2 and difference.aligned < MAX_ALIGNED_ACROSS:
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
        is_content = any(part.has_content for part in hunk.parts) and not hunk.is_furniture
        if is_content and not hunk.is_equal_value:
            yield Guard("short_text", f"a text of {shorter} words is too short to differ: {hunk.detail}")
            return


def _same_price(left: Facts, right: Facts) -> bool:
    """Compare prices; a currency that one side leaves out contradicts nothing."""
    return left.price == right.price and (not left.currency or not right.currency or left.currency == right.currency)


def _shown(facts: Facts) -> str:
    price = f"{facts.price:,.6f}".rstrip("0").rstrip(".")
    return f"{price} {facts.currency or ''}".strip()


def _code(sku: str) -> str:
    return re.sub(r"[\W_]", "", sku).casefold()


def _language(language: str) -> str:
    code = language.casefold().replace("_", "-").split("-")[0]
    return "" if code in ("", "und", "unknown", "zxx") else ONE_LANGUAGE.get(code, code)
