"""What several commands take and say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any

import typer

if TYPE_CHECKING:
    from sim.plan import Plan

__all__ = [
    "AsJson",
    "Data",
    "Files",
    "GameName",
    "Jobs",
    "Lineup",
    "Margin",
    "Out",
    "Seats",
    "Settings",
    "new_folder",
    "print_json",
    "print_rows",
    "say",
]

RUNS = Path("runs")

GameName = Annotated[
    str, typer.Argument(metavar="GAME", help="A game, such as quo_vadis; `evenhand games` lists them.")
]
Seats = Annotated[int | None, typer.Option("--seats", min=1, help="How many seats; 4 if the game has that many.")]
Lineup = Annotated[
    str | None,
    typer.Option(
        "--lineup",
        metavar="A,B,…",
        help="One strategy for each seat, weights in brackets: greedy,racer(price=2),… Without it, the usual ones.",
    ),
]
Settings = Annotated[
    list[str] | None,
    typer.Option(
        "--set",
        metavar="KEY=VALUE",
        help="Change a number or ruling; may be given again. `evenhand games GAME --tunables` lists them.",
    ),
]
Files = Annotated[
    list[Path] | None,
    typer.Option(
        "--strategy-file", metavar="FILE", help="A Python file with strategies of your own; may be given again."
    ),
]
Data = Annotated[
    Path | None,
    typer.Option(
        "--data", metavar="FILE", help="A board or deck of your own: a TOML file with the tables of the shipped one."
    ),
]
Out = Annotated[Path | None, typer.Option("--out", metavar="DIR", help="Where the results go; a new folder in runs/.")]
Jobs = Annotated[int | None, typer.Option("--jobs", "-j", min=1, help="Workers; one for each core.")]
Margin = Annotated[
    list[str] | None,
    typer.Option(
        "--margin",
        metavar="KIND=SIZE",
        help="What would matter: share=0.02 (of the games) and mean=0.05 (of the base) unless given here.",
    ),
]
AsJson = Annotated[bool, typer.Option("--json", help="Print JSON.")]


def say(text: str) -> None:
    """Tell something that is not the answer."""
    print(text, file=sys.stderr, flush=True)


def print_json(content: Any) -> None:
    """Print the answer as JSON."""
    import json

    print(json.dumps(content, indent=1, ensure_ascii=False, allow_nan=False))


def print_rows(rows: Sequence[Sequence[str]]) -> None:
    """Print rows in aligned columns."""
    widths = [max(map(len, column)) for column in zip(*rows, strict=True)]
    for row in rows:
        print("  ".join(text.ljust(width) for text, width in zip(row, widths, strict=True)).rstrip())


def new_folder(plan: Plan) -> Path:
    """Return a folder in runs/ that is new, or holds this very run, perhaps unfinished."""
    from sim.plan import difference, manifest_of
    from sim.results import MANIFEST, read_manifest

    seats = f"-{plan.cells[0].seats}-seats" if plan.name == plan.game.name else ""
    name = f"{plan.name}{seats}-seed-{plan.seed}"
    number, folder = 1, RUNS / name
    while folder.exists():
        if (folder / MANIFEST).exists() and not difference(read_manifest(folder), manifest_of(plan)):
            return folder
        number, folder = number + 1, RUNS / f"{name}-{number + 1}"
    return folder
