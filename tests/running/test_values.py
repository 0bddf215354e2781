"""Runs that value items: branches as a third table, cells with a banned item, and what may stand under [values]."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from experiments.plans import make_plan
from experiments.spec import read_experiment
from sim.branch import BRANCH_COLUMNS, BRANCH_ROW
from sim.errors import BadInput
from sim.plan import Plan
from sim.results import BRANCH_TYPES, DamagedRun, digest, open_run
from sim.runner import run
from tests.running.plans import contents, write

HEAD = 'name = "mine"\ntitle = "Mine"\ngame = "quo_vadis"\ngames = 250\n'
CELL = '[[cells]]\nid = "one"\nseats = 4\n'


def planned(folder: Path, values: str, head: str = HEAD) -> Plan:
    """Return the plan of an experiment with these lines about values."""
    experiment, source = read_experiment(write(folder, "exp.toml", head + values + CELL))
    return make_plan(experiment, source)


@pytest.fixture(scope="module")
def valued(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a run with branches and bans."""
    folder = tmp_path_factory.mktemp("valued")
    run(planned(folder, "[values]\nrate = 0.3\nban = true\n"), folder / "run", jobs=1, backend="sequential")
    return folder / "run"


def test_workers_and_batches_change_nothing(valued: Path, tmp_path: Path) -> None:
    """Branches are a function of seed, game and rate, as games are."""
    again = tmp_path / "again"
    run(planned(tmp_path, "[values]\nrate = 0.3\nban = true\n"), again, jobs=2, backend="threading", batch=7)
    assert contents(again) == contents(valued)
    assert digest(again) == digest(valued)


def test_games_are_those_of_a_run_without_branches(valued: Path, tmp_path: Path) -> None:
    """Asking what else might have been must not change what was."""
    run(planned(tmp_path, ""), tmp_path / "plain", jobs=1, backend="sequential")
    one, other = open_run(valued).cells[0], open_run(tmp_path / "plain").cells[0]
    assert one.scan_seats().collect().equals(other.scan_seats().collect())
    assert one.scan_games().collect().equals(other.scan_games().collect())
    assert other.scan_branches() is None
    assert "values" not in json.loads((tmp_path / "plain" / "manifest.json").read_text())


def test_branches_are_rows_of_the_columns_that_are_promised(valued: Path) -> None:
    """Reports check columns and types against the manifest; both must be the engine's."""
    assert list(BRANCH_COLUMNS) == list(BRANCH_TYPES) == list(BRANCH_ROW.names or ())
    opened = open_run(valued)
    scan = opened.cells[0].scan_branches()
    assert scan is not None
    rows = scan.collect()
    assert dict(zip(rows.columns, map(str, rows.dtypes), strict=True)) == {
        name: kind.replace("int", "Int") for name, kind in BRANCH_TYPES.items()
    }
    assert rows["game_id"].is_sorted()
    assert set(rows["item"]) <= set(range(len(opened.manifest["game"]["items"])))
    assert opened.manifest["values"] == {"rate": 0.3}


def test_each_item_has_a_cell_in_which_it_is_banned(valued: Path) -> None:
    """One seat, in turn, may not take it; these games are not branched."""
    cells = open_run(valued).cells
    banned = [cell for cell in cells if cell.banned]
    keys = [row["key"] for row in open_run(valued).manifest["game"]["items"]]
    assert [cell.banned for cell in banned] == keys
    assert [cell.id for cell in banned] == [f"one-without-{key.lower()}" for key in keys]
    assert all(cell.scan_branches() is None for cell in banned)
    assert all(not cell.scan_seats().collect().equals(cells[0].scan_seats().collect()) for cell in banned)


def test_a_lost_or_changed_part_of_branches_is_noticed_and_played_again(valued: Path, tmp_path: Path) -> None:
    """The third table is as safe as the other two."""
    plan = planned(tmp_path, "[values]\nrate = 0.3\n")
    run(plan, tmp_path / "run", jobs=1, backend="sequential")
    before = contents(tmp_path / "run")
    part = next((tmp_path / "run" / "cells" / "one").glob("branches-*.parquet"))
    for harm in (part.unlink, lambda: part.write_bytes(b"PAR1")):
        harm()
        with pytest.raises(DamagedRun, match="branches-"):
            open_run(tmp_path / "run")
        run(plan, tmp_path / "run", jobs=1, backend="sequential")
        assert contents(tmp_path / "run") == before


def test_another_rate_is_another_run(valued: Path, tmp_path: Path) -> None:
    """Rows of two rates in one directory could not be told apart."""
    with pytest.raises(BadInput, match=r"values\.rate is 0\.3 there, now it is 0\.4"):
        run(planned(tmp_path, "[values]\nrate = 0.4\nban = true\n"), valued)


@pytest.mark.parametrize(
    ("values", "message"),
    [
        ("[values]\nrate = 2\n", r":6: values.rate: must be at most 1.0, not 2"),
        ("[values]\nrate = -0.1\n", r":6: values.rate: must be at least 0.0, not -0.1"),
        ("[values]\nrate = nan\n", ":6: values.rate: must be"),
        ('[values]\nrate = "all"\n', ":6: values.rate: must be a number, not 'all'"),
        ("[values]\nban = 1\n", ":6: values.ban: must be true or false, not 1"),
        ("[values]\nrte = 0.1\n", r":6: values.rte: unknown key. Did you mean 'rate'\? Here may stand: rate, ban"),
        ("[values]\n", ":5: values: needs a rate above 0, or ban = true"),
    ],
)
def test_what_is_wrong_under_values_is_named_with_its_line(values: str, message: str, tmp_path: Path) -> None:
    """File, line and key, what was given and what is allowed."""
    with pytest.raises(BadInput, match=message):
        planned(tmp_path, values)
