"""Is what is read what was written, and is everything else refused in words?"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import polars as pl
import pytest

from sim import plan as planning
from sim.errors import BadInput, OutputError
from sim.results import COMMON, DamagedRun, digest, open_run, part_path, read_manifest, write_file, write_part
from sim.runner import run
from strategies.registry import default_lineup
from tests.running.plans import small


@pytest.fixture(scope="module")
def finished(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A run of two parts."""
    return run(small(1_500), tmp_path_factory.mktemp("finished") / "run", jobs=2).dir


@pytest.fixture
def copy(finished: Path, tmp_path: Path) -> Path:
    """A copy of it, to be harmed."""
    return Path(shutil.copytree(finished, tmp_path / "copy"))


def test_a_cell_gives_every_game_and_seat_in_order(finished: Path) -> None:
    """Reports count rows, and pair the cells of a what-if by game id."""
    (cell,) = open_run(finished).cells
    games, seats = cell.scan_games().collect(), cell.scan_seats().collect()
    assert games["game_id"].to_list() == list(range(1_500))
    assert seats["game_id"].to_list() == [game for game in range(1_500) for _ in range(4)]
    assert seats["seat"].to_list() == [0, 1, 2, 3] * 1_500


def test_strategies_move_on_by_one_seat_from_game_to_game(finished: Path) -> None:
    """Each strategy has to sit in each seat equally often, or seat and skill cannot be told apart."""
    (cell,) = open_run(finished).cells
    seats = cell.scan_seats().collect()
    assert ((seats["strategy"] + seats["game_id"]) % 4 == seats["seat"]).all()


def test_every_column_has_its_meaning_and_dtype(finished: Path) -> None:
    """A column that nobody explains is a column that everybody explains differently."""
    run_ = open_run(finished)
    for table, scan in (("games", run_.cells[0].scan_games()), ("seats", run_.cells[0].scan_seats())):
        schema = scan.collect_schema()
        assert set(schema) == set(run_.manifest["game"]["columns"][table])
        assert {name: str(schema[name]).lower() for name in COMMON[table]} == COMMON[table]


def test_the_manifest_says_how_to_make_the_run_again(finished: Path) -> None:
    """Who finds the directory in a year has nothing else."""
    manifest = read_manifest(finished)
    (cell,) = manifest["cells"]
    assert manifest["seed"] == 0
    assert manifest["part_games"] == 1_000
    assert (cell["seats"], cell["games"], cell["settings"]) == (4, 1_500, {})
    assert [entry["spec"] for entry in cell["lineup"]] == default_lineup("quo_vadis", 4)
    assert all(len(entry["digest"]) == 64 for entry in cell["lineup"])
    assert len(manifest["code_digest"]) == 64
    assert {row["key"]: row["value"] for row in manifest["game"]["inputs"]}["tokens.V.count"] == 6
    assert not any(word in json.dumps(manifest) for word in ("seconds", "jobs", "host", str(finished)))


def test_the_digest_does_not_depend_on_part_borders(finished: Path, tmp_path: Path, monkeypatch: Any) -> None:
    """It stands for the games, not for the files."""
    monkeypatch.setattr(planning, "COMPILED_PART", (400, 400))
    dir = run(small(1_500), tmp_path / "run", jobs=1).dir
    assert len(read_manifest(dir)["cells"][0]["parts"]) == 4
    assert digest(dir) == digest(finished)


def edit(dir: Path, change: Callable[[dict[str, Any]], None]) -> None:
    """Change the manifest of a run."""
    manifest = json.loads((dir / "manifest.json").read_text(encoding="utf-8"))
    change(manifest)
    (dir / "manifest.json").write_text(json.dumps(manifest), encoding="utf-8")


