"""Settings of one installation: `neartwin.toml`, frozen, refusing nonsense; read inside tasks, never at parse time."""

import os
import re
import tomllib
from datetime import date, time
from pathlib import Path
from typing import Annotated, Any, Literal, Self
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

from pydantic import BaseModel, ConfigDict, Field, ValidationError, field_validator

from neartwin.errors import DayError, SettingsError

ROOT = Path(__file__).resolve().parents[2]
SQL = ROOT / "sql"

Share = Annotated[float, Field(ge=0, le=1)]
Count = Annotated[int, Field(gt=0)]
Purpose = Literal["search", "history"]


class Section(BaseModel):
    """A part of the settings: frozen, and an unknown key is an error."""

    model_config = ConfigDict(frozen=True, extra="forbid")


class SourceSettings(Section):
    """Where one crawl's files of a day lie, and when that day counts as complete.

    `path` is a template with `{day}` (or `{day:%Y/%m/%d}`), local or any fsspec URL; it names a file, a folder or a
    glob. A crawl day is a day in `timezone`. `complete` is a template of a marker file; without one a day is taken
    as complete when its files are there. `deadline` is the local time on the next day after which the day runs with
    what has arrived and is marked late or half.
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


class RecallSettings(Section):
    """How candidate recall is measured in every run."""

    promise: Share = 0.98
    sample_documents: Count = 200
    min_true_pairs: Count = 400
    window_days: Count = 28
    max_cpu_share: Share = 0.1


class PurposeSettings(Section):
    """What one purpose of merging uses to decide."""

    deciding_method: str
    review_at: Share = Field(default=0.5, description="jaccard from which an unguarded pair is shown to a person")
    review_containment_at: Share = 0.8


class GateSettings(Section):
    """Who may answer for merges, undos, promotions and releases."""

    approvers: tuple[str, ...] = ("admin",)


class Settings(Section):
    """Everything that an installation can choose; see `neartwin.toml` for each key with its reason."""

    data: Path = Path("data")
    lock_wait_seconds: float = Field(default=60, ge=0)
    memory_limit: str = "4GB"
    threads: int = Field(default=0, ge=0, description="0: one per core")
    sources: dict[str, SourceSettings] = {}
    ingest: IngestSettings = IngestSettings()
    extract: ExtractSettings = ExtractSettings()
    candidates: dict[str, Any] = {}
    recall: RecallSettings = RecallSettings()
    purposes: dict[Purpose, PurposeSettings]
    gate: GateSettings = GateSettings()
    active_methods: tuple[str, ...]
    methods: dict[str, dict[str, Any]]

    @property
    def lake(self) -> Path:
        """Folder of immutable Parquet shards."""
        return self.data / "lake"

    @property
    def warehouse(self) -> Path:
        """The DuckDB file."""
        return self.data / "warehouse.duckdb"

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
            faults = "; ".join(f"{'.'.join(map(str, e['loc']))}: {e['msg']}" for e in error.errors())
            raise SettingsError(f"{path}: {faults}") from error
        data = Path(os.environ.get("NEARTWIN_DATA", settings.data))
        return settings.model_copy(update={"data": data if data.is_absolute() else (path.parent / data).resolve()})


def parse_day(text: str) -> date:
    """Read a crawl day written as YYYY-MM-DD; raises DayError for anything else."""
    if not re.fullmatch(r"\d{4}-\d{2}-\d{2}", text):
        raise DayError(text)
    try:
        return date.fromisoformat(text)
    except ValueError as error:
        raise DayError(text) from error
