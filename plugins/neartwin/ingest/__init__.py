"""Turn a day's crawl files into captures: plan batches, write capture shards, commit what is new."""

from neartwin.ingest.committing import commit_captures
from neartwin.ingest.days import is_ready, late_days, waiting_days
from neartwin.ingest.plan_file import prune as prune_plan_files
from neartwin.ingest.planning import plan, require_source
from neartwin.ingest.writing import write_captures

__all__ = [
    "commit_captures",
    "is_ready",
    "late_days",
    "plan",
    "prune_plan_files",
    "require_source",
    "waiting_days",
    "write_captures",
]
