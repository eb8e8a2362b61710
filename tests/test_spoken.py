"""Names of ours have one plain form for people, in Python and in the reasons that SQL writes."""

import re

import pytest

from neartwin.settings import ROOT
from neartwin.spoken import spoken

RULES = ROOT / "plugins" / "neartwin" / "guards" / "rules"
GUARDS = sorted({name for path in RULES.glob("*.py") for name in re.findall(r'"([a-z]+_[a-z]+)"', path.read_text())})


def test_the_rules_have_names_of_several_words():
    assert {"sentence_replaced", "sentence_missing", "short_text"} <= set(GUARDS)


@pytest.mark.parametrize("name", ["numbers", *GUARDS])
def test_a_name_is_read_as_words_in_python_and_in_sql(con, name):
    assert "_" not in spoken(name)
    assert con.execute("select spoken(?)", [name]).fetchall() == [(spoken(name),)]


def test_templates_show_no_bare_name():
    """Every guard, measure, outcome and check passes the filter `words`, which is `spoken`."""
    shown = re.compile(
        r"\{\{ [a-z_.]*(?:guard|measure|outcome|check|expectation|metric)(?: \}\}|\.(?:guard|measure) \}\})"
    )
    bare = {
        f"{path.name}: {found.group()}"
        for path in (ROOT / "plugins" / "neartwin").rglob("templates/*.html")
        for found in shown.finditer(path.read_text(encoding="utf-8"))
    }

    assert bare == set()
