"""`evenhand whatif`: a game as it is beside the game with something changed, on the same shuffles."""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli.shared import (
    AsJson,
    Data,
    Files,
    Jobs,
    Lineup,
    Margin,
    Out,
    Seats,
    Settings,
    new_folder,
    print_json,
)

__all__ = ["command"]


def command(
    asked: Annotated[
        str, typer.Argument(metavar="GAME", help="A game, or an experiment with a [base] and [[variant]]s.")
    ],
    settings: Settings = None,
    strategies: Annotated[
        list[str] | None,
        typer.Option(
            "--strategy",
            metavar="seat0=STRATEGY",
            help="Put another strategy in a place of the lineup: seat0 is its first, wherever it sits; may be given "
            "again.",
        ),
    ] = None,
    lineup: Lineup = None,
    seats: Seats = None,
    games: Annotated[
        int | None, typer.Option("--games", min=1, help="How many games of each side; 20,000 if not said.")
    ] = None,
    seed: Annotated[int | None, typer.Option("--seed", min=0, help="0, or what the file says.")] = None,
    margin: Margin = None,
    files: Files = None,
    data: Data = None,
    out: Out = None,
    jobs: Jobs = None,
    as_json: AsJson = False,
) -> None:
    """Play a game with and without a change, and say what the change does.

    \b
      evenhand whatif quo_vadis --set tokens.V.count=8
      evenhand whatif quo_vadis --strategy "seat0=racer(price=2)"
      evenhand whatif my_question.toml --games 50000

    Both sides play the same shuffles with the same seating, game by game, so
    that only the change makes a difference. What is set and seated here is
    the change; --lineup and --seats are of both sides. Seats are rotated: a
    strategy is named by its place in the lineup, not by a chair.
    """
    from experiments import whatif
    from experiments.cli.progress import shown
    from sim.errors import BadInput
    from sim.registry import GAMES
    from sim.runner import run
    from sim.tunables import parse_settings

    changed = parse_settings(whatif.game_of(asked, data).tunables, settings, asked) if settings else {}
    plan = whatif.make(
        asked,
        changed,
        strategies=whatif.places_of(strategies or []),
        lineup=lineup,
        seats=seats,
        games=games,
        seed=seed,
        margins=whatif.margins_of(margin or []),
        files=files or [],
        data=data,
    )
    if asked in GAMES and not (settings or strategies):
        raise BadInput("Say what changes, with --set KEY=VALUE or --strategy seat0=STRATEGY.")
    dir = out or new_folder(plan)
    with shown(plan, dir) as (watch, say):
        outcome = run(plan, dir, jobs=jobs, watch=watch, say=say)
    frame = whatif.answer(dir)
    if as_json:
        print_json(whatif.rows(frame))
    else:
        print(whatif.text(frame))
        print(f"\nresults  {dir}\nreport   evenhand report {dir}")
    outcome.raise_for_failed()
