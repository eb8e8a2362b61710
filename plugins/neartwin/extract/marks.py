"""What the parts of a short page are called in its markup: names of classes and ids are technical words, the same in
every language, where the words that a reader sees are not.
"""

import re

from lxml.html import HtmlElement

SHORT = 2_000  # characters of visible text: longer pages are not asked
MOST = 0.6  # of the visible text stands in the part that is named so

_NAMES = {
    "captcha": r"\w*captcha|turnstile|geetest|challenge(?:[_-](?:box|form|page|running|stage|container|wrapper))?",
    "blocked": r"waf|firewall|block(?:ed)?[_-]?page|access[_-]?denied|forbidden|ip[_-]?blocked",
    "consent": r"consent|gdpr|cmp|onetrust|didomi|cookie(?:s|bot)?[_-](?:\w+[_-])?(?:wall|notice|banner|popup|layer)",
    "login": r"log[_-]?in|sign[_-]?in|log[_-]?on|pay[_-]?wall|reg[_-]?wall|auth[_-]?wall",
    "error": r"error[_-]?(?:page|\d{3}|wrapper|container|template)|(?:page|http)[_-]?\d{3}|(?:page[_-])?not[_-]?found",
}
_PATTERNS = {group: re.compile(rf"(?:^|[\s_-])(?:{names})(?:$|[\s_-])") for group, names in _NAMES.items()}
_OF_PAGES = ("html", "body")  # their classes tell of the reader's state as well (logged out, cookies refused)
_SPACE = re.compile(r"\s+")


def read(tree: HtmlElement, visible: str) -> frozenset[str]:
    """Return the groups (captcha, blocked, consent, login, error) in whose parts most of a short page's text stands.

    `tree` is without scripts and styles. A page of SHORT characters or more has none.
    """
    n_visible = len(_SPACE.sub("", visible))
    if not 0 < n_visible < SHORT:
        return frozenset()
    found: set[str] = set()
    for element in tree.iter():
        name = f"{element.get('class', '')} {element.get('id', '')}".lower().strip()
        if name:
            groups = {group for group, pattern in _PATTERNS.items() if pattern.search(name)} - found
            groups &= {"error"} if element.tag in _OF_PAGES else groups
            if groups and len(_SPACE.sub("", "".join(element.itertext()))) >= MOST * n_visible:
                found |= groups
    return frozenset(found)
