"""`evenhand run`: play an experiment, or a what-if given on the command line, into a run directory."""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from experiments.cli.shared import AsJson, Data, Files, Jobs, Lineup, Out, Seats, Settings, new_folder, print_json

if TYPE_CHECKING:
    from sim.plan import Plan

__all__ = ["command"]

GAMES = 100_000


def command(
    experiment: Annotated[
        str | None, typer.Argument(metavar="[EXPERIMENT]", help="A TOML file, the name of a shipped one, or a game.")
    ] = None,
    game: Annotated[str | None, typer.Option("--game", help="Play this game without an experiment file.")] = None,
    seats: Seats = None,
    lineup: Lineup = None,
    games: Annotated[
        int | None,
        typer.Option("--games", min=1, help=f"How many games (of each cell); {GAMES:,} without an experiment."),
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="0, or what the experiment says.")] = None,
    settings: Settings = None,
    files: Files = None,
    data: Data = None,
    out: Out = None,
    jobs: Jobs = None,
    backend: Annotated[
        str | None,
        typer.Option("--backend", help="threading, loky (processes), sequential or dask; chosen by the strategies."),
    ] = None,
    batch: Annotated[int | None, typer.Option("--batch", min=1, help="Games in one call of the engine.")] = None,
    as_json: AsJson = False,
) -> None:
    """Play an experiment and say what came out.

    \b
      evenhand run quo_vadis_seat_balance
      evenhand run my_question.toml --games 20000 --out runs/mine
      evenhand run --game quo_vadis --seats 3 --set tokens.V.count=8

    The same seed gives the same results whatever --jobs, --backend and
    --batch. A run that was stopped goes on when the same command is given
    again with the same --out.
    """
    from experiments.cli.progress import shown
    from experiments.summary import summarise, summary_text
    from sim.runner import DEFAULT_BATCH, run

    plan = _plan(experiment, game, seats, lineup, games, seed, settings or [], files or [], data)
    dir = out or new_folder(plan)
    with shown(plan, dir) as (watch, say):
        outcome = run(plan, dir, jobs=jobs, backend=backend, batch=batch or DEFAULT_BATCH, watch=watch, say=say)
    summary = summarise(outcome, dir)
    if as_json:
        print_json(summary)
    else:
        print(summary_text(summary))
    outcome.raise_for_failed()


def _plan(
    experiment: str | None,
    game: str | None,
    seats: int | None,
    lineup: str | None,
    games: int | None,
    seed: int | None,
    settings: list[str],
    files: list[Path],
    data: Path | None,
) -> Plan:
    """Return what the command line asks for."""
    from experiments.plans import make_plan, one_cell
    from experiments.shipped import find_experiment
    from experiments.spec import read_experiment
    from sim import registry
    from sim.errors import BadInput
    from sim.source import Source
    from sim.tunables import parse_settings

    if experiment in registry.GAMES:
        experiment, game = None, experiment
    if (experiment is None) == (game is None):
        raise BadInput("Give an experiment or --game, one of the two, such as: evenhand run --game quo_vadis")
    if experiment is not None:
        if seats is not None or lineup is not None:
            raise BadInput("--seats and --lineup go with --game; an experiment says its own.")
        asked, source = read_experiment(find_experiment(experiment))
    else:
        asked, source = one_cell(game or "", seats, lineup, games or GAMES, seed or 0, settings, data), Source()
    changed = parse_settings(registry.load_game(asked.game, data).tunables, settings, asked.game)
    return make_plan(asked, source, files=files, data=data, games=games, seed=seed, settings=changed)
