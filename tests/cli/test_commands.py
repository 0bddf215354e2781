"""The commands as a user types them: forms that scripts rely on, answers, messages and exit codes.

Most run in this process; what is about processes and signals starts a real one.
"""

from __future__ import annotations

import ast
import io
import json
import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
import pytest

from experiments import bench
from experiments.cli.main import main
from experiments.cli.progress import shown
from experiments.plans import usual_seats
from experiments.shipped import shipped
from sim.registry import GAMES, load_game
from sim.results import digest, open_run
from sim.runner import Progress
from sim.tally import Tally
from strategies.registry import default_lineup, strategies_for
from tests.running.plans import STUMBLER, contents, small, write

ROOT = Path(__file__).resolve().parents[2]
CLI = ROOT / "experiments" / "cli"


class Said(NamedTuple):
    """What a command answered."""

    code: int
    out: str
    err: str


Evenhand = Callable[..., Said]


@pytest.fixture
def evenhand(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Evenhand:
    """Run a command in this process, in a folder of its own."""
    monkeypatch.chdir(tmp_path)

    def run(*arguments: object) -> Said:
        monkeypatch.setattr(sys, "argv", ["evenhand", *map(str, arguments)])
        code = 0
        try:
            main()
        except SystemExit as end:
            code = end.code if isinstance(end.code, int) else int(end.code is not None)
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return run


def start(*arguments: object, env: dict[str, str] | None = None, encoding: str = "utf-8") -> subprocess.Popen[str]:
    """Start a command as a process of its own."""
    return subprocess.Popen(
        (sys.executable, "-m", "experiments.cli.main", *map(str, arguments)),
        cwd=ROOT,
        env={**os.environ, **(env or {})},
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        encoding=encoding,
        start_new_session=True,
    )


# Help and lists


def test_help_begins_with_examples_and_ends_with_exit_codes(evenhand: Evenhand) -> None:
    """Who is lost looks here first."""
    said = evenhand("--help")
    assert said.code == 0
    assert "evenhand run quo_vadis_demo" in said.out
    assert "Exit codes" in said.out
    assert "\x1b" not in said.out


@pytest.mark.parametrize("module", sorted(CLI.glob("*.py")), ids=lambda path: path.stem)
def test_a_command_module_loads_only_typer_at_its_top(module: Path) -> None:
    """`--help` must answer at once; what takes time is loaded by the command that needs it."""
    allowed = {"typer", "experiments"} | set(sys.stdlib_module_names)
    for statement in ast.parse(module.read_text(encoding="utf-8")).body:
        if isinstance(statement, ast.Import):
            assert {alias.name.split(".")[0] for alias in statement.names} <= allowed
        elif isinstance(statement, ast.ImportFrom):
            name = str(statement.module)
            assert name.split(".")[0] in allowed
            assert not name.startswith("experiments") or name.startswith("experiments.cli")


def test_the_version_tells_the_rules_too(evenhand: Evenhand) -> None:
    """Results of other rules are other results."""
    said = evenhand("--version")
    assert said.code == 0
    assert said.out.startswith("evenhand ")
    assert f"rules of quo_vadis: version {load_game('quo_vadis').rules_version}" in said.out


def test_games_are_listed(evenhand: Evenhand) -> None:
    """The first question of all."""
    assert "Quo Vadis?" in evenhand("games").out
    (game,) = (row for row in json.loads(evenhand("games", "--json").out) if row["name"] == "quo_vadis")
    assert game["seats"] == [3, 5]
    about = evenhand("games", "quo_vadis").out
    assert "rulebook is silent" in about
    assert ".;" not in about


def test_every_tunable_is_listed_with_default_unit_range_and_source(evenhand: Evenhand) -> None:
    """Scripts sweep over them, and check against the box."""
    rows = json.loads(evenhand("games", "quo_vadis", "--tunables", "--json").out)
    tunables = load_game("quo_vadis").tunables
    assert [row["key"] for row in rows] == [tunable.key for tunable in tunables]
    assert all({"key", "default", "unit", "range", "source", "says"} <= row.keys() for row in rows)
    by_key = {row["key"]: row for row in rows}
    assert by_key["tokens.V.count"]["range"] == [0, 60]
    assert by_key["negotiation.protocol"]["range"] == ["posted", "offer", "none"]
    assert by_key["variant.reveal"]["range"] == [False, True]
    assert "tokens.V.count" in evenhand("games", "quo_vadis", "--tunables").out


def test_every_strategy_is_listed_with_its_idea_and_weights(evenhand: Evenhand) -> None:
    """A lineup is chosen from here."""
    rows = json.loads(evenhand("strategies", "quo_vadis", "--json").out)
    assert [row["name"] for row in rows] == list(strategies_for("quo_vadis"))
    assert all(row["idea"] and row["weights"][0]["name"] == "temperature" for row in rows)
    text = evenhand("strategies").out
    assert all(row["name"] in text for row in rows)


# Run


def test_a_run_says_its_finding_first_and_its_paths_last(evenhand: Evenhand, tmp_path: Path) -> None:
    """What was found, how sure, and where it is."""
    said = evenhand("run", "--game", "quo_vadis", "--games", 2000, "--seed", 0, "--jobs", 2, "--out", tmp_path / "r")
    assert said.code == 0
    lines = said.out.splitlines()
    assert "±" in said.out
    assert lines[0].endswith(".")
    assert lines[-1] == f"report   evenhand report {tmp_path / 'r'}"
    assert "\x1b" not in said.out + said.err
    assert "%" not in said.err
    assert open_run(tmp_path / "r").cells[0].games == 2000


@pytest.mark.parametrize("seats", [3, 4, 5])
def test_a_lineup_is_there_for_every_seat_count(evenhand: Evenhand, tmp_path: Path, seats: int) -> None:
    """The shortest command for each table."""
    said = evenhand("run", "--game", "quo_vadis", "--seats", seats, "--games", 50, "--out", "r", "--json")
    summary = json.loads(said.out)
    told = [row["strategy"] for row in summary["cells"][0]["strategies"]]
    assert told == list(dict.fromkeys(default_lineup("quo_vadis", seats)))
    assert summary["games"] == 50
    assert sum(row["win_share"] for row in summary["cells"][0]["seats"]) == pytest.approx(1)


def test_lineup_settings_and_seed_arrive_in_the_manifest(evenhand: Evenhand, tmp_path: Path) -> None:
    """A setting that is read and forgotten is a wrong finding."""
    said = evenhand(
        "run", "--game", "quo_vadis", "--lineup", "greedy(temperature=2),random_legal,greedy", "--games", 40,
        "--seed", 9, "--set", "tokens.V.count=8", "--set", "negotiation.protocol=none", "--out", "r",
    )  # fmt: skip
    assert said.code == 0
    run = open_run(tmp_path / "r")
    (cell,) = run.cells
    assert run.manifest["seed"] == 9
    assert cell.settings == {"negotiation.protocol": "none", "tokens.V.count": 8}
    assert [entry["spec"] for entry in cell.lineup] == ["greedy(temperature=2)", "random_legal", "greedy"]
    assert cell.lineup[0]["weights"]["temperature"] == 2
    assert int(cell.scan_games().collect()["negotiations"].sum()) == 0
    inputs = {row["key"]: row["value"] for row in run.manifest["game"]["inputs"]}
    assert inputs["tokens.V.count"] == 8


def test_a_game_can_be_named_without_its_option(evenhand: Evenhand, tmp_path: Path) -> None:
    """`evenhand run quo_vadis` means what it seems to mean."""
    assert evenhand("run", "quo_vadis", "--games", 20, "--out", "a").code == 0
    assert evenhand("run", "--game", "quo_vadis", "--games", 20, "--out", "b").code == 0
    assert contents(tmp_path / "a") == contents(tmp_path / "b")


@pytest.mark.parametrize("name", shipped())
def test_a_shipped_experiment_runs_by_its_name(evenhand: Evenhand, tmp_path: Path, name: str) -> None:
    """Each is an example, and an example that does not run is worse than none."""
    said = evenhand("run", name, "--games", 5, "--out", "r", "--json")
    assert said.code == 0, said.err
    summary = json.loads(said.out)
    assert summary["experiment"] == name
    assert {cell["games"] for cell in summary["cells"]} == {5}
    assert sum(not cell.banned for cell in open_run(tmp_path / "r").cells) == len(summary["cells"])


def test_a_run_has_a_folder_of_its_own_when_none_is_given(evenhand: Evenhand, tmp_path: Path) -> None:
    """The same run goes on in its folder; another one never overwrites it."""
    first = evenhand("run", "quo_vadis", "--games", 20)
    again = evenhand("run", "quo_vadis", "--games", 20)
    other = evenhand("run", "quo_vadis", "--games", 30)
    assert "results  runs/quo_vadis-4-seats-seed-0\n" in first.out
    assert "results  runs/quo_vadis-4-seats-seed-0\n" in again.out
    assert "played before" in again.out
    assert "results  runs/quo_vadis-4-seats-seed-0-2\n" in other.out


def test_a_strategy_of_a_file_plays_and_its_faults_are_told(evenhand: Evenhand, tmp_path: Path) -> None:
    """Exit code 3: the run is there, some games are not what they should be."""
    file = write(tmp_path, "stumbler.py", STUMBLER)
    lineup = "stumbler,random_legal,random_legal,random_legal"
    said = evenhand("run", "quo_vadis", "--lineup", lineup, "--strategy-file", file, "--games", 60, "--out", "r")
    assert said.code == 3
    assert "A strategy failed in" in said.err
    assert "'stumbler' in seat 2: ValueError: tripped over a toga" in said.err
    assert "results  r" in said.out
    assert "Traceback" not in said.err
    assert "stumbler [file]" in evenhand("strategies", "quo_vadis", "--strategy-file", file).out


def test_two_jobs_and_another_batch_give_the_same_digest(evenhand: Evenhand) -> None:
    """The shortest proof that a result can be trusted."""
    found = []
    for name, options in {"a": ("--jobs", 1), "b": ("--jobs", 2, "--batch", 7)}.items():
        assert evenhand("run", "quo_vadis", "--games", 1_200, "--out", name, *options).code == 0
        found.append(evenhand("digest", name).out.splitlines()[-1])
    assert found[0] == found[1] == digest(Path("a"))
    assert len(found[0]) == 64


WRONG: dict[str, tuple[tuple[object, ...], str]] = {
    "nothing to run": (("run",), "Give an experiment or --game"),
    "both": (("run", "quo_vadis_demo", "--game", "quo_vadis"), "one of the two"),
    "an unknown game": (("run", "--game", "quo_vadi"), "Did you mean 'quo_vadis'?"),
    "an unknown experiment": (("run", "quo_vadis_dem"), "Did you mean 'quo_vadis_demo'?"),
    "a missing file": (("run", "gone.toml"), "gone.toml: there is no such file"),
    "an unknown strategy": (("run", "quo_vadis", "--lineup", "gredy,greedy,greedy,greedy"), "Did you mean 'greedy'?"),
    "too short a lineup": (
        ("run", "quo_vadis", "--seats", 4, "--lineup", "greedy,greedy"),
        "4 seats need 4 strategies",
    ),
    "an empty place": (("run", "quo_vadis", "--lineup", "greedy,,greedy,greedy"), "empty place"),
    "a bell in a lineup": (("run", "quo_vadis", "--lineup", "greedy,greedy,gre\aedy"), "control characters"),
    "a weight out of range": (("run", "quo_vadis", "--lineup", "greedy(temperature=-1),greedy,greedy"), "temperature"),
    "too many seats": (("run", "quo_vadis", "--seats", 9), "3 to 5"),
    "no seats": (("run", "quo_vadis", "--seats", 0), "greater than or equal to 1"),
    "an unknown tunable": (("run", "quo_vadis", "--set", "tokens.V.cout=8"), "Did you mean 'tokens.V.count'?"),
    "a setting without a value": (("run", "quo_vadis", "--set", "tokens.V.count"), "key=value"),
    "a setting twice": (("run", "quo_vadis", "--set", "tokens.V.count=8", "--set", "tokens.V.count=9"), "twice"),
    "a setting out of range": (("run", "quo_vadis", "--set", "tokens.V.count=900"), "cannot be '900'"),
    "no games": (("run", "quo_vadis", "--games", 0), "greater than or equal to 1"),
    "a word for games": (("run", "quo_vadis", "--games", "many"), "--games"),
    "very many games": (("run", "quo_vadis", "--games", 10**30), "10,000,000,000 is allowed"),
    "a negative seed": (("run", "quo_vadis", "--seed", -1), "--seed"),
    "a huge seed": (("run", "quo_vadis", "--seed", 2**64), "is allowed"),
    "an unknown backend": (("run", "quo_vadis", "--games", 9, "--backend", "lokky"), "Did you mean 'loky'?"),
    "an unknown option": (("run", "quo_vadis", "--gmes", 5), "--games"),
    "an unknown command": (("rn",), "Did you mean 'run'?"),
    "seats of an experiment": (("run", "quo_vadis_demo", "--seats", 3), "an experiment says its own"),
    "a strategy file that is none": (("run", "quo_vadis", "--strategy-file", "gone.py"), "gone.py"),
    "tunables of no game": (("games", "--tunables"), "--tunables needs a game"),
    "data of no game": (("games", "--data", ROOT / "examples/short_board.toml"), "needs a game, and so does --data"),
    "an unknown game to list": (("games", "quo"), "Did you mean 'quo_vadis'?"),
    "an unknown game to play": (("play", "zoo"), "There is: miller_zoo, quo_vadis, time_zoo, zoo_vadis."),
    "a huge seed to play": (("play", "quo_vadis", "--seed", 2**64), "--seed is"),
    "a digest of nothing": (("digest", "gone"), "no run here"),
    "a report of nothing": (("report", "gone"), "no run here"),
    "a file to validate that is gone": (("validate", "gone.toml"), "there is no such file"),
}


@pytest.mark.parametrize("case", WRONG)
def test_wrong_input_is_one_message_and_exit_code_2(evenhand: Evenhand, tmp_path: Path, case: str) -> None:
    """What was given, what is allowed, the nearest name; nothing is written, and no traceback is shown."""
    arguments, message = WRONG[case]
    said = evenhand(*arguments)
    assert said.code == 2, said
    assert message in said.err
    assert "Traceback" not in said.err
    assert list(tmp_path.iterdir()) == []


def test_validate_checks_without_playing(evenhand: Evenhand, tmp_path: Path) -> None:
    """The same messages as a run gives, before a long run."""
    said = evenhand("validate", "quo_vadis_seat_balance")
    assert said.code == 0
    assert "6 cells, 600,000 games of Quo Vadis?, seed 1" in said.out
    assert "variant.limited_ones=true;" in evenhand("validate", "quo_vadis_laurel_distribution").out
    text = 'name = "m"\ntitle = "M"\ngame = "quo_vadis"\ngames = 5\n[[cells]]\nid = "a"\nsaets = 4\n'
    said = evenhand("validate", write(tmp_path, "my.toml", text))
    assert said.code == 2
    assert "my.toml:7: cells[0].saets: unknown key. Did you mean 'seats'?" in said.err
    assert "    7 | saets = 4" in said.err


def test_a_damaged_run_has_an_exit_code_of_its_own(evenhand: Evenhand, tmp_path: Path) -> None:
    """A script must not take a damaged run for a mistyped name."""
    evenhand("run", "quo_vadis", "--games", 20, "--out", "r")
    part = next((tmp_path / "r").rglob("seats-*.parquet"))
    part.write_bytes(part.read_bytes()[:-1])
    said = evenhand("digest", "r")
    assert said.code == 4
    assert "has changed since the run" in said.err


def test_output_that_cannot_be_written_has_exit_code_5(evenhand: Evenhand, tmp_path: Path) -> None:
    """The path is the message."""
    write(tmp_path, "file", "")
    said = evenhand("run", "quo_vadis", "--games", 20, "--out", "file/r")
    assert said.code == 5
    assert "file/r" in said.err


def test_another_run_in_the_same_directory_is_refused(evenhand: Evenhand) -> None:
    """The field that differs is named, so that the right one of the two can be kept."""
    evenhand("run", "quo_vadis", "--games", 20, "--out", "r")
    said = evenhand("run", "quo_vadis", "--games", 20, "--seed", 4, "--out", "r")
    assert said.code == 2
    assert "holds another run: seed is 0 there, now it is 4" in said.err
    said = evenhand("run", "quo_vadis", "--games", 9_000, "--out", "r")
    assert "holds another run: cells[0].games is 20 there, now it is 9000" in said.err


def test_a_mistake_of_ours_is_a_message_too(evenhand: Evenhand, monkeypatch: pytest.MonkeyPatch) -> None:
    """Not even then a traceback, unless it is asked for."""

    def broken(*_: Any, **__: Any) -> None:
        raise RuntimeError("wheels came off")

    monkeypatch.setattr("sim.results.digest", broken)
    said = evenhand("digest", "r")
    assert (said.code, said.out) == (1, "")
    assert "mistake in evenhand: RuntimeError: wheels came off" in said.err
    with pytest.raises(RuntimeError):
        evenhand("--debug", "digest", "r")


def test_in_a_narrow_terminal_progress_still_says_how_far_and_how_fast(monkeypatch: pytest.MonkeyPatch) -> None:
    """Who wins so far is cut, not how many games there are."""

    class Terminal(io.StringIO):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(sys, "stderr", terminal := Terminal())
    monkeypatch.setenv("COLUMNS", "80")
    plan = small(10_000_000)
    (cell,) = plan.cells
    tally = Tally.none([seated.spec for seated in cell.lineup])
    with shown(plan, Path("runs/x")) as (watch, _):
        watch(Progress(cell=cell, tally=tally, done=9_999_999, total=10_000_000, played=9_999_999, seconds=99.0))
    assert "100 %  9,999,999 games 101,010/s" in terminal.getvalue()


# Play


def test_a_game_is_told_from_the_first_board_to_the_winner(evenhand: Evenhand) -> None:
    """A player must be able to set it up on the table and follow."""
    said = evenhand("play", "quo_vadis", "--seed", 1)
    assert said.code == 0
    lines = said.out.splitlines()
    assert lines[0] == "Quo Vadis?, 4 seats, seed 1, game 0"
    assert "Turn 1" in lines
    assert said.out.count("Senate (") == 2
    assert "The game is over." in lines
    assert sum("points, wins" in line for line in lines) == 1
    assert evenhand("play", "quo_vadis", "--seed", 1).out == said.out
    assert evenhand("play", "quo_vadis", "--seed", 1, "--boards").out.count("Senate (") > 5


def test_the_game_told_is_the_game_in_the_results(evenhand: Evenhand, tmp_path: Path) -> None:
    """Otherwise an odd row could never be looked into."""
    evenhand("run", "quo_vadis", "--games", 30, "--seed", 3, "--out", "r")
    seats = open_run(tmp_path / "r").cells[0].scan_seats().collect()
    for game_id in (0, 17, 29):
        rows = seats.filter(seats["game_id"] == game_id)
        told = evenhand("play", "quo_vadis", "--seed", 3, "--game-id", game_id).out
        for seat, strategy, score in rows.select("seat", "strategy", "score").iter_rows():
            name = default_lineup("quo_vadis", 4)[strategy]
            assert f"  seat {seat}: {name}" in told
            assert f"{name}: {score} points" in told


def test_two_of_a_kind_are_told_apart(evenhand: Evenhand) -> None:
    """'greedy asks greedy' helps nobody."""
    said = evenhand("play", "quo_vadis", "--lineup", "greedy,greedy,random_legal")
    assert "seat 0: greedy 0 (greedy)\n" in said.out
    assert "seat 2: random_legal\n" in said.out


def test_a_team_has_one_result(evenhand: Evenhand) -> None:
    """Who plays together has neither places nor points of one's own."""
    said = evenhand("play", "miller_zoo", "--lineup", "random_legal,random_legal")
    assert said.out.endswith("The game is over.\n  The team loses.\n")


def test_one_seat_and_one_game_are_said_in_the_singular(evenhand: Evenhand, tmp_path: Path) -> None:
    """Whoever plays alone reads it in every heading."""
    assert "Miller Zoo, 1 seat, seed 0" in evenhand("play", "miller_zoo", "--seats", 1).out
    assert "\n1 game, seed 0" in evenhand("run", "miller_zoo", "--seats", 1, "--games", 1, "--out", "r").out
    assert evenhand("report", "r").code == 0
    text = (tmp_path / "r" / "report.md").read_text(encoding="utf-8")
    assert text.startswith("# Miller Zoo – Miller Zoo, 1 seat\n\n1 seat · 1 game")
    assert "1 seats" not in text
    assert "1 games" not in text


# Bench


@pytest.mark.parametrize("game", GAMES)
def test_bench_measures_every_seat_count_and_what_speed_rests_on(
    evenhand: Evenhand, monkeypatch: pytest.MonkeyPatch, game: str
) -> None:
    """The figures that a change of the engine is judged by; measured briefly here, so only their presence counts."""
    monkeypatch.setattr("experiments.bench.SECONDS", 0.02)
    monkeypatch.setattr("experiments.bench.FEW", 200)
    monkeypatch.setattr("experiments.bench.MANY", 400)
    monkeypatch.setattr("benchmarks.oracle.SECONDS", 0.02)
    monkeypatch.setattr("benchmarks.oracle.GAMES", 2)
    rows = json.loads(evenhand("bench", game, "--json").out)
    low, high = load_game(game).seats
    assert [row["seats"] for row in rows] == list(range(low, high + 1))
    assert all(row["games_per_s"] > 0 and row["ns_per_decision"] > 0 for row in rows)
    usual = next(row for row in rows if row["seats"] == usual_seats(load_game(game)))
    beside = {
        key: value for key, value in usual.items() if key not in ("game", "seats", "games_per_s", "ns_per_decision")
    }
    assert {"compiled_to_interpreted", "two_jobs_to_one", "compiled_to_oracle"} < beside.keys()
    assert beside["compiled_to_interpreted"] > 2
    assert beside["compiled_to_oracle"] > 2
    assert all(0 < value < 2_000 for key, value in beside.items() if key.startswith("peak_mib_"))


def test_memory_of_a_run_is_not_that_of_who_measures_it() -> None:
    """A process begins as a copy of the one that starts it, and the system counts that as memory it has had."""
    ballast = np.ones(1 << 30, np.uint8)
    peak = bench._peak_mib("miller_zoo", 10)
    assert peak is None or 50 < peak < ballast.nbytes >> 20


# Processes


def test_ctrl_c_keeps_what_is_there_and_says_how_to_go_on(tmp_path: Path) -> None:
    """The whole way: a signal from the terminal, exit code 130, the same command again, the same bytes."""
    command = ("run", "quo_vadis", "--games", 400_000, "--jobs", 2, "--out")
    running = start(*command, tmp_path / "r")
    deadline = time.monotonic() + 120
    while not list((tmp_path / "r").rglob("*.parquet")) and time.monotonic() < deadline:
        time.sleep(0.05)
    os.killpg(running.pid, signal.SIGINT)
    out, err = running.communicate(timeout=120)
    assert running.returncode == 130, err
    assert out == ""
    assert "Stopped:" in err
    assert "goes on from there" in err
    assert "Traceback" not in err
    there = {path: path.stat().st_mtime_ns for path in (tmp_path / "r").rglob("*.parquet")}
    assert 0 < len(there) < 32
    assert not list((tmp_path / "r").rglob("*.tmp"))
    assert not (tmp_path / "r" / ".lock").exists()


def test_a_closed_pipe_is_no_error_worth_a_word() -> None:
    """`evenhand games quo_vadis --tunables | head -1` is a thing people type."""
    command = f"{sys.executable} -m experiments.cli.main games quo_vadis --tunables | head -1"
    done = subprocess.run(("/bin/sh", "-c", command), cwd=ROOT, capture_output=True, text=True, check=False, timeout=60)
    assert done.stdout.startswith("key")
    assert done.stderr == ""


def test_an_answer_that_cannot_be_printed_is_exit_code_5() -> None:
    """A script that pipes into a full disk must not take half an answer for a whole one."""
    command = (sys.executable, "-m", "experiments.cli.main", "games")
    with Path("/dev/full").open("w", encoding="utf-8") as full:
        done = subprocess.run(
            command, cwd=ROOT, stdout=full, stderr=subprocess.PIPE, text=True, check=False, timeout=60
        )
    assert done.returncode == 5
    assert done.stderr == "evenhand: No space left on device.\n"


def test_a_full_disk_is_exit_code_5_and_loses_nothing_committed(tmp_path: Path) -> None:
    """A limit on the size of files stands in for the full disk: the write fails in the middle."""
    code = (
        "import resource, sys; resource.setrlimit(resource.RLIMIT_FSIZE, (60_000, 60_000))\n"
        "from experiments.cli.main import main; main()"
    )
    command = (sys.executable, "-c", code, "run", "quo_vadis", "--games", "40000", "--jobs", "1", "--out")
    done = subprocess.run(
        (*command, str(tmp_path / "r")),
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
        timeout=300,
    )
    assert done.returncode == 5, done.stderr
    assert "cannot be written: File too large" in done.stderr
    assert "Traceback" not in done.stderr
    assert not list((tmp_path / "r").rglob("*.tmp"))


def test_every_name_appears_in_any_locale(tmp_path: Path) -> None:
    """Paths with blanks and signs, output in an old encoding: no UnicodeEncodeError."""
    folder = tmp_path / "a b" / "Zoö🎲"
    running = start(
        "run", "quo_vadis", "--games", 20, "--out", folder,
        env={"PYTHONIOENCODING": "cp1252", "LC_ALL": "C"}, encoding="cp1252",
    )  # fmt: skip
    out, err = running.communicate(timeout=300)
    assert running.returncode == 0, err
    assert (folder / "manifest.json").exists()
    assert "results  " in out


# What-ifs


def test_a_what_if_says_what_the_change_does(evenhand: Evenhand) -> None:
    """Sentences first, then a table for each question, then where everything is."""
    said = evenhand("whatif", "quo_vadis", "--set", "tokens.V.count=20", "--games", 400, "--out", "w")
    assert said.code == 0
    assert "of 400 pairs of games go differently" in said.out
    assert "Which strategy wins?" in said.out
    assert "more games" in said.out
    assert "report   evenhand report w" in said.out
    assert evenhand("report", "w").code == 0
    assert Path("w/report.html").is_file()


COLUMNS = ["metric", "base", "variant", "difference", "lo", "hi", "n", "variance_reduction", "verdict"]


def test_a_what_if_gives_json_with_exactly_these_keys(evenhand: Evenhand) -> None:
    """Scripts rely on them."""
    said = evenhand("whatif", "zoo_vadis", "--strategy", "seat0=greedy", "--games", 80, "--out", "w", "--json")
    rows = json.loads(said.out)
    assert {tuple(row) for row in rows} == {tuple(COLUMNS)}
    assert {row["verdict"] for row in rows} <= {"material", "not material", "undecided"}
    assert "win share of Tiger" in {row["metric"] for row in rows}


def test_the_margin_decides_what_is_material(evenhand: Evenhand) -> None:
    """With a margin of everything nothing is; with none, what differs for sure is."""
    found = {}
    for margin in ("1", "0"):
        asked = ("--set", "tokens.V.count=20", "--games", 400, "--margin", margin, "--margin", f"mean={margin}")
        rows = json.loads(evenhand("whatif", "quo_vadis", *asked, "--out", f"w{margin}", "--json").out)
        found[margin] = {row["metric"] for row in rows if row["verdict"] == "material"}
    assert not found["1"]
    assert "laurels of a seat" in found["0"]


def test_runs_are_compared_by_their_games_where_these_are_pairs(evenhand: Evenhand) -> None:
    """Said with the reason; independent samples else."""
    for name, seed in (("a", 1), ("b", 1), ("c", 2)):
        setting = "tokens.V.count=8" if name == "b" else "tokens.V.count=6"
        evenhand("run", "quo_vadis", "--games", 400, "--seed", seed, "--set", setting, "--out", name)
    said = evenhand("compare", "a", "b")
    assert said.code == 0
    assert "pairs of games of the same number: same game, seed and seats" in said.out
    assert "tokens.V.count=8" in said.out
    assert "independent samples: their seeds are 1 and 2" in evenhand("compare", "a", "c").out
    rows = json.loads(evenhand("compare", "a", "b", "--json").out)
    assert {tuple(row) for row in rows} == {tuple(COLUMNS)}


def test_a_board_of_ones_own_is_played_everywhere(evenhand: Evenhand) -> None:
    """In run, play, validate and whatif; its manifest says so."""
    board = ROOT / "examples" / "short_board.toml"
    assert "west gate" in evenhand("play", "quo_vadis", "--seats", 3, "--data", board).out
    assert evenhand("run", "quo_vadis", "--data", board, "--games", 100, "--out", "own").code == 0
    assert json.loads(Path("own/manifest.json").read_text(encoding="utf-8"))["game"]["data"]["file"] == board.name
    changed = ("--set", "board.curia.size=1", "--games", 80, "--out", "w")
    assert "board.curia.size=1" in evenhand("whatif", "quo_vadis", "--data", board, *changed).out
    file = Path("exp.toml")
    cell = '[[cells]]\nid = "a"\nseats = 3\nsettings = { "board.curia.size" = 1 }\n'
    file.write_text(f'name = "exp"\ntitle = "Exp"\ngame = "quo_vadis"\ngames = 9\n{cell}', encoding="utf-8")
    assert evenhand("validate", file, "--data", board).code == 0
    assert evenhand("validate", file).code == 2


WRONG_WHATIFS: dict[str, tuple[tuple[object, ...], str]] = {
    "an unknown game": (("quo_vadi",), "Did you mean 'quo_vadis'?"),
    "a missing file": (("gone.toml",), "gone.toml: there is no such file"),
    "an experiment that is no what-if": (
        ("quo_vadis_demo.toml",),
        "there is no such file",
    ),
    "a misspelt tunable": (("quo_vadis", "--set", "tokens.V.cuont=8"), "Did you mean 'tokens.V.count'?"),
    "a value out of range": (("quo_vadis", "--set", "tokens.V.count=99"), "0 to 60 is allowed"),
    "an impossible board": (
        ("quo_vadis", "--set", "board.senate.size=9", "--set", "setup.senators=1"),
        "The Senate has 9",
    ),
    "a lineup for another game": (("quo_vadis", "--lineup", "merchant,racer,racer"), "No strategy 'merchant'"),
    "a misspelt animal": (("time_zoo", "--set", "animals.trexx.cost=2"), "Did you mean 'animals.trex.cost'?"),
    "an animal too dear": (("time_zoo", "--set", "animals.trex.cost=6"), "0 to 5 is allowed (default 3)"),
    "a row that takes the whole deck": (
        ("time_zoo", "--data", ROOT / "tests/cli/few_animals.toml"),
        "The animal deck has 5 cards and the row 5 places",
    ),
    "a lineup of laurels": (("time_zoo", "--lineup", "racer,racer"), "No strategy 'racer' for time_zoo"),
    "a misspelt resource": (("miller_zoo", "--set", "resources.jokr=4"), "Did you mean 'resources.joker'?"),
    "a storage too large": (("miller_zoo", "--set", "setup.storage=9"), "0 to 8 is allowed (default 3)"),
    "an animal for nothing": (
        ("miller_zoo", *(part for id in "THG" for part in ("--set", f"animals.A1.cost.{id}=0"))),
        "an animal costs one icon at least",
    ),
    "a lineup of points": (("miller_zoo", "--lineup", "set_collector,greedy"), "No strategy 'set_collector'"),
    "a board for a game with a deck": (
        ("time_zoo", "--data", ROOT / "examples/short_board.toml"),
        "unknown key. Here may stand: seats",
    ),
    "a shipped experiment that is no what-if": (("quo_vadis_demo",), "quo_vadis_demo asks for no what-if"),
    "an experiment with a change": (("zoo_vadis_abilities", "--set", "tokens.I.count=9"), "says its own settings"),
    "no change": (("quo_vadis", "--seats", 3), "Say what changes, with --set KEY=VALUE or --strategy"),
    "a place that is none": (("quo_vadis", "--strategy", "seat4=racer"), "Did you mean 'seat3'?"),
    "no place": (("quo_vadis", "--strategy", "racer"), "--strategy takes a place and a strategy"),
    "an unknown strategy": (("quo_vadis", "--strategy", "seat0=racr"), "Did you mean 'racer'?"),
    "a place twice": (("quo_vadis", "--strategy", "seat0=racer", "--strategy", "seat0=miser"), "is given twice"),
    "a margin of nothing": (("quo_vadis", "--margin", "shares=1"), "Did you mean 'share'?"),
    "a margin that is no number": (("quo_vadis", "--margin", "share=much"), "--margin takes"),
    "a margin below nothing": (("quo_vadis", "--margin", "-1"), "--margin share cannot be -1: 0 to 1 is allowed"),
    "data that are not there": (("quo_vadis", "--data", "gone.toml"), "gone.toml: there is no such file"),
}


@pytest.mark.parametrize(("asked", "message"), WRONG_WHATIFS.values(), ids=WRONG_WHATIFS.keys())
def test_a_wrong_what_if_is_one_message_and_nothing_is_written(
    evenhand: Evenhand, asked: tuple[object, ...], message: str
) -> None:
    """Exit code 2, the nearest name, no folder."""
    said = evenhand("whatif", *asked)
    assert said.code == 2
    assert message in said.err
    assert "Traceback" not in said.err
    assert list(Path().iterdir()) == []
