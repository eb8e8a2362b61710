"""A file of texts in, pairs and clusters out: what a person who runs `neartwin dedup` relies on."""

import gzip
import json
import os
import random
import signal
import subprocess
import sys
import time
import unicodedata
from pathlib import Path

import pyarrow as pa
import pyarrow.parquet as pq
import pytest
import zstandard

from dedup_texts import Found, edited, run, story, write
from neartwin.dedup import Options, dedup, parse_memory
from neartwin.dedup.work import only_run
from neartwin.errors import DedupError, MethodError, OutputLockedError, PlaceError, SourceError


def record(document_id, text, **more):
    return {"id": document_id, "text": text, **more}


def corpus(n_stories=40):
    """Stories with copies: exact, spaced otherwise, edited, cut."""
    records = []
    for number in range(n_stories):
        text = story(number)
        records.append(record(f"s{number:03d}", text))
        if number % 4 == 0:
            records.append(record(f"s{number:03d}-exact", text))
            records.append(record(f"s{number:03d}-spaced", text.replace(" ", "  ")))
            records.append(record(f"s{number:03d}-edited", edited(text, number, 0.01)))
            records.append(record(f"s{number:03d}-cut", text[: int(len(text) * 0.9)]))
    return records


def test_copies_are_joined_and_others_stay_alone(tmp_path):
    found = run(tmp_path, corpus(), has_guards=False)

    assert found.together("s000", "s000-exact", "s000-spaced")
    assert frozenset(("s000", "s000-edited")) in found.pairs
    assert frozenset(("s000", "s000-cut")) in found.pairs
    assert found.cluster["s001"] == "s001"
    assert all(pair_of(a) == pair_of(b) for a, b in found.pairs)


def pair_of(document_id):
    return document_id.split("-")[0]


def test_every_pair_line_has_its_measures_and_a_reason(tmp_path):
    found = run(tmp_path, corpus(4), has_guards=False)

    row = found.pairs[frozenset(("s000", "s000-edited"))]
    assert 0.7 <= row["jaccard"] < 1
    assert row["jaccard"] <= row["containment"] <= 1
    assert row["reason"] == "alike"
    assert found.pairs[frozenset(("s000", "s000-exact"))]["reason"] == "same text"
    assert found.pairs[frozenset(("s000", "s000-spaced"))]["reason"] == "same words"


def test_every_pair_of_a_cluster_is_joined_by_the_threshold(tmp_path):
    text = story(1)
    chain = [record(f"c{step}", edited(text, step, 0.02)) for step in range(12)]

    found = run(tmp_path, chain, has_guards=False)

    for a in found.cluster:
        for b in found.cluster:
            assert a == b or found.cluster[a] != found.cluster[b] or frozenset((a, b)) in found.pairs


def test_no_record_gives_an_empty_output(tmp_path):
    found = run(tmp_path, [])

    assert (found.pairs, found.cluster, found.refused) == ({}, {}, {})


def test_running_again_writes_the_same_bytes(tmp_path):
    run(tmp_path, corpus(8))
    before = (tmp_path / "out.jsonl").read_bytes()

    run(tmp_path, corpus(8))

    assert (tmp_path / "out.jsonl").read_bytes() == before
    assert not list(tmp_path.glob("*.work")) + list(tmp_path.glob("*.lock")) + list(tmp_path.glob("*.part"))


@pytest.mark.parametrize("seed", [1, 2])
def test_the_order_of_the_input_does_not_matter(tmp_path, seed):
    records = corpus(24)
    run(tmp_path, records)
    before = sorted((tmp_path / "out.jsonl").read_text().splitlines())

    random.Random(seed).shuffle(records)
    run(tmp_path, records)

    assert sorted((tmp_path / "out.jsonl").read_text().splitlines()) == before


def test_the_number_of_threads_does_not_matter(tmp_path):
    run(tmp_path, corpus(24), jobs=1)
    before = (tmp_path / "out.jsonl").read_bytes()

    run(tmp_path, corpus(24), jobs=3)

    assert (tmp_path / "out.jsonl").read_bytes() == before


