"""`evenhand digest`: one number for all rows of a run, to compare two runs by."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["command"]


def command(
    dir: Annotated[Path, typer.Argument(metavar="DIR", help="A run directory.")],
) -> None:
    """Check a run against its manifest and print the SHA-256 of its rows.

    It is the same for every number of workers, and for every way of cutting a run into parts.
    """
    from sim.results import digest

    print(digest(dir))
