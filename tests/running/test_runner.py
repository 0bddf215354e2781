"""Are results the same however they are made, and does nothing get lost on the way?"""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from sim.errors import BadInput, FailedGames, OutputError
from sim.plan import Plan
from sim.results import digest, open_run, read_manifest
from sim.rundir import only_writer
from sim.runner import Interrupted, Progress, run
from tests.running.plans import KILLER, STUMBLER, contents, small, write

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(scope="module")
def plan() -> Plan:
    """Three parts of the usual lineup."""
    return small()


@pytest.fixture(scope="module")
def undisturbed(plan: Plan, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The plan, run by one worker without any trouble."""
    dir = tmp_path_factory.mktemp("undisturbed") / "run"
    run(plan, dir, jobs=1, backend="sequential")
    return dir


@pytest.fixture(scope="module")
def two_parts(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A smaller run: two parts."""
    dir = tmp_path_factory.mktemp("two_parts") / "run"
    run(small(1_100), dir, jobs=1, backend="sequential")
    return dir


@pytest.mark.parametrize(
    ("jobs", "batch", "backend"),
    [
        (1, 4096, "threading"),
        (2, 4096, "threading"),
        (2, 1, "threading"),
        (2, 7, "threading"),
        (1, 1000, "sequential"),
        (2, 1000, "loky"),
    ],
)
def test_results_are_the_same_bytes_however_they_are_made(
    two_parts: Path, tmp_path: Path, jobs: int, batch: int, backend: str
) -> None:
    """Otherwise a finding would depend on the machine that it was made on."""
    outcome = run(small(1_100), tmp_path / "run", jobs=jobs, batch=batch, backend=backend)
    assert contents(outcome.dir) == contents(two_parts)
    assert outcome.played == 1_100


def test_a_dask_cluster_gives_the_same_bytes_too(two_parts: Path, tmp_path: Path) -> None:
    """One machine is too small for some questions; the answer must not depend on that."""
    pytest.importorskip("distributed")
    assert contents(run(small(1_100), tmp_path / "run", jobs=2, backend="dask").dir) == contents(two_parts)


def test_another_seed_gives_other_games(undisturbed: Path, tmp_path: Path) -> None:
    """A seed that is ignored passes every test of sameness."""
    assert digest(run(small(seed=1), tmp_path / "run", jobs=1).dir) != digest(undisturbed)


def test_parts_follow_from_the_plan_alone(plan: Plan, undisturbed: Path) -> None:
    """Part borders that depend on workers would make two runs of the same plan differ in every file."""
    (cell,) = read_manifest(undisturbed)["cells"]
    assert [(part["first"], part["games"]) for part in cell["parts"]] == [(0, 1000), (1000, 1000), (2000, 500)]
    assert plan.part_games == 1000
    assert small(10_000_000).part_games == 20_000
    assert small(80_000).part_games == 5_000


def stop_after(parts: int, signum: int) -> Any:
    """Return a watcher that sends this process a signal when so many parts are there."""
    seen: list[Progress] = []

    def watch(progress: Progress) -> None:
        seen.append(progress)
        if len(seen) == parts:
            os.kill(os.getpid(), signum)

    return watch


@pytest.mark.parametrize(("signum", "code"), [(signal.SIGINT, 130), (signal.SIGTERM, 143)])
@pytest.mark.parametrize("backend", ["sequential", "threading"])
def test_a_stopped_run_keeps_its_parts_and_goes_on(
    plan: Plan, undisturbed: Path, tmp_path: Path, signum: int, code: int, backend: str
) -> None:
    """An hour of games is not to be lost because somebody needed the machine for a minute."""
    dir, said = tmp_path / "run", list[str]()
    with pytest.raises(Interrupted, match="of 2,500 games are in") as stopped:
        run(plan, dir, jobs=1, backend=backend, watch=stop_after(1, signum), say=said.append)
    assert stopped.value.exit_code == code
    assert any(text.startswith("Stopping") for text in said)
    there = {path: path.stat().st_mtime_ns for path in dir.rglob("*.parquet")}
    assert 2 <= len(there) < 6
    with pytest.raises(BadInput, match="not finished"):
        open_run(dir)
    outcome = run(plan, dir, jobs=1)
    assert outcome.played == 2_500 - 1000 * len(there) // 2
    assert contents(dir) == contents(undisturbed)
    assert all(path.stat().st_mtime_ns == when for path, when in there.items())


def test_a_killed_run_loses_only_what_was_under_way(plan: Plan, undisturbed: Path, tmp_path: Path) -> None:
    """A power cut leaves no half-written part, and what the journal has is not played again."""
    dir = tmp_path / "run"
    code = (
        "import os, sys; from pathlib import Path; from sim.runner import run; from tests.running.plans import small\n"
        "run(small(), Path(sys.argv[1]), jobs=1, watch=lambda progress: os.kill(os.getpid(), 9))"
    )
    killed = subprocess.run((sys.executable, "-c", code, dir), cwd=ROOT, capture_output=True, check=False, timeout=120)
    assert killed.returncode == -9
    outcome = run(plan, dir, jobs=1)
    assert outcome.played == 1500
    assert contents(dir) == contents(undisturbed)


def test_half_a_line_in_the_journal_counts_for_nothing(plan: Plan, undisturbed: Path, tmp_path: Path) -> None:
    """The last line is torn when the machine goes down while it is written."""
    dir = tmp_path / "run"
    with pytest.raises(Interrupted):
        run(plan, dir, jobs=1, backend="sequential", watch=stop_after(2, signal.SIGINT))
    journal = dir / "parts.jsonl"
    journal.write_bytes(journal.read_bytes()[:-40])
    with pytest.raises(Interrupted):
        run(plan, dir, jobs=1, backend="sequential", watch=stop_after(1, signal.SIGINT))
    outcome = run(plan, dir, jobs=1)
    assert outcome.played == 500
    assert contents(dir) == contents(undisturbed)


def test_a_finished_run_is_left_as_it_is(plan: Plan, tmp_path: Path) -> None:
    """The same command again is no accident to be punished: it says what is there, and writes nothing."""
    dir = tmp_path / "run"
    first = run(plan, dir, jobs=2)
    before = {path: path.stat().st_mtime_ns for path in dir.rglob("*")}
    again = run(plan, dir, jobs=2)
    assert again.played == 0
    assert again.tallies == first.tallies
    assert {path: path.stat().st_mtime_ns for path in dir.rglob("*")} == before


@pytest.mark.parametrize("harm", ["flip", "cut", "remove"])
def test_a_part_that_is_not_as_it_was_is_played_again(plan: Plan, undisturbed: Path, tmp_path: Path, harm: str) -> None:
    """What is on disk is trusted by its SHA-256 only."""
    dir = tmp_path / "run"
    run(plan, dir, jobs=1)
    part = dir / "cells" / "main" / "seats-000000001000.parquet"
    whole = part.read_bytes()
    if harm == "flip":
        part.write_bytes(whole[:500] + bytes([whole[500] ^ 1]) + whole[501:])
    elif harm == "cut":
        part.write_bytes(whole[: len(whole) // 2])
    else:
        part.unlink()
    assert run(plan, dir, jobs=1).played == 1000
    assert contents(dir) == contents(undisturbed)


@pytest.mark.parametrize(
    ("other", "field"),
    [
        (small(seed=5), "seed is 0 there, now it is 5"),
        (small(2_600), r"cells\[0\].games is 2500 there, now it is 2600"),
        (small(settings=("tokens.V.count=7",)), r"value is 6 there, now it is 7"),
        (small(lineup="random_legal,greedy,greedy,greedy"), r"cells\[0\].lineup\[0\].name is '\w+' there"),
    ],
)
def test_another_run_does_not_go_into_the_same_directory(undisturbed: Path, other: Plan, field: str) -> None:
    """Two halves of different experiments in one directory would look like one."""
    before = contents(undisturbed)
    with pytest.raises(BadInput, match=field):
        run(other, undisturbed, jobs=1)
    assert contents(undisturbed) == before


def test_a_directory_with_other_files_is_left_alone(plan: Plan, tmp_path: Path) -> None:
    """A slip of the tongue in --out must not fill the home directory with parts."""
    write(tmp_path, "letter.txt", "Dear Marcus")
    with pytest.raises(BadInput, match=r"letter\.txt"):
        run(plan, tmp_path, jobs=1)
    assert [path.name for path in tmp_path.iterdir()] == ["letter.txt"]


def test_a_directory_has_one_writer_at_a_time(plan: Plan, tmp_path: Path) -> None:
    """Two runs in one directory would remove each other's files."""
    with only_writer(tmp_path), pytest.raises(OutputError, match=f"process {os.getpid()}"):
        run(plan, tmp_path, jobs=1)
    assert list(tmp_path.iterdir()) == []
    run(small(50), tmp_path, jobs=1)


def test_a_directory_that_cannot_be_made_is_named(plan: Plan, tmp_path: Path) -> None:
    """The message is about the path, not about Python."""
    write(tmp_path, "file", "")
    with pytest.raises(OutputError, match=r"file/run: cannot be used"):
        run(plan, tmp_path / "file" / "run", jobs=1)


def test_failed_games_are_counted_and_named_and_the_others_go_on(tmp_path: Path) -> None:
    """A strategy's fault costs its own games: each is there, without a winner, and the run says who, where and when."""
    file = write(tmp_path, "stumbler.py", STUMBLER)
    plan = small(60, lineup="stumbler,random_legal,random_legal,random_legal", files=(file,))
    outcome = run(plan, tmp_path / "run", jobs=2)
    assert 0 < outcome.failed < 20
    with pytest.raises(FailedGames) as failed:
        outcome.raise_for_failed()
    message = str(failed.value)
    assert f"failed in {outcome.failed} of 60 games" in message
    assert "turn 6: 'stumbler' in seat 2: ValueError: tripped over a toga" in message
    (cell,) = open_run(outcome.dir).cells
    games = cell.scan_games().collect()
    assert cell.failed == outcome.failed == games["end"].to_list().count(3)
    assert set(games.filter(games["end"] == 3)["fault_seat"]) == {2}
    assert set(games.filter(games["end"] == 3)["winner"]) == {-1}
    assert games["game_id"].to_list() == list(range(60))
    again = run(plan, outcome.dir, jobs=1)
    assert again.tallies == outcome.tallies
    assert [(f.game_id, f.seat, f.turn, f.strategy) for f in again.faults] == [
        (f.game_id, f.seat, f.turn, f.strategy) for f in outcome.faults
    ]


def test_games_without_a_fault_are_as_if_nothing_had_happened(tmp_path: Path) -> None:
    """The games beside a failed one must not be touched by it, whatever shares a batch with it."""
    file = write(tmp_path, "stumbler.py", STUMBLER)
    plan = small(40, lineup="stumbler,random_legal,random_legal,random_legal", files=(file,))
    one, many = (run(plan, tmp_path / str(batch), jobs=1, batch=batch, backend="threading").dir for batch in (1, 64))
    assert contents(one) == contents(many)


def test_a_worker_process_that_dies_costs_nothing_but_time(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Out of memory on one core is no reason to lose a night's run."""
    monkeypatch.setenv("EVENHAND_TEST_PARENT", str(os.getpid()))
    file = write(tmp_path, "killer.py", KILLER)
    plan = small(40, lineup="killer,greedy,greedy,greedy", files=(file,))
    alive = run(plan, tmp_path / "alive", jobs=1, backend="sequential")
    assert not (tmp_path / "dead").exists()
    outcome = run(plan, tmp_path / "run", jobs=2, backend="loky")
    assert (tmp_path / "dead").exists()
    assert contents(outcome.dir) == contents(alive.dir)


def test_worker_processes_end_with_a_parent_that_is_killed(tmp_path: Path) -> None:
    """Workers without a parent would keep the machine busy, and nobody would know why."""
    code = (
        "import os, sys; from pathlib import Path; from sim.runner import run; from tests.running.plans import small\n"
        "run(small(), Path(sys.argv[1]), jobs=2, backend='loky', watch=lambda progress: os.kill(os.getpid(), 9))"
    )
    command = (sys.executable, "-c", code, tmp_path / "run")
    killed = subprocess.Popen(command, cwd=ROOT, start_new_session=True, stderr=subprocess.DEVNULL)
    killed.wait(120)
    deadline = time.monotonic() + 10
    while time.monotonic() < deadline:
        try:
            os.killpg(killed.pid, 0)
        except ProcessLookupError:
            break
        time.sleep(0.2)
    else:
        pytest.fail("worker processes are still there")


def test_tallies_are_those_of_the_rows(plan: Plan, undisturbed: Path) -> None:
    """The summary must say what the report will say."""
    (tally,) = run(plan, undisturbed, jobs=1).tallies
    (cell,) = open_run(undisturbed).cells
    seats = cell.scan_seats().collect()
    share = seats["share"].to_numpy().astype(np.int64).reshape(-1, 4)
    assert tally.games == cell.games == 2_500
    assert [total for total, _ in tally.seats] == share.sum(axis=0).tolist()
    by_strategy = seats.group_by("strategy").sum().sort("strategy")["share"].to_list()
    assert [total for total, _ in tally.strategies] == by_strategy


def test_two_seats_of_one_strategy_are_taken_together(tmp_path: Path) -> None:
    """Their shares of a game depend on each other, so the squares are those of the sum."""
    (tally,) = run(small(500, lineup="greedy,random_legal,greedy,greedy"), tmp_path / "run", jobs=1).tallies
    assert len(tally.strategies) == 2
    assert sum(total for total, _ in tally.strategies) == sum(total for total, _ in tally.seats)
    greedy_total, greedy_squares = tally.strategies[0]
    assert greedy_squares == 420 * greedy_total


def test_the_hash_seed_of_python_changes_nothing(undisturbed: Path, tmp_path: Path) -> None:
    """An order taken from a set would differ from process to process."""
    code = (
        "import sys; from pathlib import Path; from sim.runner import run; from tests.running.plans import small\n"
        "run(small(), Path(sys.argv[1]), jobs=2)"
    )
    dir = tmp_path / "run"
    environment = {**os.environ, "PYTHONHASHSEED": "12345"}
    subprocess.run((sys.executable, "-c", code, dir), cwd=ROOT, env=environment, check=True, timeout=120)
    assert contents(dir) == contents(undisturbed)