def test_small_memory_changes_nothing(tmp_path, monkeypatch):
    run(tmp_path, corpus(24))
    before = (tmp_path / "out.jsonl").read_bytes()
    monkeypatch.setattr("neartwin.dedup.run.SHINGLE_BYTES", 400_000)  # as if texts were so large that few fit at once

    run(tmp_path, corpus(24), memory=parse_memory("500M"))

    assert (tmp_path / "out.jsonl").read_bytes() == before


def test_texts_without_a_word_join_nothing(tmp_path):
    found = run(tmp_path, [record("a", ""), record("b", ""), record("c", " \n"), record("d", "…"), record("e", "…")])

    assert found.pairs == {}
    assert len(set(found.cluster.values())) == 5


def test_short_texts_join_only_equals(tmp_path):
    found = run(tmp_path, [record("a", "red boat"), record("b", "red coat"), record("c", "Red  boat")])

    assert found.together("a", "c")
    assert not found.together("a", "b")


def test_a_changed_number_keeps_two_notices_apart(tmp_path):
    notice = story(3) + " Lot {} is offered at {} euros. " + story(4, n_sentences=4)
    records = [record("one", notice.format(12, 4500)), record("two", notice.format(14, 4800))]
    records.append(record("copy", notice.format(12, 4500).upper()))

    found = run(tmp_path, records)
    unguarded = run(tmp_path, records, has_guards=False)

    assert found.refused[frozenset(("one", "two"))] == "numbers"
    assert found.together("one", "copy")
    assert not found.together("one", "two")
    assert unguarded.together("one", "two", "copy")


def test_form_letters_are_refused_and_copies_of_one_are_not(tmp_path):
    frame = [story(50 + part, n_sentences=3) for part in range(6)]
    forms = []
    for number in range(8):
        own = story(100 + number, n_sentences=2)
        forms.append(record(f"f{number}", "\n".join([*frame[:3], own, *frame[3:]])))
    story_copies = [record(f"s{n}", edited(story(9), n, 0.01)) for n in range(6)]

    found = run(tmp_path, forms + story_copies)

    assert {found.refused.get(frozenset((f"f{a}", f"f{b}"))) for a in range(8) for b in range(a)} <= {"template", None}
    assert "template" in found.refused.values()
    assert not any(guard == "template" for pair, guard in found.refused.items() if min(pair).startswith("s"))
    assert len({found.cluster[f"f{n}"] for n in range(8)}) == 8


def test_nfd_vietnamese_and_edited_chinese_copies_are_found(tmp_path):
    vietnamese = [story(n, "vi") for n in range(6)]
    chinese = [story(n, "zh") for n in range(6)]
    records = []
    for n in range(6):
        records += [record(f"vi{n}", vietnamese[n]), record(f"vi{n}d", unicodedata.normalize("NFD", vietnamese[n]))]
        records += [record(f"zh{n}", chinese[n]), record(f"zh{n}e", edited(chinese[n], n, 0.01, "zh"))]

    found = run(tmp_path, records, has_guards=False)

    assert all(found.together(f"vi{n}", f"vi{n}d") for n in range(6))
    assert all(frozenset((f"zh{n}", f"zh{n}e")) in found.pairs for n in range(6))


def test_a_repeated_record_is_one_document(tmp_path):
    found = run(tmp_path, [record("a", story(1)), record("b", story(2)), record("a", story(1))])

    assert found.cluster == {"a": "a", "b": "b"}
    assert found.pairs == {}


def test_one_id_for_two_texts_names_both_records(tmp_path):
    with pytest.raises(SourceError, match="records 1 and 3 have one id and two texts"):
        run(tmp_path, [record("a", story(1)), record("b", story(2)), record("a", story(3))])


def test_ids_come_out_as_they_went_in(tmp_path):
    found = run(tmp_path, [record(12, story(1)), record(7, story(1)), record('q"uote\n', story(2))])

    assert found.together(12, 7)
    assert found.cluster['q"uote\n'] == 'q"uote\n'


@pytest.mark.parametrize("form", ["gz", "zst", "parquet"])
def test_compressed_and_parquet_inputs_give_the_same_output(tmp_path, form):
    records = corpus(8)
    run(tmp_path, records)
    expected = (tmp_path / "out.jsonl").read_bytes()
    lines = (tmp_path / "texts.jsonl").read_bytes()
    source = tmp_path / f"texts.{form}"
    if form == "parquet":
        pq.write_table(pa.Table.from_pylist(records), source)
    else:
        source.write_bytes(gzip.compress(lines) if form == "gz" else zstandard.compress(lines))

    dedup(source, tmp_path / "out.jsonl", Options())

    assert (tmp_path / "out.jsonl").read_bytes() == expected


