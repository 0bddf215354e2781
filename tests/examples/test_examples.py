"""Does every example in `examples/` still do what it says, and does the page on what-ifs show it as it is?"""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from experiments import whatif
from experiments.plans import make_plan
from experiments.spec import read_experiment

ROOT = Path(__file__).resolve().parents[2]
EXAMPLES = ROOT / "examples"
SCRIPTS = (
    "big_animals_cheaper",
    "consent_per_senator",
    "fewer_jokers",
    "interns_in_the_deck",
    "more_fives",
    "ones_on_tiles",
    "storage_of_five",
    "without_tiger",
)
FILES = ("dearest.py", "ice_age_deck.toml", "river_challenge.toml", "short_board.toml", "two_changes.toml")
PAGE = (ROOT / "docs" / "whatif.md").read_text(encoding="utf-8")


def code(name: str) -> list[str]:
    """Return the lines of a script that do something."""
    lines = (EXAMPLES / f"{name}.py").read_text(encoding="utf-8").split('"""')[2].splitlines()
    return [line for line in lines if line.strip()]


def test_every_example_is_known_here() -> None:
    """One that nobody runs stops working unnoticed."""
    known = {*(f"{name}.py" for name in SCRIPTS), *FILES}
    assert {path.name for path in EXAMPLES.iterdir() if path.is_file()} == known


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_runs_on_few_games(name: str) -> None:
    """From elsewhere, without anything but the number of games."""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        (sys.executable, EXAMPLES / f"{name}.py", "210"), env=environment, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "difference" in done.stdout.splitlines()[0]
    assert "Paired games spare" in done.stdout
    assert "nan" not in done.stdout.lower()


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script_is_short_and_stands_on_the_page_with_its_output(name: str) -> None:
    """Fewer than 15 lines; the page quotes it, so that the two cannot drift apart."""
    assert len(code(name)) < 15
    asked = next(line for line in code(name) if "whatif.run(" in line)
    assert asked in PAGE
    assert f"python examples/{name}.py" in PAGE


def test_the_experiment_with_two_variants_can_be_planned() -> None:
    """It is the page's example of a file."""
    experiment, source = read_experiment(EXAMPLES / "two_changes.toml")
    plan = make_plan(experiment, source)
    assert [cell.id for cell in plan.cells] == ["base", "limited-ones", "hard-racer"]
    assert plan.whatif["margins"]["share"] == 0.01
    frame = whatif.run(EXAMPLES / "two_changes.toml", games=40)
    assert set(frame["change"]) == {"limited-ones", "hard-racer"}
