"""What is shown on a terminal does not act there; files and pipes get every character."""

import sys

from neartwin.cli.inert import inert, put, put_file

ACTING = "a\x1b]0;x\x07b\x85c\x9b2Jd\u202ee\u200bf\u2028g"


def write(path):
    if path is None:
        sys.stdout.write(f"{ACTING}\n")
    else:
        path.write_text(f"{ACTING}\n", encoding="utf-8")
    return 1


def test_controls_directions_and_invisible_characters_are_shown():
    assert inert(ACTING) == "a␛]0;x␇b‹U+0085›c‹U+009B›2Jd‹U+202E›e‹U+200B›f‹U+2028›g"


def test_a_terminal_gets_escapes(monkeypatch, capsys):
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True)
    put(f"{ACTING}\n")
    assert put_file(write) == 1
    assert capsys.readouterr().out == f"{inert(ACTING)}\n" * 2


def test_a_pipe_gets_every_character(capsys):
    put(f"{ACTING}\n")
    assert put_file(write) == 1
    assert capsys.readouterr().out == f"{ACTING}\n" * 2
