"""Settings of one installation: `neartwin.toml`, frozen, refusing nonsense; read inside tasks, never at parse time."""

import os
import re
import tomllib
from datetime import date, time
from pathlib import Path
from typing import Annotated, Any, Literal, Self, get_args, get_origin
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from neartwin.errors import DayError, SettingsError

ROOT = Path(__file__).resolve().parents[2]
SQL = ROOT / "sql"

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(gt=0)]
Purpose = Literal["search", "history"]
Kind = Literal["article", "product", "listing", "documentation", "forum", "short"]


class Section(BaseModel):
    """A part of the settings: frozen, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceSettings(Section):
    """Where one crawl's files of a day lie, and when that day counts as complete.

    `path` is a template with `{day}` (or `{day:%Y/%m/%d}`), local (beside the settings file) or any fsspec URL; it
    names a file, a folder or a glob. A crawl day is a day in `timezone`. `complete` is a template of a marker file;
    without one a day is taken as complete when its files are there and it is over. `deadline` is the local time on the
    next day after which the day runs with what has arrived, and is marked half, or missing; what comes later makes it
    late.
    """

    path: str
    timezone: str = "UTC"
    complete: str | None = None
    deadline: time = time(6, 0)

    @field_validator("timezone")
    @classmethod
    def _known_zone(cls, name: str) -> str:
        try:
            ZoneInfo(name)
        except (ZoneInfoNotFoundError, ValueError) as error:
            raise ValueError(f"no such time zone: {name!r}; use a name like Asia/Ho_Chi_Minh") from error
        return name

    @field_validator("path", "complete")
    @classmethod
    def _usable_template(cls, template: str | None) -> str | None:
        try:
            _ = template and template.format(day=date(2000, 1, 31))
        except (KeyError, IndexError, ValueError, AttributeError) as error:
            raise ValueError(f"{template!r} is no path template: use {{day}} or {{day:%Y/%m/%d}} only") from error
        return template

    def beside(self, folder: Path) -> Self:
        """Return the same source with relative local paths taken from `folder`."""
        root = str(folder).replace("{", "{{").replace("}", "}}")
        paths = {name: getattr(self, name) for name in ("path", "complete") if getattr(self, name)}
        is_relative = {name: "://" not in path and not Path(path).is_absolute() for name, path in paths.items()}
        return self.model_copy(update={name: f"{root}/{path}" for name, path in paths.items() if is_relative[name]})


class IngestSettings(Section):
    """How a day's files become capture shards."""

    batch_bytes: Count = 64_000_000
    max_page_bytes: Count = 20_000_000
    max_unpacked_ratio: Count = 200


class ExtractSettings(Section):
    """Limits and floors of main-text extraction (bytes, seconds, tokens, distinct URLs)."""

    processes: int = Field(default=0, ge=0, description="0: one per core")
    seconds_per_page: float = Field(default=20, gt=0)
    memory_per_process: Count = 2_000_000_000
    min_tokens: Count = 20
    repeated_body_urls: Count = 10


class CheckSettings(Section):
    """Where the quality gates stand: shares of captures, documents or fingerprints, judged from `min_rows` rows on.

    A site above `site_broken`, `garbled`, `wall_texts` or `equal_texts` is put aside; the rest of the day above
    `day_broken`, `garbled`, `wall_texts` or `equal_texts` puts the whole day aside; so do sites that hold `day_lost`
    of the day's captures and break together. Above `notice` a share is shown as a warning. Drift compares a day with
    the `drift_days` before it, once `drift_min_days` of them are known; out is what lies `drift_spreads` standard
    deviations from the median and changed enough to matter. Groups below `drift_group_from` documents are not sudden.
    """

    min_rows: Count = 20
    site_broken: Share = 0.8
    day_broken: Share = 0.6
    day_lost: Share = 0.8
    garbled: Share = 0.5
    wall_texts: Share = 0.5
    equal_texts: Share = 0.8
    equal_fingerprints: Share = 0.8
    notice: Share = 0.25
    max_text_characters: Count = 20_000
    max_pairs_per_document: Count = 200
    max_cluster_share: Share = 0.1
    keep_results_days: Count = 400
    drift_days: Count = 28
    drift_min_days: Count = 14
    drift_spreads: float = Field(default=5, gt=0)
    drift_group_from: Count = 20


class CandidatesSettings(Section):
    """When a bucket of the index is too full to be joined on one key, and when a join runs in memory.

    `max_bucket` counts documents that share a MinHash band, `max_block` documents that share SimHash blocks (cheaper:
    distances are filtered first). From `in_memory_from` index keys on, a join runs in numba instead of SQL.
    """

    max_bucket: Count = 200
    max_block: Count = 2_000
    in_memory_from: int = Field(default=200_000, ge=0)


class VerifySettings(Section):
    """How much text is held at once while pairs are compared (characters), and pairs per write."""

    block_characters: Count = 20_000_000
    block_pairs: Count = 500_000


