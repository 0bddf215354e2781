"""What several commands take and say."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Annotated, Any

import typer

__all__ = ["AsJson", "Files", "GameName", "Lineup", "Seats", "Settings", "print_json", "print_rows", "say"]

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
