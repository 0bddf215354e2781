"""`evenhand strategies`: who can sit at the table, what each thinks, and its weights."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.cli.shared import AsJson, Files, print_json

if TYPE_CHECKING:
    from sim.strategy import Strategy

__all__ = ["command"]


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game's.")] = None,
    files: Files = None,
    as_json: AsJson = False,
) -> None:
    """List the strategies, with their ideas and weights.

    \b
      evenhand strategies quo_vadis
    A strategy with weights of your own is written name(weight=number).
    """
    from sim.registry import GAMES
    from strategies.registry import strategies_for

    found = [each for name in ([game] if game else GAMES) for each in strategies_for(name, files or ()).values()]
    if as_json:
        print_json([_about(strategy) for strategy in found])
        return
    _print(found)


def _about(strategy: Strategy) -> dict[str, Any]:
    return {
        "name": strategy.name,
        "game": strategy.game,
        "title": strategy.title,
        "idea": strategy.idea,
        "origin": strategy.origin,
        "compiled": strategy.compiled,
        "weights": [
            {"name": each.name, "default": each.default, "range": [each.low, each.high], "says": each.says}
            for each in strategy.weights
        ],
    }


def _print(strategies: list[Strategy]) -> None:
    import textwrap

    for strategy in strategies:
        speed = "" if strategy.compiled else ", plain Python (slow)"
        origin = "" if strategy.origin == "shipped" else f" [{strategy.origin}]"
        print(f"{strategy.name}{origin} – {strategy.game}{speed}")
        print(textwrap.fill(strategy.idea, 100, initial_indent="  ", subsequent_indent="  "))
        for each in strategy.weights:
            head = f"    {each.name} = {each.default:g}  ({each.low:g} to {each.high:g})  "
            print(textwrap.fill(each.says, 100, initial_indent=head, subsequent_indent=" " * 8))
        print()