class ClusterSettings(Section):
    """From which size of a cluster, and from which share of a site's documents in clusters, a person should look."""

    alarm_documents: Count = 50
    alarm_site_share: Share = 0.2


class RecallSettings(Section):
    """How candidate recall is measured in every run."""

    promise: Share = 0.98
    sample_documents: Count = 200
    min_true_pairs: Count = 400
    window_days: Count = 28
    max_cpu_share: Share = 0.1


class PurposeSettings(Section):
    """What one purpose of merging uses to decide; `deciding_method` as in `active_methods`."""

    deciding_method: str
    review_at: Share = Field(default=0.5, description="jaccard from which an unguarded pair is shown to a person")
    review_containment_at: Share = 0.8
    review_aligned_at: Share = Field(default=0.7, description="share of words in the same order, of both texts")
    precision_target: Annotated[float, Field(gt=0.5, lt=1)] = Field(
        default=0.98, description="lower bound of action precision on held-out labels before anything merges by itself"
    )


class LabelSettings(Section):
    """Where people's verdicts are taken in, and which pairs they are asked about.

    `inbox` is a SQLAlchemy URL; by default SQLite beside the warehouse. `per_stratum` pairs of each language and tenth
    of similarity are in the random sample, `audit_merges` merges in force are audited, `second_opinions` is the share
    of judged pairs that another person sees too. Another `seed` draws other samples.
    """

    inbox: str | None = None
    per_stratum: Count = 50
    audit_merges: Count = 200
    second_opinions: Share = 0.1
    seed: int = 1


class CalibrationSettings(Section):
    """How thresholds follow from labels: costs are relative, shares between 0 and 1.

    A stratum with fewer than `min_labels` labels on the calibration side, or on the side of either verdict fewer than
    `min_verdicts`, is pooled. At most `groups_per_site_pair` independent groups count as evidence for one pair of
    sites. `moving_*` belong to the strategy `moving`: mean − 2 standard deviations, never below the floor.
    """

    strategy: Literal["cost", "moving", "roc"] = "cost"
    cost_false_merge: float = Field(default=100, gt=0)
    cost_missed_merge: float = Field(default=1, ge=0)
    cost_review: float = Field(default=0.5, ge=0)
    held_out_share: Annotated[float, Field(gt=0, lt=1)] = 0.5
    split_seed: int = 1
    min_labels: Count = 60
    min_verdicts: Count = 10
    groups_per_site_pair: Count = 20
    review_recall: Share = 0.95
    reviews_per_day: Count = 500
    moving_records: Count = 1_000
    moving_floor: Share = 0.8


class GateSettings(Section):
    """Who may answer for merges, undos, promotions and releases; and how much may be merged without asking."""

    approvers: tuple[str, ...] = ("admin",)
    max_documents: Count = 1_000
    max_cluster_documents: Count = 20
    max_site_share: Share = 0.1
    important_sites: tuple[str, ...] = ()
    answer_hours: float = Field(default=24, gt=0)
    audit_merges: Count = Field(
        default=200, description="size of the standing random sample of applied merges to judge"
    )


class NoticeSettings(Section):
    """Who is told when a day is critical or late; without a `kind` nobody is.

    `connection` names an Airflow connection. The same fact is told once in `repeat_hours`, at most `per_day` in all.
    """

    kind: Literal["webhook", "smtp", "slack"] | None = None
    connection: str = "neartwin_notices"
    to: tuple[str, ...] = Field(default=(), description="e-mail addresses, for smtp")
    reports_url: str = "/neartwin/reports"
    repeat_hours: float = Field(default=12, gt=0)
    per_day: Count = 10


class StoreSettings(Section):
    """What `maintain_store` keeps: proven backups, and for how many days plans that were never applied.

    Fingerprints, index keys and candidate pairs of a retired method go `keep_retired_days` after it was retired.
    `hot_days` says for how many days after its last capture texts and bytes of a kind of document stay hot; then they
    move to `lake/cold`, where they are read as before. A kind that is not named stays hot for ever, as does a site of
    `hot_sites`, and any document that a merge, a label or a constraint refers to.
    """

    keep_backups: Count = 4
    keep_plans_days: Count = 90
    keep_retired_days: int = Field(default=30, ge=0)
    hot_days: dict[Kind, Count] = {"article": 90, "forum": 90, "short": 90, "listing": 7}
    hot_sites: tuple[str, ...] = ()


class UpgradeSettings(Section):
    """How a candidate version is backfilled.

    `connection` names the Airflow connection (http) with which the DAG `upgrade_method` calls Airflow's own REST API;
    its user needs the role op. `max_active_runs` days run at once. A backfill that needs more than the free disk space
    over `disk_margin` is not started. It is waited for in steps of `poll_seconds`, for `wait_hours` at most from when
    Airflow made it.
    """

    connection: str = "neartwin_airflow"
    max_active_runs: Count = 1
    disk_margin: float = Field(default=2, ge=1)
    poll_seconds: float = Field(default=10, gt=0)
    wait_hours: float = Field(default=72, gt=0)


