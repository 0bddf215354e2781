"""`evenhand validate`: is an experiment file right, and how much is it?"""

from __future__ import annotations

from typing import Annotated

import typer

from experiments.cli.shared import Data, Files

__all__ = ["command"]


def command(
    file: Annotated[str, typer.Argument(metavar="FILE", help="An experiment file, or the name of a shipped one.")],
    files: Files = None,
    data: Data = None,
) -> None:
    """Check an experiment file without playing: form, settings, seats, strategies.

    \b
      evenhand validate my_question.toml
    """
    from experiments.plans import make_plan
    from experiments.shipped import find_experiment
    from experiments.spec import read_experiment
    from reports.text import setting

    path = find_experiment(file)
    experiment, source = read_experiment(path)
    plan = make_plan(experiment, source, files=files or (), data=data)
    cells = "1 cell" if len(plan.cells) == 1 else f"{len(plan.cells)} cells"
    print(f"{path} is right: {plan.title}")
    for cell in plan.cells[:20]:
        changed = "".join(f", {setting(key, value)}" for key, value in cell.settings.items())
        print(f"  {cell.id}: {', '.join(seated.spec for seated in cell.lineup)}{changed}; {cell.games:,} games")
    if len(plan.cells) > 20:
        print(f"  … and {len(plan.cells) - 20} more cells")
    print(f"{cells}, {plan.games:,} games of {plan.game.title}, seed {plan.seed}")
