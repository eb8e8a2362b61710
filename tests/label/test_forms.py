"""Files of labels: what goes out comes back, and what is wrong is told by line."""

import csv
import io
import json
from datetime import datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st
from stored_documents import document_id, warehouse

from neartwin.errors import LabelError
from neartwin.label.exporting import all_labels, export_labels
from neartwin.label.forms import Form, form_of, json_lines, table
from neartwin.label.importing import Options, Unknown, import_labels
from neartwin.label.inbox import inbox
from neartwin.label.verdict import Label
from neartwin.warehouse import writer

OPTIONS = Options(annotator="ann", purpose="search")
A, B, C = document_id("a"), document_id("b"), document_id("c")
words = st.text(st.characters(exclude_categories=["Cs"]), max_size=30) | st.sampled_from(
    ["=1+1", "'=1", "''", "@x", "-2", "+3", "\t=", "'", "\r\n", 'a"b', "ＳＵＭ", "＝1", "\x00=1"]
)


@given(words, words, st.floats(0, 1), st.booleans() | st.none())
def test_what_is_written_is_read_back(reason, region, similarity, is_blind):
    label = Label.of_pair(
        "a", "b", purpose="history", verdict="unsure", annotator="=cmd|x", reason=reason, region=region,
        similarity=similarity, is_blind=is_blind, labelled_at=datetime(2026, 11, 2, 3, 4, 5, 678),
    )  # fmt: skip
    for form in (table, json_lines):
        out = io.StringIO(newline="")
        form.write([label], out)
        assert [Label.model_validate(values) for values in reread(form, out.getvalue())] == [label]


def reread(form, text):
    if form is json_lines:
        return [json.loads(line) for line in text.splitlines()]
    found = list(table.read_rows(io.StringIO(text, newline="")))
    return [{"document_id_l": row.left, "document_id_r": row.right, **row.values} for row in found]


@given(words)
def test_no_cell_is_a_formula(reason):
    label = Label.of_pair("a", "b", purpose="search", verdict="same", annotator="ann", reason=reason)
    for cells in list(csv.reader(io.StringIO(table.text_of([label]), newline="")))[1:]:
        assert not [cell for cell in cells if cell.startswith(("=", "+", "-", "@", "\t", "\r", "\n"))]


def test_an_export_imports_into_another_inbox(settings, tmp_path):
    with warehouse(settings, "a", "b", "c"):
        pass
    first = label(A, B, reason="=2+3", relation="new version", inclusion=0.25)
    labels = [first, label(A, B, verdict="different", supersedes=first.label_id, reason="looked again"), label(C, A)]
    with inbox(settings) as box:
        box.append(labels)
    for form in (Form.CSV, Form.JSONL):
        path = tmp_path / f"labels.{form}"
        with path.open("w", newline="", encoding="utf-8") as out:
            assert export_labels(settings, form, out) == 3
        other = settings.model_copy(
            update={"labels": settings.labels.model_copy(update={"inbox": f"sqlite:///{tmp_path}/{form}.sqlite"})}
        )
        assert import_labels(other, path, form, OPTIONS).n_new == 3
        assert import_labels(other, path, form, OPTIONS).n_new == 0
        assert sorted(all_labels(other), key=str) == sorted(labels, key=str)


def test_an_export_with_what_an_undo_left_in_the_warehouse_is_known(settings, tmp_path):
    """An undo writes its verdict into the warehouse alone: its label is no new one, and never a changed one."""
    with warehouse(settings, "a", "b", "c"):
        pass
    with inbox(settings) as box:
        box.append([label(A, C)])
    with writer(settings) as con:
        con.execute(
            "insert into labels by name select repeat('f', 64) as label_id, ? as document_id_l, ? as document_id_r,"
            " 'search' as purpose, 'different' as verdict, 'round 2' as reason, 'bob' as annotator, 'undo' as origin,"
            " false as is_adjudication, timestamp '2026-11-03 10:00:00' as labelled_at",
            sorted((A, B)),
        )
    path = tmp_path / "labels.jsonl"
    with path.open("w", newline="", encoding="utf-8") as out:
        assert export_labels(settings, Form.JSONL, out) == 2

    done = import_labels(settings, path, Form.JSONL, OPTIONS)
    assert (done.n_labels, done.n_known, done.n_new, done.n_faults, done.n_left_out) == (2, 2, 0, 0, 0)
    with inbox(settings) as box:
        assert [kept.annotator for kept in box.labels()] == ["ann"]

    path.write_text(path.read_text(encoding="utf-8").replace("different", "same"), encoding="utf-8")
    (fault,) = import_labels(settings, path, Form.JSONL, OPTIONS).faults
    assert "the warehouse holds this label_id with another content" in fault.message


def label(one, other, **values):
    return Label.of_pair(one, other, **{"purpose": "search", "verdict": "same", "annotator": "ann", **values})


def write(path, text):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    return path


def faults(settings, path, form=Form.CSV, options=OPTIONS):
    done = import_labels(settings, path, form, options)
    assert done.n_new == 0 or not done.n_faults
    return [(fault.line, fault.message) for fault in done.faults]


@pytest.fixture
def stored(settings):
    with warehouse(settings, "a", "b", "c"):
        pass
    return settings


