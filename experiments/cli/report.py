"""`evenhand report`: from a run directory to a page that says what was found."""

from __future__ import annotations

from pathlib import Path
from typing import Annotated

import typer

__all__ = ["command"]


def command(
    dir: Annotated[Path, typer.Argument(metavar="DIR", help="A run directory.")],
    show: Annotated[bool, typer.Option("--open", help="Open the report in the browser.")] = False,
) -> None:
    """Write the balance report of a run and print where it is.

    \b
      evenhand report runs/demo --open
    """
    from reports.build import build

    path = Path(build(dir))
    if show:
        import webbrowser

        webbrowser.open(path.absolute().as_uri())
    print(path)
