"""A line on the terminal while a run is made: how far, how fast, who wins so far. Silent where nobody looks."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

from experiments.cli.shared import say

if TYPE_CHECKING:
    from sim.plan import Plan
    from sim.runner import Progress

__all__ = ["shown"]

STRATEGIES_TOLD = 4
BEFORE_STANDING = 48  # characters of a line for games, pace and time: what is cut in a narrow terminal is who wins

Watch = Callable[["Progress"], None]
Say = Callable[[str], None]


@contextmanager
def shown(plan: Plan, dir: Path) -> Iterator[tuple[Watch, Say]]:
    """Give the two functions that the runner calls: one after each part, one with a line of text."""
    if not sys.stderr.isatty():
        yield lambda progress: None, say
        return
    from rich.console import Console
    from rich.progress import Progress as Bar
    from rich.progress import TextColumn, TimeRemainingColumn
    from rich.table import Column

    console = Console(stderr=True)
    console.print(f"{plan.title}: {plan.games:,} games into {dir}", highlight=False, markup=False)
    columns = (
        TextColumn("{task.percentage:>3.0f} %  {task.completed:,.0f} games"),
        TextColumn("{task.fields[pace]}"),
        TimeRemainingColumn(compact=True),
        TextColumn(
            "{task.fields[standing]}",
            markup=False,
            table_column=Column(no_wrap=True, max_width=max(1, console.width - BEFORE_STANDING)),
        ),
    )
    with Bar(*columns, console=console, transient=True) as bar:
        task = bar.add_task("", total=plan.games, pace="", standing="")

        def watch(progress: Progress) -> None:
            pace = f"{progress.played / progress.seconds:,.0f}/s" if progress.seconds > 0 else ""
            bar.update(task, completed=progress.done, pace=pace, standing=_standing(plan, progress))

        yield watch, lambda text: console.print(text, highlight=False, markup=False)


def _standing(plan: Plan, progress: Progress) -> str:
    """Return who wins so far in the cell that is being played."""
    from experiments.summary import plus_minus, standings

    rows = standings(progress.cell, progress.tally, plan.game.team)[:STRATEGIES_TOLD]
    where = f"{progress.cell.id}: " if len(plan.cells) > 1 else ""
    return where + ", ".join(f"{row['strategy']} {plus_minus(row)}" for row in rows)
