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
MUTANTS: dict[str, list[dict[str, Any]]] = {
    file.stem: tomllib.loads(file.read_text(encoding="utf-8"))["mutant"]
    for file in sorted(Path(__file__).parent.glob("*.toml"))
}
NAMED = [pytest.param(game, mutant, id=mutant["name"]) for game, mutants in MUTANTS.items() for mutant in mutants]
NEEDED = ("sim", "strategies", "tests/oracles", "tests/games")
# A quick comparison with each game's oracle, to be run with the right rules.
COMPARED = {
    "miller_zoo": "test_oracle.py::test_engine_and_oracle_agree_under_what_ifs[a tiny deck]",
    "quo_vadis": "test_oracle.py::test_engine_and_oracle_agree_under_what_ifs[a small Senate]",
    "zoo_vadis": "test_oracle.py::test_engine_and_oracle_agree_when_strategies_play[3-posted]",
    "time_zoo": "test_oracle.py::test_engine_and_oracle_agree_under_what_ifs[cut short]",
}


def copy_project(to: Path) -> None:
    """Copy what the tests of the games need."""
    for folder in NEEDED:
        shutil.copytree(ROOT / folder, to / folder, ignore=shutil.ignore_patterns("__pycache__"))
    for file in ("pyproject.toml", "tests/__init__.py"):
        shutil.copy(ROOT / file, to / file)


def run_tests(project: Path, game: str, tests: Sequence[str]) -> str:
    """Run some tests of a game in a copy, not compiled, and return what pytest says of each."""
    command = [sys.executable, "-m", "pytest", "-q", "-rA", "--tb=no", "-p", "no:cacheprovider"]
    environment = {**os.environ, "NUMBA_DISABLE_JIT": "1", "PYTHONDONTWRITEBYTECODE": "1", "PYTHONPATH": str(project)}
    nodes = [f"tests/games/{game}/{test}" for test in tests]
    done = subprocess.run([*command, *nodes], cwd=project, env=environment, capture_output=True, text=True, check=False)
    return done.stdout + done.stderr


@pytest.mark.parametrize(("game", "mutant"), NAMED)
def test_wrong_rule_is_noticed(game: str, mutant: dict[str, Any], tmp_path: Path) -> None:
    """A test that stays green under a wrong rule proves nothing."""
    copy_project(tmp_path)
    file = tmp_path / mutant["file"]
    source = file.read_text(encoding="utf-8")
    assert source.count(mutant["old"]) == 1, f"{mutant['file']} has changed: renew this mutant"
    file.write_text(source.replace(mutant["old"], mutant["new"]), encoding="utf-8")
    said = run_tests(tmp_path, game, mutant["found_by"])
    for test in mutant["found_by"]:
        assert f"FAILED tests/games/{game}/{test}" in said, said


@pytest.mark.parametrize("game", MUTANTS)
def test_right_rules_pass_the_same_tests(game: str, tmp_path: Path) -> None:
    """Else the mutants would be found by anything that fails."""
    found_by = {test for mutant in MUTANTS[game] for test in mutant["found_by"]}
    tests = sorted(test for test in found_by if not test.startswith("test_oracle"))
    copy_project(tmp_path)
    said = run_tests(tmp_path, game, [*tests, COMPARED[game]])
    assert f"{len(tests) + 1} passed" in said, said
