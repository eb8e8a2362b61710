"""Rules that hold over the whole repository: import layers, names of SQL files, light DAG files, a lock with hashes."""

import ast
import json
import os
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from neartwin.settings import ROOT, SQL

VERBS = "insert|upsert|select|undo"
LIBRARY = ROOT / "plugins" / "neartwin"
DEFINITIONS = ("migrations", "macros", "views")
HEAVY = "duckdb extruct great_expectations lxml numba numpy pandas py3langid pyarrow rjieba scipy trafilatura warcio"
IMPORT_DAGS = """
import json, runpy, sys
from pathlib import Path
for path in sorted(Path("dags").glob("*.py")):
    runpy.run_path(str(path))
print(json.dumps(sorted(sys.modules)))
"""


def python_files() -> list[Path]:
    return [*LIBRARY.rglob("*.py"), *(ROOT / "plugins").glob("*.py"), *(ROOT / "dags").glob("*.py")]


def trees() -> Iterator[tuple[Path, ast.Module]]:
    for path in python_files():
        yield path, ast.parse(path.read_text(encoding="utf-8"))


def sql_names() -> set[str]:
    """Names of statements, as `warehouse.run` takes them."""
    return {
        path.relative_to(SQL).with_suffix("").as_posix()
        for path in SQL.rglob("*.sql")
        if path.relative_to(SQL).parts[0] not in DEFINITIONS
    }


def tracked() -> list[str]:
    if not (ROOT / ".git").exists():
        pytest.skip("not a git checkout")
    listing = subprocess.run(["git", "ls-files"], cwd=ROOT, check=True, capture_output=True, text=True)
    return listing.stdout.splitlines()


def test_imports_point_down_only():
    lint = Path(sys.executable).with_name("lint-imports")
    checked = subprocess.run([lint, "--no-cache"], cwd=ROOT, capture_output=True, text=True, check=False)

    assert checked.returncode == 0, checked.stdout[-3000:]


def test_statements_are_named_after_what_they_do():
    wrong = [name for name in sql_names() if not re.fullmatch(rf"[a-z_]+/(?:{VERBS})_[a-z_]+", name)]

    assert wrong == []


def test_migrations_are_numbered_without_gaps_and_views_say_what_they_select():
    migrations = sorted(path.name for path in (SQL / "migrations").glob("*"))
    numbers = [int(re.fullmatch(r"(\d{4})_[a-z]+_[a-z_]+\.sql", name)[1]) for name in migrations]

    assert numbers == list(range(1, len(numbers) + 1))
    assert all(re.fullmatch(r"\d_select_[a-z_]+\.sql", path.name) for path in (SQL / "views").glob("*"))


def test_every_statement_says_what_it_is_for():
    silent = [name for name in sql_names() if not (SQL / f"{name}.sql").read_text(encoding="utf-8").startswith("--")]

    assert silent == []


def test_every_statement_is_called_and_every_called_statement_exists():
    constants: set[str] = set()
    patterns: list[re.Pattern[str]] = []
    for _, tree in trees():
        for node in ast.walk(tree):
            if isinstance(node, ast.Constant) and isinstance(node.value, str):
                constants.add(node.value)
            elif isinstance(node, ast.JoinedStr):
                patterns.append(_pattern(node))

    def is_called(name: str) -> bool:
        found = (pattern.fullmatch(name) for pattern in patterns)
        return name in constants or any(match and set(match.groups()) <= constants for match in found)

    folders = "|".join(sorted({name.split("/")[0] for name in sql_names()}))
    called = {text for text in constants if re.fullmatch(rf"(?:{folders})/(?:{VERBS})_[a-z_]+", text)}
    assert [name for name in sorted(sql_names()) if not is_called(name)] == []
    assert called - sql_names() == set()


def _pattern(node: ast.JoinedStr) -> re.Pattern[str]:
    """Return an f-string as a pattern with one group for each value."""
    parts = (re.escape(str(part.value)) if isinstance(part, ast.Constant) else "([a-z_]+)" for part in node.values)
    return re.compile("".join(parts))


def test_the_library_prints_nothing():
    calls = [
        f"{path.relative_to(ROOT)}:{node.lineno}"
        for path, tree in trees()
        for node in ast.walk(tree)
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "print"
    ]

    assert calls == []


def test_every_module_says_what_it_is_for():
    silent = [str(path.relative_to(ROOT)) for path, tree in trees() if tree.body and not ast.get_docstring(tree)]

    assert silent == []


def test_dag_files_import_nothing_heavy_at_the_top(tmp_path):
    env = os.environ | {"AIRFLOW_HOME": str(tmp_path), "AIRFLOW__CORE__LOAD_EXAMPLES": "False"}
    env["PYTHONPATH"] = str(ROOT / "plugins")
    ran = subprocess.run(
        [sys.executable, "-c", IMPORT_DAGS], cwd=ROOT, env=env, check=True, capture_output=True, text=True
    )

    loaded = {name.split(".")[0] for name in json.loads(ran.stdout.splitlines()[-1])}
    assert "neartwin" in loaded
    assert sorted(loaded & set(HEAVY.split())) == []


def test_the_lock_pins_every_package_with_hashes_and_names_no_address():
    text = (ROOT / "requirements.lock").read_text(encoding="utf-8")
    requirements = [block for block in re.split(r"\n(?=\S)", text) if block and not block.startswith("#")]

    assert len(requirements) > 100
    assert all(re.match(r"[A-Za-z0-9._-]+==[^\s;]+", block) and "--hash=sha256:" in block for block in requirements)
    assert not re.search(r"://|--index-url|--extra-index-url|--find-links|\s@\s", text)


def test_no_file_with_addresses_or_data_of_a_machine_is_tracked():
    forbidden = re.compile(r"(?:^|/)(?:uv\.lock|\.env|\.venv|__pycache__)(?:/|$)|^data/|\.duckdb$|\.pyc$")

    assert [path for path in tracked() if forbidden.search(path)] == []
