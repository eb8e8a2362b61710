"""Custom expectations as Great Expectations runs them, and the traps of its checkpoints."""

import json
import subprocess
import sys

import pandas as pd
import pytest

from neartwin.checks.batch import Batch, Evaluation, evaluate
from neartwin.checks.expectations import (
    ExpectCommonestShareToBeAtMost,
    ExpectFlaggedShareToBeAtMost,
    ExpectQuantilesToBeBetween,
    ExpectStuckBitsShareToBeAtMost,
)
from neartwin.checks.great import gx, gxe, open_batch

FRAME = pd.DataFrame(
    {
        "id": ["a", "b", "c", "d"],
        "site": ["x", "x", "y", "y"],
        "flag": [True, True, False, True],
        "value": ["v", "v", "v", "w"],
        "number": [1, 1, 1, 1],
    }
)
META = {"description": "Why.", "meta": {"check": "it_holds", "fact": "rows are flagged", "hint": "Do."}}


def judged(*expectations, frame=FRAME, key="id"):
    found = Evaluation()
    evaluate(Batch("suite", frame, key, expectations), found)
    return found


@pytest.mark.parametrize(
    ("make", "passes"),
    [
        (lambda n: ExpectFlaggedShareToBeAtMost(column="flag", id_column="id", max_share=n, **META), 0.75),
        (lambda n: ExpectCommonestShareToBeAtMost(column="value", id_column="id", max_share=n, **META), 0.75),
        (lambda n: ExpectStuckBitsShareToBeAtMost(column="number", id_column="id", max_share=n, **META), 1.0),
    ],
)
def test_a_share_passes_at_its_limit_and_fails_below(make, passes):
    assert [r.is_success for r in judged(make(passes)).results] == [True]
    assert [r.is_success for r in judged(make(passes - 0.1)).results] == [False]


def test_quantiles_succeed_with_a_plain_bool_that_json_takes():
    expectation = ExpectQuantilesToBeBetween(
        column="number", quantile_ranges={"quantiles": [0.5], "value_ranges": [[5, 9]]}, **META
    )
    outcome = open_batch("numbers", FRAME).validate(gx.ExpectationSuite(name="s", expectations=[expectation]))

    assert outcome.results[0].success is False
    json.dumps(outcome.to_json_dict())


def test_the_librarys_quantiles_still_need_the_cure():
    """When this fails, the subclass may go: the library then answers with a bool itself."""
    expectation = gxe.ExpectColumnQuantileValuesToBeBetween(
        column="number", quantile_ranges={"quantiles": [0.5], "value_ranges": [[5, 9]]}
    )
    outcome = open_batch("numbers", FRAME).validate(gx.ExpectationSuite(name="s", expectations=[expectation]))

    assert type(outcome.results[0].success).__module__ == "numpy"


def test_each_failing_site_is_a_result_of_its_own():
    found = judged(
        ExpectFlaggedShareToBeAtMost(
            column="flag", by="site", id_column="id", max_share=0.2, severity="critical", **META
        )
    )

    assert [(r.site, r.observed, r.sample_ids) for r in found.results] == [
        ("x", "2 of 2 rows are flagged (100%)", ("a", "b")),
        ("y", "1 of 2 rows are flagged (50%)", ("d",)),
    ]
    assert set(found.failing_sites) == {"x", "y"}


def test_rows_of_a_failing_site_do_not_count_for_the_day():
    site = ExpectFlaggedShareToBeAtMost(
        column="flag", by="site", id_column="id", max_share=0.9, severity="critical", **META
    )
    day = ExpectFlaggedShareToBeAtMost(column="flag", id_column="id", max_share=0.6, severity="critical", **META)

    found = judged(site, day)

    assert [(r.site, r.is_success) for r in found.results] == [("x", False), ("", True)]


def test_an_expectation_that_raises_is_a_critical_failure_and_not_evaluated():
    found = judged(gxe.ExpectColumnValuesToBeUnique(column="no_such_column", severity="info", **META))

    assert (found.n_declared, found.n_evaluated) == (1, 0)
    assert found.results[0].severity == "critical"
    assert "no_such_column" in found.results[0].observed


def test_an_empty_frame_is_evaluated_and_passes():
    found = judged(
        ExpectFlaggedShareToBeAtMost(column="flag", by="site", id_column="id", max_share=0.0, **META),
        gxe.ExpectColumnValuesToBeUnique(column="id", **META),
        ExpectQuantilesToBeBetween(
            column="number", quantile_ranges={"quantiles": [0.5], "value_ranges": [[None, None]]}, **META
        ),
        frame=FRAME.head(0),
    )

    assert found.n_evaluated == found.n_declared == 3
    assert all(r.is_success for r in found.results)


def test_a_fresh_process_evaluates_every_custom_expectation():
    """The trap: a subclass that its process has not imported is skipped without a word."""
    program = (
        "from neartwin.checks.batch import Batch, Evaluation, evaluate\n"
        "from neartwin.checks import documents\n"
        "from neartwin.settings import CheckSettings\n"
        "import pandas as pd\n"
        "suite = documents.documents_suite(CheckSettings())\n"
        "columns = {e.column for e in suite} | {'site', 'language', 'capture_id'}\n"
        "dtypes = {name: 'bool' if name[:3] in ('is_', 'has') else 'float64' for name in columns}\n"
        "frame = pd.DataFrame({name: pd.Series(dtype=dtype) for name, dtype in dtypes.items()})\n"
        "found = Evaluation()\n"
        "evaluate(Batch('documents', frame, 'capture_id', suite), found)\n"
        "print(found.n_evaluated == found.n_declared == len(suite) > 20)\n"
    )
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)

    assert done.stdout.strip() == "True"


def test_importing_and_running_says_nothing():
    """Great Expectations writes hundreds of info lines and a progress bar, and would call home."""
    program = (
        "import logging, sys\n"
        "logging.basicConfig(level=logging.INFO, stream=sys.stdout)\n"
        "from neartwin.checks.batch import Batch, Evaluation, evaluate\n"
        "from neartwin.checks import fingerprints\n"
        "import pandas as pd\n"
        "frame = pd.DataFrame({'method_id': ['m'], 'unsigned_share': [0.0], 'is_idle': [False]})\n"
        "evaluate(Batch('f', frame, 'method_id', fingerprints.coverage_suite()), Evaluation())\n"
        "import os; print(os.environ['GX_ANALYTICS_ENABLED'])\n"
    )
    done = subprocess.run(
        [sys.executable, "-W", "error::ResourceWarning", "-c", program], capture_output=True, text=True
    )

    assert (done.returncode, done.stdout.strip(), done.stderr) == (0, "false", "")
