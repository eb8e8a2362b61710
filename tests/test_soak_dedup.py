"""A million documents through `neartwin dedup`: bounded memory, linear time, and no planted copy lost."""

import json
import random
import subprocess
import sys
import time
from pathlib import Path

import numpy as np
import pytest

NEARTWIN = Path(sys.executable).with_name("neartwin")
SYLLABLES = [a + b for a in "bcdfghklmnprstvz" for b in ("a", "e", "i", "o", "u", "an", "er", "ol")]
N_WORDS, COPY_SHARE, LINE = 40_000, 0.2, 14
WORDS = ["".join(random.Random(rank).choices(SYLLABLES, k=2 + rank % 2)) for rank in range(N_WORDS)]
WEIGHTS = np.cumsum(1 / np.arange(5, N_WORDS + 5))

pytestmark = pytest.mark.soak


def ranks(rng, n):
    """Ranks of n words, common ones more often."""
    return np.searchsorted(WEIGHTS, rng.random(n) * WEIGHTS[-1])


def prose(chosen):
    """Sentences of fourteen words."""
    words = [WORDS[rank] for rank in chosen.tolist()]
    return " ".join(" ".join(words[at : at + LINE]).capitalize() + "." for at in range(0, len(words), LINE))


def write_corpus(path, n):
    """Write n documents, a fifth of them the one before with four other words; return the planted pairs."""
    rng = np.random.default_rng(7)
    planted = []
    chosen = ranks(rng, 100)
    with path.open("w", encoding="utf-8") as file:
        for number in range(n):
            if number and rng.random() < COPY_SHARE:
                chosen = chosen.copy()
                chosen[rng.integers(0, len(chosen), 4)] = ranks(rng, 4)
                planted.append((number - 1, number))
            else:
                chosen = ranks(rng, max(40, int(rng.lognormal(5.4, 0.5))))
            file.write(f'{{"id": {number}, "text": "{prose(chosen)}"}}\n')
    return planted


MEASURED = """
import resource, subprocess, sys
code = subprocess.call(sys.argv[1:])
used = resource.getrusage(resource.RUSAGE_CHILDREN)
print(used.ru_utime + used.ru_stime, used.ru_maxrss // 1024)
sys.exit(code)
"""


def measured(folder, source, *options):
    """Run the command in a process of its own; return CPU seconds and peak megabytes."""
    command = [sys.executable, "-c", MEASURED, NEARTWIN, "dedup", source, folder / "out.jsonl", *options]
    done = subprocess.run(list(map(str, command)), check=True, stdout=subprocess.PIPE, text=True)
    seconds, peak = done.stdout.split()
    return float(seconds), int(peak)


def joined(path):
    """The pairs of an output."""
    rows = (json.loads(line) for line in path.open(encoding="utf-8"))
    return {(min(row["left"], row["right"]), max(row["left"], row["right"])) for row in rows if "left" in row}


def test_a_million_documents_take_bounded_memory_and_twelve_times_a_tenth(tmp_path):
    small, large = tmp_path / "small.jsonl", tmp_path / "large.jsonl"
    write_corpus(small, 100_000)
    planted = write_corpus(large, 1_000_000)

    small_seconds, small_peak = measured(tmp_path, small)
    seconds, peak = measured(tmp_path, large)

    sys.stderr.write(f"100k: {small_seconds:.1f} CPU-s, {small_peak} MB; 1M: {seconds:.1f} CPU-s, {peak} MB\n")
    assert small_peak <= 1_200
    assert peak <= 6_000
    assert seconds <= 12 * small_seconds
    found = joined(tmp_path / "out.jsonl")
    assert sum(pair in found for pair in planted) >= 0.9 * len(planted)


def test_a_million_equal_texts_take_one_line_each(tmp_path):
    text = prose(ranks(np.random.default_rng(1), 270))
    source = tmp_path / "equal.jsonl"
    with source.open("w", encoding="utf-8") as file:
        file.writelines(f'{{"id": {number}, "text": "{text}"}}\n' for number in range(1_000_000))

    _, peak = measured(tmp_path, source, "--memory", "1G")

    assert peak <= 2_000
    assert len(joined(tmp_path / "out.jsonl")) == 999_999


def test_a_text_of_fifty_million_characters_is_one_text(tmp_path):
    rng = np.random.default_rng(2)
    long = prose(ranks(rng, 9_000_000))
    records = [long, prose(ranks(rng, 300)), "", long + " end"]
    source = tmp_path / "long.jsonl"
    source.write_text("".join(json.dumps({"id": n, "text": text}) + "\n" for n, text in enumerate(records)))

    _, peak = measured(tmp_path, source)

    assert len(long) >= 50_000_000
    assert peak <= 6_000
    assert joined(tmp_path / "out.jsonl") == {(0, 3)}


def test_runs_killed_at_any_moment_end_as_an_undisturbed_one(tmp_path):
    source = tmp_path / "texts.jsonl"
    write_corpus(source, 60_000)
    measured(tmp_path, source)
    expected = (tmp_path / "out.jsonl").read_bytes()
    script = (
        "from pathlib import Path; from neartwin.dedup import Options, dedup;"
        f"dedup(Path({str(source)!r}), Path({str(tmp_path / 'killed.jsonl')!r}), Options(checkpoint_seconds=0.2))"
    )
    rng = random.Random(3)

    for _ in range(20):
        process = subprocess.Popen([sys.executable, "-c", script])
        time.sleep(rng.uniform(0.5, 6))
        process.kill()
        process.wait()
    subprocess.run([sys.executable, "-c", script], check=True)

    assert (tmp_path / "killed.jsonl").read_bytes() == expected
