"""Items of structured data: typed dicts as JSON-LD writes them, walked and read without trusting their shape."""

import re
from collections import deque
from collections.abc import Iterator
from typing import Any

MAX_ITEMS = 2000  # nested items that are looked at
MAX_TEXT = 200  # characters of a name or code
# Properties whose values are not what the page is about: other pages of a list, the paper an article belongs to …
ELSEWHERE = frozenset(
    (
        "blogpost",
        "blogposts",
        "citation",
        "comment",
        "haspart",
        "ispartof",
        "isrelatedto",
        "issimilarto",
        "itemlistelement",
        "itemreviewed",
        "mentions",
        "review",
    )
)

Item = dict[str, Any]


def walk(values: list[Any]) -> Iterator[Item]:
    """Yield every item with a type, outer ones first, with lower-case property names."""
    queue, n_seen = deque(values), 0
    while queue and n_seen < MAX_ITEMS:
        value = queue.popleft()
        n_seen += 1
        if isinstance(value, list):
            queue.extend(value)
        elif isinstance(value, dict):
            item = {str(name).lower(): inner for name, inner in value.items()}
            if item.get("@type"):
                yield item
            queue.extend(i for name, i in item.items() if name not in ELSEWHERE and isinstance(i, dict | list))


def types(item: Item) -> list[str]:
    """Return an item's schema.org types in lower case, without their vocabulary."""
    stated = item.get("@type") or []
    names = stated if isinstance(stated, list) else [stated]
    return [re.split(r"[/#:]", name)[-1].lower() for name in names if isinstance(name, str)]


def code(item: Item, *names: str) -> str | None:
    """Return the first of the named properties that holds one line of text."""
    return next((code for name in names if (code := line(item.get(name)))), None)


def first(value: Any) -> Any:  # noqa: ANN401 (any JSON value)
    """Return the first of several values, a single value as it is."""
    return value[0] if isinstance(value, list) and value else value


def line(value: object) -> str:
    """Return a text or number as one short line, '' for anything else."""
    value = first(value)
    if isinstance(value, bool) or not isinstance(value, str | int | float):
        return ""
    return " ".join(str(value).split())[:MAX_TEXT]