def test_the_whole_length_of_a_very_long_line_is_read(tmp_path):
    long = " ".join(map(str, range(2_600_000)))
    records = [record("a", story(1)), record("b", long), record("c", story(1)), record("d", long + " end")]

    found = run(tmp_path, records, has_guards=False)

    assert found.together("a", "c")
    assert found.together("b", "d")


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (b'{"id": "a", "text": "x"}\n{"id": "b", "text": "\xff"}\n', "line 2 is not UTF-8"),
        (b'{"id": "a", "text": "x"}\n{"id": "b", "text": \n', "line 2 is not JSON"),
        (b'{"id": "a", "text": "x"}\n[1]\n', "line 2 is not a JSON object"),
        (b'{"id": "a", "text": "\\ud800"}\n', "line 1 has half of a surrogate pair"),
        (b'{"id": "a", "text": "x", "text": "y"}\n', "line 1 is not a record: a key stands twice"),
        (b'{"id": "a", "text": "x"}\n{"id": "b"}\n', "record 2 has no text"),
        (b'{"text": "x"}\n', "record 1 has no id"),
        (b'{"id": "a", "text": "[1]"}\n{"id": "b", "text": ["x", "y"]}\n', "line 2 has a list as text, not a string"),
        (b'\n{"id": "a", "\\u0074ext": {"x": 1}}\n', "line 2 has an object as text, not a string"),
        (b'{"id": "a", "text": "5"}\n{"id": "b", "text": 5}\n', "line 2 has a number as text, not a string"),
        (b'{"id": "a", "text": true}\n', "line 1 has a truth value as text, not a string"),
        (b"BZh91AY&SY", "is packed as bzip2: unpack it"),
        (b'{"id": "a", "body": "x"}\n', "record 1 has no text"),
        (b"\x1f\x8b\x08\x00broken", "damaged"),
    ],
)
def test_an_input_that_cannot_be_read_names_the_line(tmp_path, lines, message):
    source = tmp_path / "texts.jsonl"
    source.write_bytes(lines)

    with pytest.raises(SourceError, match=message):
        dedup(source, tmp_path / "out.jsonl", Options())
    assert not (tmp_path / "out.jsonl").exists()


@pytest.mark.parametrize("pack", [bytes, gzip.compress, zstandard.compress])
@pytest.mark.parametrize(
    ("line", "message"),
    [(b'{"id": "b", "text": "x', "line 5001 is not JSON"), (b'{"id": "b", "text": "\xff"}', "line 5001 is not UTF-8")],
)
def test_a_fault_far_down_names_its_line(tmp_path, pack, line, message):
    source = tmp_path / "texts.jsonl"
    good = b"".join(b'{"id": %d, "text": "number %d"}\n' % (number, number) for number in range(5_000))
    source.write_bytes(pack(good + line + b"\n"))

    with pytest.raises(SourceError, match=message):
        dedup(source, tmp_path / "out.jsonl", Options())


def test_a_fault_after_a_text_that_looks_like_json_names_its_line(tmp_path):
    source = tmp_path / "texts.jsonl"
    long = b"".join(b'{"id": %d, "text": "%b"}\n' % (number, b"word " * 12_000) for number in range(1_200))
    for last, message in (
        (b'{"id": "b", "text', "is not JSON"),
        (b"[1]", "is not a JSON object"),
        (b"\xff", "is not UTF-8"),
    ):
        source.write_bytes(b'{"id": "a", "text": "[1]"}\n' + long + last + b"\n")
        with pytest.raises(SourceError, match=f"line 1202 {message}"):
            dedup(source, tmp_path / "out.jsonl", Options())


def test_a_cut_archive_is_damaged(tmp_path):
    source = tmp_path / "texts.jsonl.gz"
    lines = b"".join(b'{"id": %d, "text": "%d"}\n' % (number, hash(str(number))) for number in range(50_000))
    source.write_bytes(gzip.compress(lines)[:-9_000])

    with pytest.raises(SourceError, match="damaged"):
        dedup(source, tmp_path / "out.jsonl", Options())


