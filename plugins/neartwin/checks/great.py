"""Great Expectations as neartwin uses it: no analytics, no progress bars, no log lines of its own set-up.

The only module that imports it: whatever others need of it, they take from here.
"""

import logging
import os
from typing import Any

os.environ["GX_ANALYTICS_ENABLED"] = "false"  # read when great_expectations is imported
logging.getLogger("great_expectations").setLevel(logging.WARNING)  # its import writes more than 200 info lines

import great_expectations as gx  # noqa: E402
import pandas as pd  # noqa: E402
from great_expectations import expectations as gxe  # noqa: E402
from great_expectations.core.metric_domain_types import MetricDomainTypes  # noqa: E402
from great_expectations.execution_engine import ExecutionEngine, PandasExecutionEngine  # noqa: E402
from great_expectations.expectations.expectation import BatchExpectation  # noqa: E402
from great_expectations.expectations.metrics.metric_provider import metric_value  # noqa: E402
from great_expectations.expectations.metrics.table_metric_provider import TableMetricProvider  # noqa: E402

__all__ = [
    "BatchExpectation",
    "ExecutionEngine",
    "MetricDomainTypes",
    "PandasExecutionEngine",
    "TableMetricProvider",
    "gx",
    "gxe",
    "metric_value",
    "open_batch",
]

for _name in [name for name in logging.root.manager.loggerDict if name.startswith("great_expectations.")]:
    logging.getLogger(_name).setLevel(logging.NOTSET)  # one of its modules sets its own level to info


def open_batch(name: str, frame: pd.DataFrame) -> Any:  # noqa: ANN401 (great_expectations ships no types)
    """Return a batch over `frame` in an ephemeral context of its own: nothing is written, nothing is shared."""
    context = gx.get_context(mode="ephemeral")
    context.variables.progress_bars = {"globally": False}
    asset = context.data_sources.add_pandas(name).add_dataframe_asset(name)
    return asset.add_batch_definition_whole_dataframe(name).get_batch({"dataframe": frame})