def test_every_wrong_line_is_told_and_nothing_is_imported(stored, tmp_path):
    path = write(
        tmp_path / "x.csv",
        b"left,right,verdict,reason\n"
        b"src-a,src-b,same,fine\n"
        b"src-a,src-z,same,\n"
        b"src-a,src-c,maybe,\n"
        b"src-a,src-c\n"
        b"src-a,src-c,same,caf\xe9\n"
        b"src-b,src-c,same,\n"
        b"https://c.example/,2026-11-01 https://b.example/,different,\n",
    )  # fmt: skip
    told = dict(faults(stored, path))

    assert set(told) == {3, 4, 5, 6, 7, 8}
    expected = {3: "src-z", 4: "maybe", 5: "cells", 6: "0xE9", 7: "contradicts line 8", 8: "contradicts line 7"}
    assert all(word in told[line] for line, word in expected.items())
    assert list(all_labels(stored)) == []


@pytest.mark.parametrize(
    ("text", "word"),
    [
        ("", "empty"),
        ("left,right\na,b\n", "verdict"),
        ("left,right,verdict,colour\n", "colour"),
        ("left,left,right,verdict\n", "twice"),
        ('left,right,verdict\na,"b,same\n', "no CSV"),
        ("left,right,verdict\n,b,same\n", "empty"),
    ],
)
def test_a_file_that_is_none_says_why(stored, tmp_path, text, word):
    assert word in faults(stored, write(tmp_path / "x.csv", text))[0][1]


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_marked_encodings_are_read(stored, tmp_path, encoding):
    path = write(tmp_path / "x.csv", "left,right,verdict,reason\nsrc-a,src-b,same,cùng bài\n".encode(encoding))
    assert import_labels(stored, path, Form.CSV, OPTIONS).n_new == 1
    assert next(all_labels(stored)).reason == "cùng bài"


def test_unknown_documents_can_be_left_out_or_kept(stored, tmp_path):
    path = write(tmp_path / "x.csv", f"left,right,verdict\nsrc-a,src-b,same\nsrc-a,{'f' * 64},same\n")
    options = {unknown: Options("ann", "search", unknown) for unknown in Unknown}

    assert import_labels(stored, path, Form.CSV, options[Unknown.REFUSE]).n_faults == 1
    left_out = import_labels(stored, path, Form.CSV, options[Unknown.LEAVE_OUT])
    assert (left_out.n_new, left_out.n_left_out) == (1, 1)
    assert import_labels(stored, path, Form.CSV, options[Unknown.KEEP]).n_new == 1


def test_a_dry_run_keeps_nothing(stored, tmp_path):
    path = write(tmp_path / "x.csv", "left,right,verdict\nsrc-a,src-b,same\n")
    done = import_labels(stored, path, Form.CSV, OPTIONS, is_dry=True)
    assert (done.n_labels, done.n_new, list(all_labels(stored))) == (1, 0, [])


def test_a_known_label_id_with_other_content_is_refused(stored, tmp_path):
    with inbox(stored) as box:
        box.append([label(A, B, label_id="one")])
    path = write(tmp_path / "x.csv", "label_id,left,right,verdict\none,src-a,src-b,different\n")
    assert "another content" in faults(stored, path)[0][1]


def test_pairs_with_purpose_both_and_one_document(stored, tmp_path):
    head = "left\tright\tlabel\tmerge\tbasis\treason\tpurpose\n"
    rows = (
        "src-a\tsrc-b\tchanged_figures\tno\thand-read\tother sum\tboth\n"
        'src-c\tsrc-b\todd_name\tunsure\t\t"quoted\tsearch\n'
        "src-a\tsrc-a\texact_copy\tyes\t\t\tsearch\n"
    )
    path = write(tmp_path / "pairs.tsv", head + rows)
    done = import_labels(stored, path, form_of(path), OPTIONS)
    found = {(one.purpose, one.verdict, one.relation, one.reason) for one in all_labels(stored)}

    assert (done.n_new, done.n_left_out) == (3, 1)
    assert found == {
        ("search", "different", "changed figures", "other sum"),
        ("history", "different", "changed figures", "other sum"),
        ("search", "unsure", None, 'odd_name: "quoted'),
    }
    assert import_labels(stored, path, Form.PAIRS, OPTIONS).n_new == 0


def test_a_label_studio_export(stored, tmp_path):
    task = {
        "id": 7,
        "data": {"left": "src-a", "right": "src-b"},
        "annotations": [
            {
                "completed_by": {"email": "mai@example.org"},
                "created_at": "2026-11-02T10:00:00.5Z",
                "result": [
                    {"from_name": "verdict", "type": "choices", "value": {"choices": ["Same"]}},
                    {"from_name": "reason", "type": "textarea", "value": {"text": ["một bài"]}},
                ],
            },
            {"was_cancelled": True, "result": []},
        ],
    }
    path = write(tmp_path / "export.json", json.dumps([task, {"data": {}}, 7]))
    assert [line for line, _ in faults(stored, path, Form.LABEL_STUDIO)] == [2, 3]
    write(path, json.dumps([task], indent=1))
    assert import_labels(stored, path, Form.LABEL_STUDIO, OPTIONS).n_new == 1
    found = next(all_labels(stored))
    assert (found.annotator, found.verdict, found.labelled_at.hour) == ("mai@example.org", "same", 10)
    assert faults(stored, write(path, "[{]"), Form.LABEL_STUDIO)


def test_an_ending_that_says_nothing():
    with pytest.raises(LabelError, match="--form"):
        form_of(__import__("pathlib").Path("labels.txt"))
