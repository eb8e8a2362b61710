"""The terminal reviewer and the commands around it: every answer is on disk at once, and nothing hostile gets out."""

import os
import pty
import select
import signal
import sys
import termios
import time
from pathlib import Path

import pytest
from typer.testing import CliRunner

from neartwin.cli import app
from neartwin.cli.review_screen import compare, screen, segments
from neartwin.label.documents import Shown
from neartwin.label.inbox import inbox
from neartwin.label.verdict import Label
from neartwin.settings import Settings

sys.path.insert(0, str(Path(__file__).parents[1] / "label"))
from stored_documents import decide, document_id, warehouse

LEFT = "Tỉnh mở thầu lần 1 ngày 12/3 với giá 45 tỷ đồng. Hồ sơ nộp tại sở xây dựng."
RIGHT = "Tỉnh mở thầu lần 2 ngày 12/3 với giá 45 tỷ đồng. Hồ sơ nộp tại sở xây dựng."
HOSTILE = "an \x1b]0;pwned\x07toàn \x1b[2J‮ evil 市政府公告"


@pytest.fixture
def data(settings, monkeypatch):
    """A small decided warehouse that the command line uses."""
    monkeypatch.setenv("NEARTWIN_DATA", str(settings.data))
    texts = {"a": LEFT, "b": RIGHT, "c": f"{LEFT} {HOSTILE}"}
    with warehouse(settings, "a", "b", "c", texts=texts) as con:
        decide(con, "a", "b", 0.9)
        decide(con, "a", "c", 0.6)
    return settings


def given(settings: Settings) -> list[Label]:
    with inbox(settings) as box:
        return list(box.labels())


def called(*arguments, keys=""):
    return CliRunner().invoke(app, list(arguments), input=keys)


def test_answers_with_relation_and_reason(data):
    ran = called("label", "--why", "threshold", "--annotator", "mai", keys="r1\nwcùng bài\nsd")
    assert ran.exit_code == 0, ran.output
    first, second = given(data)

    assert (first.verdict, first.relation, first.reason, first.annotator) == ("same", "copy", "cùng bài", "mai")
    assert (first.similarity, first.is_blind, first.origin, first.method_id) == (
        0.6,
        False,
        "threshold",
        "hybrid-words@1",
    )
    assert second.verdict == "different"
    assert "2 pairs judged" in ran.output


def test_skip_back_and_a_new_answer_with_its_reason(data):
    ran = called("label", "--why", "threshold", "--annotator", "mai", keys="sb" + "d" + "lần khác\n" + "k")
    assert ran.exit_code == 0, ran.output
    first, second = given(data)

    assert (second.verdict, second.supersedes, second.reason) == ("different", first.label_id, "lần khác")


def test_back_without_a_reason_keeps_the_old_answer(data):
    called("label", "--why", "threshold", keys="sbd\nq")
    assert [label.verdict for label in given(data)] == ["same"]


def test_the_other_purpose(data):
    called("label", "--why", "threshold", "-n", "1", keys="pu")
    assert [(label.purpose, label.verdict) for label in given(data)] == [("history", "unsure")]


def test_blind_shows_no_similarity(data):
    seen = called("label", "--why", "threshold", keys="q").output
    blind = called("label", "--why", "threshold", "--blind", keys="sq").output

    assert "similarity 0.600" in seen
    assert "0.600" not in blind
    assert "near the threshold" not in blind
    assert given(data)[0].is_blind


def test_the_screen_marks_numbers_and_guards(data):
    shown = called("label", "--why", "threshold", keys="kq").output
    assert "[-1-]" in shown
    assert "{+2+}" in shown
    assert "! " in shown


def test_hostile_text_is_inert(data):
    shown = called("label", "--why", "threshold", keys="tq").output
    assert "\x1b" not in shown
    assert "\x07" not in shown
    assert "‮" not in shown
    assert "市政府公告" in shown


def test_nothing_to_judge(data):
    assert "nothing to judge" in called("label", "--why", "audit").output


def test_disagreement_is_decided_with_a_reason(data):
    for annotator, key in (("mai", "s"), ("bình", "d")):
        called("label", "--why", "threshold", "--annotator", annotator, "-n", "1", keys=key)
    with inbox(data) as box:  # both on one pair
        pair = document_id("b"), document_id("c")
        for annotator, verdict in (("mai", "same"), ("bình", "different")):
            box.append([Label.of_pair(*pair, purpose="search", verdict=verdict, annotator=annotator)])
    assert "mai: same; bình: different" in called("labels", "disagreements").output.replace("\n", " ")
    ran = called("label", "--why", "disagreement", "--annotator", "chi", keys="dcâu thêm vào\n")

    assert "mai said same" in ran.output
    assert [(label.is_adjudication, label.reason) for label in given(data) if label.annotator == "chi"] == [
        (True, "câu thêm vào")
    ]


