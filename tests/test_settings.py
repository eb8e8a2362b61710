"""Settings refuse nonsense with every fault named."""

import re
import tomllib

import pytest

from neartwin.errors import DayError, SettingsError
from neartwin.settings import ROOT, Settings, parse_day

GOOD = (ROOT / "neartwin.toml").read_text(encoding="utf-8")


def load(tmp_path, text):
    path = tmp_path / "neartwin.toml"
    path.write_text(text, encoding="utf-8")
    return Settings.load(path)


def test_the_repositorys_own_settings_load(tmp_path, monkeypatch):
    monkeypatch.delenv("NEARTWIN_DATA", raising=False)
    assert load(tmp_path, GOOD).data == tmp_path / "data"


def test_the_environment_moves_the_data_folder(tmp_path, monkeypatch):
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "elsewhere"))
    assert load(tmp_path, GOOD).warehouse == tmp_path / "elsewhere" / "warehouse.duckdb"


@pytest.mark.parametrize(
    ("line", "fault"),
    [
        ("colour = 'red'", "colour"),
        ("lock_wait_seconds = -1", "lock_wait_seconds"),
        ("[sources.news]\npath = 'x'\ntimezone = 'Hanoi'", "no such time zone: 'Hanoi'"),
        ("[recall]\npromise = 1.5", "recall.promise"),
        ("[[[", "not TOML"),
    ],
)
def test_nonsense_is_refused_by_name(tmp_path, line, fault):
    with pytest.raises(SettingsError, match=fault):
        load(tmp_path, f"{line}\n{GOOD}" if "[" not in line else f"{GOOD}\n{line}")


def test_a_missing_file_names_the_way_out(tmp_path):
    with pytest.raises(SettingsError, match="NEARTWIN_CONFIG"):
        Settings.load(tmp_path / "none.toml")


@pytest.mark.parametrize("text", ["2026-13-01", "20261101", "yesterday", "", "2026-11-1", "2026-11-01 "])
def test_a_day_is_written_one_way(text):
    with pytest.raises(DayError, match="YYYY-MM-DD"):
        parse_day(text)


@pytest.mark.parametrize(
    ("lines", "place", "known"),
    [
        ("colour = 1", "colour", "active_methods, calibration, candidates"),
        ("[verify]\nblok_pairs = 1", "verify.blok_pairs", "block_characters, block_pairs"),
        ("[sources.news]\npath = 'x'\nzone = 'UTC'", "sources.news.zone", "complete, deadline, path, timezone"),
    ],
)
def test_an_unknown_key_is_told_with_the_known_ones(tmp_path, lines, place, known):
    text = 'active_methods = []\n[purposes.search]\ndeciding_method = "m"\n[methods]\n'

    with pytest.raises(SettingsError, match=f"{place}: unknown key; known keys are {known}") as told:
        load(tmp_path, f"{lines}\n{text}")
    assert "Extra inputs" not in str(told.value)


def test_a_data_folder_that_is_a_file_is_refused(tmp_path, monkeypatch):
    (tmp_path / "file").touch()
    monkeypatch.setenv("NEARTWIN_DATA", str(tmp_path / "file"))

    with pytest.raises(
        SettingsError, match=r"file is a file: set NEARTWIN_DATA, or data in .*neartwin\.toml, to a folder"
    ):
        load(tmp_path, GOOD)


def uncommented(section):
    """Return the keys of a commented section as TOML reads them, up to the next blank line."""
    block = re.search(rf"^# \[{section}\]\n((?:# .*\n)+)", GOOD, re.MULTILINE)
    return tomllib.loads("\n".join(line.removeprefix("# ") for line in block[1].splitlines()))


@pytest.mark.parametrize("section", ["checks", "labels", "calibration", "gate", "notices"])
def test_every_commented_key_is_a_setting_with_its_default(section):
    told = uncommented(section)
    model = type(getattr(Settings.load(ROOT / "neartwin.toml"), section))

    assert model(**told) == model()
    optional = {name for name, field in model.model_fields.items() if field.default is None}
    assert set(told) == set(model.model_fields) - optional
    for name in optional:
        assert f"`{name}`" in GOOD or f"{name} =" in GOOD


def test_every_commented_key_has_a_reason():
    keys = [line for line in GOOD.splitlines() if re.match(r"# [a-z_]+ = .*  #", line)]
    said = [line for line in GOOD.splitlines() if re.match(r"# [a-z_]+ = ", line)]
    source = GOOD[GOOD.index("# [sources.news]") :].split("\n\n")[0].splitlines()

    assert len(keys) == len([line for line in said if line not in source])
