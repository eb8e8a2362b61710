"""Measure the texts of a day without keeping them: garbled parts, repeated lines, walls, and how they normalise."""

import unicodedata
from datetime import date

import duckdb
import pandas as pd
import pyarrow as pa

from neartwin.checks.frames import arrow, relation, texts_of_day
from neartwin.checks.signs import DECOMPOSED, IDENTIFIERS, MOJIBAKE, STOPS, WALL
from neartwin.settings import Settings

SHORT = 1_500  # characters: walls with a site's furniture are shorter
BRIEF = 600  # characters: a wall or notice alone
METRICS = {
    "short": SHORT,
    "damage": f"{MOJIBAKE}|{DECOMPOSED}",
    "mojibake": f"(?:{MOJIBAKE})",
    "wall": f"(?:{WALL})",
}
LINES = {"short": BRIEF, "identifiers": IDENTIFIERS, "stops": STOPS, "ends": len(STOPS) * "\n"}
NORMALISED = 200
NORMALISED_CHARACTERS = 20_000


class TextMeasures:
    """Measures of one day's texts: a row a text, a row a long line, and a sample of normalised texts."""

    def __init__(self) -> None:
        self._metrics: list[pa.Table] = []
        self._lines: list[pa.Table] = []
        self._composed: list[tuple[str, bool]] = []

    @classmethod
    def of_day(cls, con: duckdb.DuckDBPyConnection, settings: Settings, day: date) -> "TextMeasures":
        """Read the day's texts, part by part, and measure them."""
        measures = cls()
        for texts in texts_of_day(con, settings, day):
            measures.add(con, texts, settings.checks.max_text_characters)
        return measures

    def add(self, con: duckdb.DuckDBPyConnection, texts: pa.Table, max_characters: int) -> None:
        """Measure one part; only the first `max_characters` of a text count."""
        with relation(con, "texts", texts):
            metrics = arrow(con, "select_text_metrics", max_characters=max_characters, **METRICS)
            self._metrics.append(metrics)
            self._lines.append(arrow(con, "select_text_lines", max_characters=max_characters, **LINES))
        self._normalise(texts, metrics)

    def metrics(self, con: duckdb.DuckDBPyConnection) -> pa.Table:
        """Return one row a text (with no rows when the day has none, so that SQL still knows the columns)."""
        return pa.concat_tables(self._metrics or [self._of_nothing(con, "select_text_metrics")])

    def lines(self, con: duckdb.DuckDBPyConnection) -> pa.Table:
        """Return one row a long line of a text."""
        return pa.concat_tables(self._lines or [self._of_nothing(con, "select_text_lines")])

    def normalised(self) -> pd.DataFrame:
        """Return (extraction_key, is_composed) of up to NORMALISED texts that were stored decomposed."""
        return pd.DataFrame(self._composed, columns=["extraction_key", "is_composed"]).astype({"is_composed": bool})

    def _normalise(self, texts: pa.Table, metrics: pa.Table) -> None:
        decomposed = set(
            metrics.filter(pa.compute.field("is_decomposed"))["extraction_key"].slice(0, NORMALISED).to_pylist()
        )
        wanted = decomposed if len(self._composed) < NORMALISED else set()
        if not wanted:
            return
        from neartwin.fingerprint import normalise  # its compiled parts take a second, and few days have such texts

        rows = texts.filter(pa.compute.is_in(texts["extraction_key"], pa.array(sorted(wanted))))
        for key, text in zip(rows["extraction_key"].to_pylist(), rows["main_text"].to_pylist(), strict=True):
            composed = normalise(text[:NORMALISED_CHARACTERS])
            self._composed.append((key, unicodedata.is_normalized("NFC", composed)))

    @staticmethod
    def _of_nothing(con: duckdb.DuckDBPyConnection, name: str) -> pa.Table:
        empty = pa.schema([("extraction_key", pa.string()), ("main_text", pa.string())]).empty_table()
        patterns = METRICS if name == "select_text_metrics" else LINES
        with relation(con, "texts", empty):
            return arrow(con, name, max_characters=1, **patterns)