def test_a_very_long_line_far_down_is_read(tmp_path):
    source = tmp_path / "texts.jsonl"
    texts = [record(str(number), f"number {number}") for number in range(5_000)]
    write(source, [*texts, record("long", "word " * 4_000_000)])

    assert dedup(source, tmp_path / "out.jsonl", Options()).n_documents == 5_001


def test_parquet_without_the_columns_names_those_it_has(tmp_path):
    pq.write_table(pa.table({"key": ["a"], "text": ["x"]}), tmp_path / "texts.parquet")

    with pytest.raises(SourceError, match="no column id; it has key, text"):
        dedup(tmp_path / "texts.parquet", tmp_path / "out.jsonl", Options())


@pytest.mark.parametrize("threshold", [-0.1, 1.01, float("nan")])
def test_a_threshold_outside_0_to_1_is_refused(threshold):
    with pytest.raises(DedupError, match="between 0 and 1"):
        Options(threshold=threshold)


@pytest.mark.parametrize(("text", "size"), [("800M", 800_000_000), ("4g", 4 * 10**9), ("1.5 GiB", 1_500_000_000)])
def test_sizes_are_read(text, size):
    assert parse_memory(text) == size


def test_nonsense_is_refused_before_anything_is_read(tmp_path):
    source = write(tmp_path / "texts.jsonl", [record("a", "x")])

    with pytest.raises(MethodError, match="no method 'nosuch@1'"):
        dedup(source, tmp_path / "out.jsonl", Options(method_id="nosuch@1"))
    with pytest.raises(DedupError, match="is the input"):
        dedup(source, source, Options())
    with pytest.raises(DedupError, match="cannot be both"):
        dedup(source, tmp_path / "out.jsonl", Options(refused=tmp_path / "out.jsonl"))
    with pytest.raises(DedupError, match="cannot be both"):
        dedup(source, tmp_path / "out.jsonl", Options(refused=tmp_path / "out.jsonl.phases.json"))
    with pytest.raises(DedupError, match="is the input"):
        dedup(tmp_path / "a.phases.json", tmp_path / "a", Options())
    with pytest.raises(PlaceError, match="a device or a pipe"):
        dedup(source, Path("/dev/null"), Options())
    with pytest.raises(SourceError, match="cannot be read twice"):
        dedup(Path("/dev/null"), tmp_path / "out.jsonl", Options())
    with pytest.raises(DedupError, match="more than a machine has"):
        Options(memory=parse_memory("9999999G"))
    with pytest.raises(PlaceError, match="no folder"):
        dedup(source, tmp_path / "none" / "out.jsonl", Options())
    with pytest.raises(PlaceError, match="it is a folder"):
        dedup(source, tmp_path, Options())
    with pytest.raises(PlaceError, match="it is a folder"):
        dedup(source, tmp_path / "out.jsonl", Options(refused=tmp_path))
    with pytest.raises(PlaceError, match="too long"):
        dedup(source, tmp_path / ("x" * 300), Options())
    assert [path.name for path in tmp_path.iterdir()] == ["texts.jsonl"]
    with pytest.raises(SourceError, match="cannot be read"):
        dedup(tmp_path / "none.jsonl", tmp_path / "out.jsonl", Options())
    with pytest.raises(DedupError, match="not a size"):
        parse_memory("much")


def test_two_runs_on_one_output_refuse(tmp_path):
    source, out = write(tmp_path / "texts.jsonl", [record("a", "x")]), tmp_path / "out.jsonl"

    with only_run(out), pytest.raises(OutputLockedError, match=f"by process {os.getpid()}"):
        dedup(source, out, Options())
    dedup(source, out, Options())


def test_many_equal_texts_take_one_line_each(tmp_path):
    records = [record(f"e{n:05d}", story(1)) for n in range(5_000)]

    found = run(tmp_path, records)

    assert len(found.pairs) == 4_999
    assert found.together(*(f"e{n:05d}" for n in range(5_000)))


KILLED = """
from pathlib import Path
from neartwin.dedup import Options, dedup
dedup(Path("texts.jsonl"), Path("killed.jsonl"), Options(checkpoint_seconds=0))
"""


