"""Would the tests notice a wrong rule? Each mutant breaks one in a copy of the project; the tests it names must fail.

A mutant is kept as the text that it replaces and not as a diff: it survives every change to the code around it, and
fails when its own line is changed.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parents[2]
MUTANTS: list[dict[str, Any]] = tomllib.loads((Path(__file__).parent / "quo_vadis.toml").read_text(encoding="utf-8"))[
    "mutant"
]
NEEDED = ("sim", "strategies", "tests/oracles", "tests/games/quo_vadis")


def copy_project(to: Path) -> None:
    """Copy what the tests of Quo Vadis? need."""
    for folder in NEEDED:
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/__init__.py", "tests/games/__init__.py"):
        shutil.copy(ROOT / file, to / file)


def run_tests(project: Path, tests: Sequence[str]) -> str:
    """Run some tests of a copy, not compiled, and return what pytest says of each."""
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=no", "-p", "no:cacheprovider"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(project)}
    nodes = [f"tests/games/quo_vadis/{test}" for test in tests]
    done = subprocess.run([*command, *nodes], cwd=project, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize("mutant", MUTANTS, ids=[mutant["name"] for mutant in MUTANTS])
def test_wrong_rule_is_noticed(mutant: dict[str, Any], tmp_path: Path) -> None:
    """A test that stays green under a wrong rule proves nothing."""
    copy_project(tmp_path)
    file = tmp_path / mutant["file"]
    source = file.read_text(encoding="utf-8")
    assert source.count(mutant["old"]) == 1, f"{mutant['file']} has changed: renew this mutant"
    file.write_text(source.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    said = run_tests(tmp_path, mutant["found_by"])
    for test in mutant["found_by"]:
        assert f"FAILED tests/games/quo_vadis/{test}" in said, said


def test_right_rules_pass_the_same_tests(tmp_path: Path) -> None:
    """Else the mutants would be found by anything that fails."""
    tests = sorted({test for mutant in MUTANTS for test in mutant["found_by"] if not test.startswith("test_oracle")})
    copy_project(tmp_path)
    said = run_tests(tmp_path, [*tests, "test_oracle.py::test_engine_and_oracle_agree_under_what_ifs[a small Senate]"])
    assert f"{len(tests) + 1} passed" in said, said
