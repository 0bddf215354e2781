"""Is a sweep in an experiment file understood, and does one that is wrong get a message that helps?"""

from __future__ import annotations

from pathlib import Path

import pytest

from experiments.plans import make_plan
from experiments.spec import read_experiment
from sim.errors import BadInput
from sim.plan import Plan, manifest_of
from tests.running.plans import write

HEAD = 'name = "mine"\ntitle = "Mine"\ngame = "quo_vadis"\ngames = 100\n'
SWEEP = '[sweep]\nname = "V laurels"\n'
SIX = '[[cells]]\nid = "six"\nseats = 4\nx = 6\n'
EIGHT = '[[cells]]\nid = "eight"\nseats = 4\nx = 8.5\n'


def planned(folder: Path, text: str) -> Plan:
    """Return the plan of an experiment with this text."""
    experiment, source = read_experiment(write(folder, "exp.toml", text))
    return make_plan(experiment, source)


def test_a_sweep_reaches_the_manifest(tmp_path: Path) -> None:
    """Reports read nothing but the run's directory: what is swept and where each cell stands must be there."""
    manifest = manifest_of(planned(tmp_path, HEAD + SWEEP + SIX + EIGHT))
    assert manifest["sweep"] == "V laurels"
    assert [cell["x"] for cell in manifest["cells"]] == [6, 8.5]


def test_without_a_sweep_the_manifest_says_nothing_of_one(tmp_path: Path) -> None:
    """Runs made before there were sweeps stay the same runs."""
    manifest = manifest_of(planned(tmp_path, HEAD + SIX.replace("x = 6\n", "")))
    assert "sweep" not in manifest
    assert "x" not in manifest["cells"][0]


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (HEAD + SWEEP + SIX + EIGHT.replace("x = 8.5\n", ""), "the cell 'eight' has none"),
        (HEAD + SIX, "no [sweep] that says what it is a number of"),
        (HEAD + SWEEP + '[design]\nkind = "mirror"\nseats = [4]\n', "a sweep needs [[cells]]"),
        (HEAD + "[sweep]\n" + SIX, "exp.toml:5: sweep.name: this key is missing"),
        (HEAD + SWEEP + 'nam = "V"\n' + SIX, "exp.toml:7: sweep.nam: unknown key. Did you mean 'name'?"),
        (HEAD + SWEEP + SIX.replace("6", '"6"'), "exp.toml:10: cells[0].x: must be a number, not '6'"),
        (HEAD + SWEEP + SIX.replace("6", "true"), "exp.toml:10: cells[0].x: must be a number, not true"),
        (HEAD + SWEEP + SIX.replace("6", "1e10"), "must be at most 1,000,000,000"),
        (HEAD + SWEEP + SIX.replace("6", "nan"), "cells[0].x: must be"),
    ],
)
def test_a_wrong_sweep_is_refused_with_what_is_wrong(tmp_path: Path, text: str, said: str) -> None:
    """A sweep with a hole in it would draw a curve through nothing."""
    with pytest.raises(BadInput) as refused:
        planned(tmp_path, text)
    assert said in str(refused.value)