def test_every_flipped_byte_is_noticed(copy: Path) -> None:
    """A changed result that is read as if it were true is the worst that can happen."""
    rng = np.random.default_rng(5)
    parts = sorted(copy.rglob("*.parquet"))
    for _ in range(20):
        part = parts[rng.integers(len(parts))]
        whole = part.read_bytes()
        at = int(rng.integers(len(whole)))
        part.write_bytes(whole[:at] + bytes([whole[at] ^ (1 << int(rng.integers(8)))]) + whole[at + 1 :])
        with pytest.raises(DamagedRun, match="has changed since the run"):
            open_run(copy)
        part.write_bytes(whole)
    open_run(copy)


def test_a_missing_part_is_noticed(copy: Path) -> None:
    """polars alone would read what is there and say nothing."""
    part_path(copy, "main", "games", 1_000).unlink()
    with pytest.raises(DamagedRun, match=r"games-000000001000\.parquet: this part of the run is missing"):
        digest(copy)


def test_other_columns_than_the_manifest_says_are_noticed(copy: Path) -> None:
    """A part of another version may read well and mean something else."""
    path = part_path(copy, "main", "games", 0)
    frame = pl.read_parquet(path)
    rows = frame.with_columns(pl.col("winner").cast(pl.Int64)).to_numpy(structured=True)
    sha = write_part(path, rows, {})
    edit(copy, lambda manifest: manifest["cells"][0]["parts"][0].update(games_sha256=sha))
    with pytest.raises(DamagedRun, match="column 'winner' is int64, not int8"):
        open_run(copy)
    sha = write_part(path, frame.drop("margin").to_numpy(structured=True), {})
    edit(copy, lambda manifest: manifest["cells"][0]["parts"][0].update(games_sha256=sha))
    with pytest.raises(DamagedRun, match="the difference is: margin"):
        open_run(copy)


@pytest.mark.parametrize(
    ("change", "error", "message"),
    [
        (lambda m: m.update(schema=2), BadInput, "format 2, this evenhand reads 1"),
        (lambda m: m.pop("schema"), DamagedRun, "no manifest"),
        (lambda m: m.pop("cells"), DamagedRun, "no whole manifest"),
        (lambda m: m["cells"][0].update(id="../../up"), DamagedRun, "cell id"),
        (lambda m: m["cells"][0].pop("lineup"), DamagedRun, "lineup"),
        (lambda m: m["cells"][0]["parts"].reverse(), DamagedRun, "do not follow one another"),
        (lambda m: m["cells"][0]["parts"].pop(), BadInput, "the run is not finished. The same command"),
        (lambda m: m["cells"][0].update(games=1_200), DamagedRun, "more games than 1200"),
        (lambda m: m["cells"][0]["parts"][0].update(first="0"), DamagedRun, "whole numbers"),
    ],
)
def test_a_manifest_that_is_wrong_is_refused(copy: Path, change: Any, error: type[Exception], message: str) -> None:
    """One sentence instead of a KeyError from the depths of a report."""
    edit(copy, change)
    with pytest.raises(error, match=message):
        open_run(copy)


@pytest.mark.parametrize("text", ["", "{", "[]", "null", "[" * 100_000, '{"schema": 1}', "\x00"])
def test_a_manifest_that_is_none_is_refused(copy: Path, text: str) -> None:
    """Half a file, or somebody else's."""
    (copy / "manifest.json").write_text(text, encoding="utf-8")
    with pytest.raises((DamagedRun, BadInput)):
        open_run(copy)


@pytest.mark.parametrize("name", ["", "nothing", "file"])
def test_a_place_without_a_run_is_refused(tmp_path: Path, name: str) -> None:
    """The most usual mistake: a directory too high, too low, or misspelt."""
    (tmp_path / "file").touch()
    with pytest.raises(BadInput, match="no run here"):
        open_run(tmp_path / name)


def test_a_file_is_written_whole_or_not_at_all(tmp_path: Path) -> None:
    """What was there stays until all of the new is on disk, and nothing else is left behind."""
    target = tmp_path / "file"
    write_file(target, b"old")
    write_file(target, b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]
    assert target.read_bytes() == b"new"
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="folder: cannot be written"):
        write_file(tmp_path / "folder", b"x")
    assert {path.name for path in tmp_path.iterdir()} == {"file", "folder"}