def test_an_inbox_that_refuses_keeps_the_answer_on_the_screen(data):
    """SQLite refuses the row once; the next key gives the answer again."""
    with inbox(data) as box, box.engine.begin() as connection:
        connection.exec_driver_sql(
            "create trigger full before insert on label_inbox when new.reason is null "
            "begin select raise(abort, 'no room'); end"
        )
    ran = called("label", "--why", "threshold", "-n", "1", keys="s" + "wnow there is room\n" + "s")

    assert "NOT kept" in ran.output
    assert [label.reason for label in given(data)] == ["now there is room"]


def test_import_export_and_ingest(data, tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("left,right,verdict,reason\nsrc-a,src-b,different,=1+1\n")
    assert "can be imported" in called("labels", "import", str(file), "--purpose", "search", "--dry-run").output
    assert "imported 1 new" in called("labels", "import", str(file), "--purpose", "search").output
    again = called("labels", "import", str(file), "--purpose", "search").output
    assert "imported 0 new labels of 1 rows; 1 are known already" in again
    assert "1 new labels" in called("labels", "ingest").output
    assert ",'=1+1," in called("labels", "export").output
    called("labels", "export", str(tmp_path / "out.jsonl"))
    assert "=1+1" in (tmp_path / "out.jsonl").read_text()


def test_a_wrong_file_names_its_lines(data, tmp_path):
    file = tmp_path / "labels.csv"
    file.write_text("left,right,verdict\nsrc-a,src-b,perhaps\n")
    ran = called("labels", "import", str(file), "--purpose", "search")
    assert ran.exit_code != 0
    assert "labels.csv:2: " in ran.stderr
    assert given(data) == []


def test_agreement_tells_kappa(data):
    for annotator in ("mai", "bình"):
        with inbox(data) as box:
            for other, verdict in (("b", "same"), ("c", "different")):
                pair = document_id("a"), document_id(other)
                box.append([Label.of_pair(*pair, purpose="search", verdict=verdict, annotator=annotator)])
    assert "1.000" in called("labels", "agreement").output


def test_segments_hold_all_words_of_a_short_pair():
    left, right = (
        Shown(name, "", "vi", "", "", "", None, None, None, text) for name, text in (("l", LEFT), ("r", RIGHT))
    )
    found = list(segments(compare(left, right)))
    assert [(part.kind, part.text, part.is_value) for part in found if part.kind != "same"] == [
        ("left", "1", True),
        ("right", "2", True),
    ]
    assert " ".join(part.text for part in found if part.kind != "right") == LEFT.rstrip(".")
    assert screen(left, right, compare(left, right), told=[])


READER = "from neartwin.cli import main; main()"


def test_a_real_terminal(data):
    """Keys pressed one after the other on a pseudo-terminal; the label is on disk before the next pair shows."""
    process, terminal = pty.fork()
    if process == 0:
        os.environ["TERM"] = "xterm"
        os.execv(sys.executable, [sys.executable, "-c", READER, "label", "--why", "threshold", "--annotator", "mai"])
    try:
        press(terminal, b"pair 1 of 2", b"s")
        read_until(terminal, b"pair 2 of 2")
        assert [label.verdict for label in given(data)] == ["same"]
        press(terminal, b"", b"\x1b[D")
        press(terminal, b"pair 1 of 2", b"q")
        read_until(terminal, b"1 pairs judged")
        assert os.waitpid(process, 0)[1] == 0
    except BaseException:
        os.kill(process, signal.SIGKILL)
        raise
    finally:
        os.close(terminal)


def press(terminal, wanted, key):
    """Press a key when the screen is there and the terminal waits for keys (raw: no echo)."""
    read_until(terminal, wanted)
    deadline = time.monotonic() + 30
    while termios.tcgetattr(terminal)[3] & termios.ECHO:
        assert time.monotonic() < deadline
        time.sleep(0.02)
    os.write(terminal, key)


def read_until(terminal, wanted, seconds=60):
    seen, deadline = b"", time.monotonic() + seconds
    while wanted not in seen:
        ready, _, _ = select.select([terminal], [], [], max(deadline - time.monotonic(), 0))
        assert ready, seen[-2000:]
        seen += os.read(terminal, 65_536)
    return seen
