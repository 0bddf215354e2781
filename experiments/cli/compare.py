"""`evenhand compare`: two runs beside each other, game by game where their games are pairs."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

from experiments.cli.shared import AsJson, Margin, print_json, say

__all__ = ["command"]


def command(
    run_a: Annotated[Path, typer.Argument(metavar="RUN_A", help="The run directory to compare with: the base.")],
    run_b: Annotated[Path, typer.Argument(metavar="RUN_B", help="The other run directory: the variant.")],
    margin: Margin = None,
    as_json: AsJson = False,
) -> None:
    """Say what is different about the second run.

    \b
      evenhand compare runs/as_it_is runs/more_fives

    Games of one number are pairs if game, seed and number of seats are the
    same in both runs; else the runs are compared as independent samples. Which
    it is, and why, is said.
    """
    from experiments import whatif

    frame, notes = whatif.compare(run_a, run_b, whatif.margins_of(margin or []))
    if as_json:
        for note in notes:
            say(note)
        print_json(whatif.rows(frame))
        return
    print("\n".join([*notes, "", whatif.text(frame)]))