def test_a_killed_run_ends_as_an_undisturbed_one(tmp_path):
    run(tmp_path, corpus(400))
    expected = (tmp_path / "out.jsonl").read_bytes()
    command, kept = [sys.executable, "-c", KILLED], 0

    for seconds in (0.9, 1.1, 1.3):
        process = subprocess.Popen(command, cwd=tmp_path)
        time.sleep(seconds)
        process.send_signal(signal.SIGKILL)
        process.wait()
        kept += (tmp_path / "killed.jsonl.work").is_dir()
    subprocess.run(command, cwd=tmp_path, check=True)

    assert (tmp_path / "killed.jsonl").read_bytes() == expected
    assert not (tmp_path / "killed.jsonl.work").exists()


def test_what_a_killed_run_kept_is_taken_up_and_belongs_to_its_input(tmp_path, monkeypatch):
    source, out = write(tmp_path / "texts.jsonl", corpus(8)), tmp_path / "out.jsonl"
    monkeypatch.setattr("neartwin.dedup.run.decide", _stop)
    with pytest.raises(KeyboardInterrupt):
        dedup(source, out, Options(checkpoint_seconds=0))
    kept = {file.name for file in (tmp_path / "out.jsonl.work").iterdir()}
    monkeypatch.undo()
    write(source, corpus(12))

    dedup(source, out, Options(checkpoint_seconds=0))

    assert {"key", "pairs-0000000.arrow", "strangers.arrow"} <= kept
    assert len(Found(out, write(tmp_path / "none", [])).cluster) == len(corpus(12))


def test_a_killed_run_takes_up_records_that_brought_no_new_text(tmp_path, monkeypatch):
    records = [record(f"e{n:05d}", story(1)) for n in range(5_000)]
    run(tmp_path, records)
    expected, source = (tmp_path / "out.jsonl").read_bytes(), write(tmp_path / "texts.jsonl", records)
    monkeypatch.setattr("neartwin.dedup.run.decide", _stop)
    with pytest.raises(KeyboardInterrupt):
        dedup(source, tmp_path / "again.jsonl", Options(checkpoint_seconds=0))
    assert len(list((tmp_path / "again.jsonl.work").glob("signatures-*"))) > 1
    monkeypatch.undo()

    dedup(source, tmp_path / "again.jsonl", Options(checkpoint_seconds=0))

    assert (tmp_path / "again.jsonl").read_bytes() == expected


def _stop(*_):
    raise KeyboardInterrupt


def test_the_command_prints_a_summary_and_imports_no_airflow(tmp_path):
    write(tmp_path / "texts.jsonl", corpus(4))
    script = (
        "import sys; sys.argv = ['neartwin', 'dedup', 'texts.jsonl', 'out.jsonl', '--json']\n"
        "from neartwin import cli\n"
        "cli.leave_at_once = sys.exit\n"
        "try: cli.main()\n"
        "except SystemExit: pass\n"
        "assert not {'airflow', 'pandas', 'scipy'} & set(sys.modules), 'slow start'\n"
    )

    done = subprocess.run([sys.executable, "-c", script], cwd=tmp_path, check=True, capture_output=True, text=True)

    summary = json.loads(done.stdout)
    assert summary["n_documents"] == 8
    assert set(summary["seconds"]) == {"sign", "candidates", "compare", "group", "write"}
    assert set(json.loads((tmp_path / "out.jsonl.phases.json").read_text())) == set(summary["seconds"])


def test_a_fault_is_one_line_and_exit_code_2(tmp_path):
    done = subprocess.run(
        [Path(sys.executable).with_name("neartwin"), "dedup", "none.jsonl", "out.jsonl"],
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )

    assert (done.returncode, done.stderr) == (2, "neartwin: none.jsonl cannot be read: No such file or directory\n")


def test_a_text_that_is_json_is_a_text(tmp_path):
    texts = {"a": '{"title": "one two three"}', "b": '{"title": "one two three"}', "c": "[", "d": '["four"]'}
    source = write(tmp_path / "texts.jsonl", [{"id": key, "text": text} for key, text in texts.items()])

    dedup(source, tmp_path / "out.jsonl", Options())

    assert Found(tmp_path / "out.jsonl", write(tmp_path / "none", [])).cluster["b"] == "a"
