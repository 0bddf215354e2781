"""The command `evenhand`: which commands there are, and what happens when one goes wrong.

Importing a module of this package loads typer and nothing else that takes time; a command loads what it needs when it
runs.
"""

from __future__ import annotations

import sys
from typing import Annotated

import typer

from experiments.cli import bench, compare, digest, games, play, report, run, strategies, validate, whatif

__all__ = ["app", "main"]

HELP = """Balance analysis of board games: play a game by the million, see who wins and why.

\b
  evenhand run quo_vadis_demo --out runs/demo     a million games, then
  evenhand report runs/demo                       what they say
  evenhand whatif quo_vadis --set tokens.V.count=8
                                                  what would a change do?
  evenhand play quo_vadis --seed 1                one game, move by move

\b
Exit codes: 0 all is well, 2 bad input, 3 a strategy failed in some games,
4 a run directory is damaged, 5 results cannot be written,
130 stopped by Ctrl-C, 143 by SIGTERM, 1 anything else.
"""

app = typer.Typer(
    name="evenhand",
    help=HELP,
    rich_markup_mode=None,
    pretty_exceptions_enable=False,
    no_args_is_help=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
for command in (run, whatif, compare, report, play, games, strategies, validate, digest, bench):
    app.command(command.__name__.rpartition(".")[2])(command.command)

_debug = False


def _say_versions(asked: bool) -> None:
    """Print the version of evenhand and the version of each game's rules."""
    if not asked:
        return
    from sim.registry import GAMES, load_game
    from sim.results import engine_version

    print(f"evenhand {engine_version()}")
    for game in map(load_game, GAMES):
        print(f"rules of {game.name}: version {game.rules_version}")
    raise typer.Exit


@app.callback()
def options(
    version: Annotated[
        bool,
        typer.Option("--version", callback=_say_versions, is_eager=True, help="Say the versions, of the rules too."),
    ] = False,
    debug: Annotated[bool, typer.Option("--debug", help="Show the traceback of an error.")] = False,
) -> None:
    """Take what holds for all commands."""
    global _debug
    _debug = debug


def main() -> None:
    """Run the command line; an error is one message on stderr and an exit code."""
    for stream in (sys.stdout, sys.stderr):
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    from sim.errors import EvenhandError, OutputError

    try:
        app()
    except EvenhandError as error:
        if _debug:
            raise
        print(f"evenhand: {error}", file=sys.stderr)
        sys.exit(error.exit_code)
    except OSError as error:
        if _debug:
            raise
        where = f"{error.filename}: " if error.filename else ""
        print(f"evenhand: {where}{error.strerror}.", file=sys.stderr)
        sys.exit(OutputError.exit_code)
    except Exception as error:
        if _debug:
            raise
        what = f"{type(error).__name__}: {error}"
        print(f"evenhand: this is a mistake in evenhand: {what} (evenhand --debug … shows where)", file=sys.stderr)
        sys.exit(1)


if __name__ == "__main__":
    main()
