"""The speed of checks on a day of 100,000 documents; `make soak` alone runs it."""

import random
import time

import pytest

from made_day import DAY, MadeDay, prose
from neartwin import checks, report
from neartwin.report import page

N_PAGES, N_SITES, POOL = 100_000, 300, 2_000
LANGUAGES = ("vi", "en", "zh")


@pytest.mark.soak
def test_a_day_of_100_000_documents_is_checked_in_six_seconds_and_reported_in_three(con, settings):
    from neartwin.checks import looks  # noqa: F401 (two seconds of a library's import, whatever the day)

    draw = random.Random(5)
    pool = {name: [prose(name, n, 3) for n in range(POOL)] for name in LANGUAGES}
    made = MadeDay(con, settings)
    for number in range(N_PAGES):
        language = LANGUAGES[number % N_SITES % 3]
        text = "\n".join(draw.choices(pool[language], k=draw.randint(4, 14)))
        made.page(f"site{number % N_SITES}.example", text, language=language, title=f"Tin {number} {text[:30]}")
    made.store()

    began = time.process_time()
    gates = [look(con, settings, DAY, "r") for look in (checks.check_captures, checks.check_documents)]
    checked = time.process_time()
    path = report.write_report(con, settings, DAY, "r")

    assert checked - began < 6, checked - began
    assert time.process_time() - checked < 3
    assert path.stat().st_size < page.MAX_BYTES
    assert {gate.max_severity for gate in gates} <= {None, "info", "warning"}
