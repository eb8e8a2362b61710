"""`neartwin run`: one day, or the sample days, through the real Airflow DAG in this process."""

import logging
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from neartwin.cli import demo
from neartwin.cli.calibrate import calibrate_sample
from neartwin.cli.inert import inert
from neartwin.cli.installation import active_settings
from neartwin.cli.printing import AsJson, print_json
from neartwin.settings import ROOT, Settings, parse_day

SAMPLE = ROOT / "tests" / "data" / "sample"
MERGING_FROM = 2  # after the second day there are pairs to judge, and a third day to see what holds


def add_commands(app: typer.Typer) -> None:
    """Add the command `run`."""
    app.command()(run)


def run(
    source: Annotated[
        str | None,
        typer.Option(help="File, folder, glob or URL of pages (WARC, ARC, JSONL, Parquet, HTML). Default: [sources.*]"),
    ] = None,
    day: Annotated[str | None, typer.Option(help="Crawl day, YYYY-MM-DD; needed unless --sample")] = None,
    sample: Annotated[
        bool, typer.Option("--sample", help="Run the three sample days, and answer for merges as a demo")
    ] = False,
    method: Annotated[
        list[str] | None, typer.Option(help="Method name or id, repeatable. Default: the active ones")
    ] = None,
    as_json: AsJson = False,
) -> None:
    """Run a day's crawl through the DAG `deduplicate_day`, here, without a server.

    Running a day again is safe: it adds only what is new. The exit code is 0 when the run succeeded, 1 when it failed
    or the day was put aside by its checks (the report says why), 2 when the call itself cannot be carried out.

    A JSON line or a Parquet row has `html` or `text`, and may have `url`, `title`, `status`, `fetched_at`, `language`
    and others (`content_type`, `charset`, `final_url`, `id`, `variant`). A folder of HTML files may have a file
    `pages.jsonl` with a line a file (`file`, `url`, `status`, `fetched_at`); without it a page's URL is its file's.

    Example: `neartwin run --source crawl/2026-11-01 --day 2026-11-01`
    """
    if sample and (source is not None or day is not None):
        raise typer.BadParameter("--sample has its own days and pages: leave --source and --day out")
    if sample:
        folders = sorted(SAMPLE.glob("????-??-??"))
        jobs: list[tuple[str, str | None]] = [(folder.name, str(folder)) for folder in folders]
    elif day is None:
        raise typer.BadParameter("say which day: --day YYYY-MM-DD (or --sample)")
    else:
        jobs = [(day, source)]
    _require_all(jobs, method)
    out = sys.stderr if as_json else sys.stdout
    results = []
    for number, (text, path) in enumerate(jobs, start=1):
        results.append(_run_one(text, path, method, quiet=as_json))
        if sample and number == MERGING_FROM and results[-1]["is_success"]:
            with _quiet():
                demo.merge_and_undo(active_settings(), out)
    if as_json:
        print_json(results)
    if not all(result["is_success"] for result in results):
        raise typer.Exit(1)
    if sample:
        with _quiet():
            calibrate_sample(active_settings(), out)
            demo.plan(active_settings(), out)
            demo.tell(active_settings(), out)


@contextmanager
def _quiet() -> Iterator[None]:
    """Let only warnings through: the runs have turned on Airflow's own logging in this process."""
    log = logging.getLogger("neartwin")
    level = log.level
    log.setLevel(logging.WARNING)
    try:
        yield
    finally:
        log.setLevel(level)


def _require_all(jobs: list[tuple[str, str | None]], names: list[str] | None) -> None:
    """Raise before the first day runs what the DAG would only find out later: a wrong day, method or source."""
    from neartwin.ingest import require_source
    from neartwin.methods import choose, load

    settings = active_settings()
    known = load(settings)
    for name in names or settings.active_methods:
        choose(known, name)
    for text, source in jobs:
        parse_day(text)
        require_source(settings, source)


def _run_one(text: str, source: str | None, methods: list[str] | None, *, quiet: bool) -> dict[str, object]:
    from neartwin.orchestration.run_day import run_day
    from neartwin.report import report_path, terminal_summary
    from neartwin.warehouse import reader

    settings = Settings.load()
    parsed = parse_day(text)
    out = sys.stderr if quiet else sys.stdout
    out.write(f"day {parsed}" + (f" from {source}" if source else "") + "\n")
    out.flush()
    result = run_day(settings, parsed, source=source, methods=methods, progress=out)
    report = report_path(settings, parsed, result.run_id)
    if not result.is_success:
        sys.stderr.write(f"neartwin: {inert(result.fault)}\n  full log: {result.log_file}\n")
    if report.is_file() and not quiet:
        with reader(settings) as con:
            out.write(terminal_summary(con, settings, parsed, result.run_id))
        out.write(f"report: {report}\n")
    return {
        "day": text,
        "run_id": result.run_id,
        "is_success": result.is_success,
        "fault": result.fault,
        "report": str(report),
        "log": str(result.log_file),
    }
