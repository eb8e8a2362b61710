"""Methods are immutable contracts: what a spec may promise, what its hash covers, what registering refuses."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from neartwin import methods
from neartwin.errors import MethodChangedError, MethodError, SettingsError
from neartwin.settings import ROOT, Settings

SIMHASH = {"algorithm": "simhash", "bits": 64, "max_hamming": 3, "blocks": [4, 1]}
MINHASH = {"algorithm": "minhash", "num_perm": 128, "bands": 32, "rows": 4}


def with_methods(settings, sections, active=("a@1",)):
    purposes = {name: one.model_copy(update={"deciding_method": active[0]}) for name, one in settings.purposes.items()}
    return settings.model_copy(update={"methods": sections, "active_methods": active, "purposes": purposes})


def test_every_configured_method_loads_and_names_its_source(settings):
    loaded = methods.load(settings)

    assert {"simhash64-ref@1", "simhash64-words@1", "minhash128-words@1", "hybrid-words@1"} <= set(loaded)
    assert [method.method_id for method in loaded.values() if not re.search(r"\b(19|20)\d\d\b", method.about)] == []


def test_registering_twice_is_registering_once(con, settings):
    methods.register(con, settings)
    before = con.sql("select * from methods order by method_id").fetchall()
    methods.register(con, settings)

    assert con.sql("select * from methods order by method_id").fetchall() == before
    assert dict(con.sql("select method_id, status from methods").fetchall())["simhash64-ref@1"] == "active"


def test_a_changed_spec_under_a_registered_id_is_refused_with_the_way_out(con, settings):
    methods.register(con, with_methods(settings, {"a@1": MINHASH}))

    with pytest.raises(MethodChangedError, match="give the new one the next version number"):
        methods.register(con, with_methods(settings, {"a@1": MINHASH | {"shingle_size": {"default": 4}}}))


def test_a_changed_explanation_is_no_changed_spec(settings):
    plain = methods.load(with_methods(settings, {"a@1": MINHASH}))["a@1"]
    explained = methods.load(with_methods(settings, {"a@1": MINHASH | {"about": "why"}}))["a@1"]

    assert plain.spec_sha256 == explained.spec_sha256


def test_a_changed_data_file_changes_the_spec(settings, tmp_path, monkeypatch):
    before = methods.load(settings)["minhash128-segmented@1"].spec_sha256
    for path in methods.TABLES.iterdir():
        (tmp_path / path.name).write_bytes(path.read_bytes())
    with (tmp_path / "vietnamese-phrases-1.txt").open("a", encoding="utf-8") as file:
        file.write("thêm từ\n")
    monkeypatch.setattr(methods, "TABLES", tmp_path)

    assert methods.load(settings)["minhash128-segmented@1"].spec_sha256 != before


def test_the_spec_has_every_default_written_out(settings):
    spec = methods.load(settings)["minhash128-words@1"].spec

    assert spec["normalise"] == ["width", "nfc", "space"]
    assert spec["extractor"] == "any"
    assert len(spec["data"]["unicode-14.tsv"]) == 64
    assert json.loads(methods.canonical_json(spec)) == spec


@pytest.mark.parametrize(
    ("section", "reason"),
    [
        (SIMHASH | {"max_hamming": 4}, "within 3 bits, not within 4"),
        (SIMHASH | {"blocks": [70, 1]}, "cannot be cut from 64 bits"),
        (SIMHASH | {"bits": 0}, "cannot be cut from 0 bits"),
        (SIMHASH | {"bits": 96}, "bits"),
        (SIMHASH | {"max_hamming": -1}, "max_hamming"),
        (MINHASH | {"rows": 8}, "32 × 8 ≠ 128"),
        (MINHASH | {"bands": 16, "rows": 8}, "probability 0.613"),
        (MINHASH | {"promise_jaccard": 1.5}, "promise_jaccard"),
        (MINHASH | {"promise_recall": 0}, "promise_recall"),
        (MINHASH | {"bits": 64}, "belong to simhash"),
        (SIMHASH | {"bands": 4}, "belong to minhash"),
        (MINHASH | {"hash": "sha256"}, "belong together"),
        (MINHASH | {"shingle_size": {"vi": 3}}, "needs a default"),
        (MINHASH | {"shingle_size": {"default": 0}}, "sizes from 1 to 32"),
        (MINHASH | {"tokeniser": "segmented", "normalise": ["nfc"]}, "needs the step `space`"),
        (MINHASH | {"phrases": "../../settings.py"}, "not among the data files"),
        (MINHASH | {"seed": 7}, "seed"),
        ({"algorithm": "lsh"}, "algorithm"),
    ],
)
def test_a_spec_that_promises_what_cannot_hold_is_refused(settings, section, reason):
    with pytest.raises(MethodError, match=reason):
        methods.load(with_methods(settings, {"a@1": section}))


@given(st.integers(1, 16), st.integers(1, 16), st.integers(0, 16))
def test_blocks_are_accepted_exactly_when_they_guarantee_the_distance(n, r, max_hamming):
    section = {"algorithm": "simhash", "bits": 64, "blocks": [n, r], "max_hamming": max_hamming}
    try:
        methods.Spec(**section)
        is_accepted = True
    except ValueError:
        is_accepted = False

    assert is_accepted == (r <= n and n - r >= max_hamming)


@pytest.mark.parametrize("method_id", ["words", "words@0", "Words@1", "words@1.2", "a/b@1", "words@x", ""])
def test_a_method_id_is_a_name_and_a_version(settings, method_id):
    with pytest.raises(MethodError, match="name@version"):
        methods.load(with_methods(settings, {method_id: MINHASH}, active=(method_id,)))


def test_an_unknown_method_is_refused_with_the_known_ones(settings):
    with pytest.raises(MethodError, match=r"no method 'minhash@9'.*simhash64-ref@1"):
        methods.choose(methods.load(settings), "minhash@9")


def test_two_active_versions_of_one_method_are_refused(settings):
    with pytest.raises(MethodError, match="one version of a method can be active"):
        methods.load(with_methods(settings, {"a@1": MINHASH, "a@2": MINHASH}, active=("a@1", "a@2")))


def test_the_deciding_method_must_be_active(settings):
    with pytest.raises(MethodError, match="not an active method"):
        methods.load(settings.model_copy(update={"active_methods": ("simhash64-ref@1",)}))


def test_shingle_size_goes_from_language_and_band_to_default(settings):
    sizes = {"default": 5, "default/short": 3, "zh": 4, "zh/long": 6}
    method = methods.load(with_methods(settings, {"a@1": MINHASH | {"shingle_size": sizes}}))["a@1"]

    assert [method.size("en", 49), method.size("en", 50), method.size("zh", 10), method.size("zh", 400)] == [3, 5, 4, 6]


def named(settings, sections, name="a"):
    """The settings of a file: methods by name, without a version."""
    purposes = {key: one.model_copy(update={"deciding_method": name}) for key, one in settings.purposes.items()}
    return settings.model_copy(update={"methods": sections, "active_methods": (name,), "purposes": purposes})


def used(settings):
    return {*settings.active_methods, *(one.deciding_method for one in settings.purposes.values())}


def test_without_a_warehouse_a_name_means_its_newest_version(settings):
    assert used(methods.resolve(None, named(settings, {"a@2": MINHASH, "a@10": MINHASH, "b@11": MINHASH}))) == {"a@10"}


def test_the_first_version_is_active_and_a_newer_one_stays_a_candidate(con, settings):
    methods.register(con, named(settings, {"a@1": MINHASH}))
    later = named(settings, {"a@1": MINHASH, "a@2": MINHASH})
    methods.register(con, later)

    assert dict(con.sql("select method_id, status from methods").fetchall()) == {"a@1": "active", "a@2": "candidate"}
    assert used(methods.resolve(con, later)) == {"a@1"}
    con.execute("update methods set status = if(method_id = 'a@2', 'active', 'standby')")
    assert used(methods.resolve(con, later)) == {"a@2"}


def test_several_first_versions_make_the_newest_active(con, settings):
    methods.register(con, named(settings, {"a@1": MINHASH, "a@2": MINHASH}))

    assert dict(con.sql("select method_id, status from methods").fetchall()) == {"a@1": "candidate", "a@2": "active"}


def test_a_name_taken_into_use_later_gets_an_active_version_that_is_not_retired(con, settings):
    sections = {"a@1": MINHASH, "b@1": MINHASH, "b@2": MINHASH}
    methods.register(con, named(settings, sections))
    con.execute("update methods set status = 'retired' where method_id = 'b@2'")
    methods.register(con, named(settings, sections, "b"))

    assert con.sql("select status from methods where method_id = 'b@1'").fetchall() == [("active",)]


def test_an_active_version_without_a_section_and_a_name_without_a_version_are_told(con, settings):
    methods.register(con, named(settings, {"a@1": MINHASH}))

    with pytest.raises(MethodError, match=r"a@1 is active, but .* no section of it"):
        methods.resolve(con, named(settings, {"a@2": MINHASH}))
    with pytest.raises(MethodError, match=r"no method 'c' .*there are a"):
        methods.resolve(con, named(settings, {"a@1": MINHASH}, "c"))


def test_ids_stay_and_a_version_can_stand_in_for_its_name(con, settings):
    resolved = methods.resolve(con, with_methods(settings, {"a@1": MINHASH, "a@2": MINHASH}))

    assert used(resolved) == {"a@1"}
    assert used(methods.with_version(resolved, "a@2")) == {"a@2"}
    assert used(methods.with_version(resolved, "b@2")) == {"a@1"}


def test_a_version_in_the_settings_file_is_refused_with_the_way_out(tmp_path):
    text = (ROOT / "neartwin.toml").read_text(encoding="utf-8")
    (tmp_path / "neartwin.toml").write_text(text.replace('"hybrid-words", "simhash64-page"', '"hybrid-words@1"'))

    with pytest.raises(SettingsError, match=r"write 'hybrid-words', not 'hybrid-words@1'.*methods list"):
        Settings.load(tmp_path / "neartwin.toml")