class Settings(Section):
    """Everything that an installation can choose; see `neartwin.toml` for each key with its reason.

    A settings file uses methods by name, without a version; `methods.resolve` puts the ids of the active versions in
    their place, and every stage reads ids.
    """

    data: Path = Path("data")
    lock_wait_seconds: float = Field(default=60, ge=0)
    memory_limit: str = "4GB"
    threads: int = Field(default=0, ge=0, description="0: one per core")
    sources: dict[str, SourceSettings] = {}
    ingest: IngestSettings = IngestSettings()
    extract: ExtractSettings = ExtractSettings()
    checks: CheckSettings = CheckSettings()
    candidates: CandidatesSettings = CandidatesSettings()
    verify: VerifySettings = VerifySettings()
    cluster: ClusterSettings = ClusterSettings()
    recall: RecallSettings = RecallSettings()
    purposes: dict[Purpose, PurposeSettings]
    labels: LabelSettings = LabelSettings()
    calibration: CalibrationSettings = CalibrationSettings()
    gate: GateSettings = GateSettings()
    notices: NoticeSettings = NoticeSettings()
    store: StoreSettings = StoreSettings()
    upgrade: UpgradeSettings = UpgradeSettings()
    active_methods: tuple[str, ...]
    methods: dict[str, dict[str, Any]]

    def require_names(self, path: Path) -> None:
        """Raise SettingsError for a method that is used with a version: the warehouse knows which one is active."""
        used = [*self.active_methods, *(wanted.deciding_method for wanted in self.purposes.values())]
        if versions := sorted({method_id for method_id in used if "@" in method_id}):
            method_id, name = versions[0], versions[0].partition("@")[0]
            raise SettingsError(
                f"{path}: active_methods and deciding_method name methods without a version: write {name!r}, not "
                f"{method_id!r}. `neartwin methods list` shows the version in use, `methods promote` changes it"
            )

    @property
    def lake(self) -> Path:
        """Folder of immutable Parquet shards."""
        return self.data / "lake"

    @property
    def warehouse(self) -> Path:
        """The DuckDB file."""
        return self.data / "warehouse.duckdb"

    def run_log(self, day: date) -> Path:
        """Where `neartwin run` writes everything that the newest run of a day said."""
        return self.data / "logs" / f"run-{day}.log"

    @property
    def reports(self) -> Path:
        """Folder of run reports."""
        return self.data / "reports"

    @property
    def workers(self) -> int:
        """Threads and processes that CPU-heavy stages may use."""
        return self.threads or os.cpu_count() or 1

    @classmethod
    def load(cls, path: Path | None = None) -> Self:
        """Read `path`, `$NEARTWIN_CONFIG` or the repository's `neartwin.toml`; `$NEARTWIN_DATA` moves the data folder.

        A relative data folder lies beside the settings file. Raises SettingsError with every fault in one message.
        """
        path = path or Path(os.environ.get("NEARTWIN_CONFIG", ROOT / "neartwin.toml"))
        try:
            raw = tomllib.loads(path.read_text(encoding="utf-8"))
        except OSError as error:
            raise SettingsError(f"{path} cannot be read: {error.strerror}; set NEARTWIN_CONFIG to your file") from error
        except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
            raise SettingsError(f"{path} is not TOML: {error}") from error
        try:
            settings = cls(**raw)
        except ValidationError as error:
            faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {_fault(dict(e))}" for e in error.errors())
            raise SettingsError(f"{path}: {faults}") from error
        settings.require_names(path)
        data = Path(os.environ.get("NEARTWIN_DATA", settings.data))
        folder = path.parent.resolve()
        sources = {name: source.beside(folder) for name, source in settings.sources.items()}
        data = data if data.is_absolute() else (folder / data).resolve()
        if data.exists() and not data.is_dir():
            raise SettingsError(f"{data} is a file: set NEARTWIN_DATA, or data in {path}, to a folder")
        return settings.model_copy(update={"data": data, "sources": sources})


def parse_day(text: str) -> date:
    """Read a crawl day written as YYYY-MM-DD; raises DayError for anything else."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise DayError(text)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DayError(text) from error


def _fault(error: dict[str, Any]) -> str:
    """Return what is wrong at one place of the settings; an unknown key is told with the keys that are known there."""
    if error["type"] != "extra_forbidden":
        return str(error["msg"])
    kind: Any = Settings
    for name in error["loc"][:-1]:
        kind = get_args(kind)[1] if get_origin(kind) is dict else kind.model_fields[name].annotation
    return f"unknown key; known keys are {', '.join(sorted(kind.model_fields))}"
