"""`evenhand play`: one game in words, move by move, the very game that a run plays under that id."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated, Any

import typer

from experiments.cli.shared import Data, Files, GameName, Lineup, Seats, Settings, say

__all__ = ["command"]


def command(
    game: GameName,
    seed: Annotated[int, typer.Option("--seed", min=0, help="As in the run.")] = 0,
    game_id: Annotated[int, typer.Option("--game-id", min=0, max=2**62, help="Which game of that seed.")] = 0,
    seats: Seats = None,
    lineup: Lineup = None,
    settings: Settings = None,
    files: Files = None,
    data: Data = None,
    boards: Annotated[bool, typer.Option("--boards", help="Show the table before each round.")] = False,
) -> None:
    """Tell one game, move by move, deals and all.

    \b
      evenhand play quo_vadis --seed 1
      evenhand play quo_vadis --seed 0 --game-id 4711 --lineup racer,greedy,greedy,greedy
    """
    from experiments.plans import make_plan, one_cell
    from reports.text import plural
    from sim.engine import trace
    from sim.errors import FailedGames
    from sim.registry import load_game
    from sim.runner import warm_up
    from sim.source import Source
    from sim.tunables import parse_settings

    one = load_game(game, data)
    asked = one_cell(game, seats, lineup, 1, seed, settings or [], data)
    changed = parse_settings(one.tunables, settings or [], game)
    plan = make_plan(asked, Source(), files=files or (), data=data, settings=changed)
    cell = plan.cells[0]
    warm_up(plan, say)
    told = trace(one, one.make_box(cell.seats, cell.settings), seed, game_id, cell.lineup)
    names = _names(told.names)
    print(f"{one.title}, {plural(cell.seats, 'seat')}, seed {seed}, game {game_id}")
    for seat, (name, spec) in enumerate(zip(names, told.names, strict=True)):
        print(f"  seat {seat}: {name}" + (f" ({spec})" if spec != name else ""))
    _tell(one, told, names, boards)
    if told.fault is not None:
        raise FailedGames(str(told.fault))


def _names(specs: Sequence[str]) -> list[str]:
    """Return what to call each seat: the strategy's name, with the seat where two have the same."""
    short = [spec.partition("(")[0] for spec in specs]
    return [f"{name} {seat}" if short.count(name) > 1 else name for seat, name in enumerate(short)]


def _tell(game: Any, told: Any, names: Sequence[str], boards: bool) -> None:
    """Print the table at the start, each decision under its turn, the table at the end, and the result."""
    turn = -1
    for step in told.steps:
        state = step.state
        if int(state.turn) != turn:
            turn = int(state.turn)
            if turn == 0 or (boards and turn % len(names) == 0):
                print(f"\n{game.board_text(told.box, state, names)}\n")
            print(f"Turn {turn + 1}")
        print(f"  {game.describe(told.box, state, step.action, names)}")
    print(f"\n{game.board_text(told.box, told.last, names)}\n")
    ends = {1: "The game is over.", 2: "The turn cap ends the game; nobody has won.", 3: "The game cannot go on."}
    print(ends[int(told.game.end)])
    if game.team:
        if int(told.game.end) == 1:
            print(f"  The team {'wins' if told.game.won else 'loses'}.")
        return
    order = sorted(range(len(names)), key=lambda seat: (int(told.seats[seat].rank), seat))
    for seat in order:
        row = told.seats[seat]
        place = f"{int(row.rank)}." if row.rank > 0 else "-"
        won = ", wins" if row.share else "" if row.qualified else ", not qualified"
        print(f"  {place} {names[seat]}: {int(row.score)} points{won}")
