"""`evenhand games`: which games there are, and every number and ruling of one that can be changed."""

from __future__ import annotations

from typing import TYPE_CHECKING, Annotated, Any

import typer

from experiments.cli.shared import AsJson, Data, print_json, print_rows

if TYPE_CHECKING:
    from sim.game import Game
    from sim.tunables import Tunable

__all__ = ["command"]


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Say more about this game.")] = None,
    tunables: Annotated[bool, typer.Option("--tunables", help="List what --set can change.")] = False,
    data: Data = None,
    as_json: AsJson = False,
) -> None:
    """List the games, or tell about one.

    \b
      evenhand games quo_vadis --tunables    what --set can change
    """
    from sim.errors import BadInput
    from sim.registry import GAMES, load_game

    if game is None and (tunables or data):
        raise BadInput("--tunables needs a game, and so does --data, such as evenhand games quo_vadis --tunables.")
    if game is None:
        found = [load_game(name) for name in GAMES]
        if as_json:
            print_json([_about(each) for each in found])
        else:
            print_rows([("game", "title", "seats"), *((each.name, each.title, _seats(each)) for each in found)])
        return
    one = load_game(game, data)
    if tunables and as_json:
        print_json([_row(tunable) for tunable in one.tunables])
    elif tunables:
        _print_tunables(one)
    elif as_json:
        print_json(_about(one) | {"rulings": [dict(ruling) for ruling in one.rulings]})
    else:
        _print_game(one)


def _seats(game: Game) -> str:
    return f"{game.seats[0]} to {game.seats[1]}"


def _about(game: Game) -> dict[str, Any]:
    return {"name": game.name, "title": game.title, "seats": list(game.seats), "rules_version": game.rules_version}


def _row(tunable: Tunable) -> dict[str, Any]:
    """Return a tunable as JSON has it; `range` is lowest and highest, or all that is allowed."""
    allowed: list[Any] = [False, True] if isinstance(tunable.default, bool) else [tunable.low, tunable.high]
    return {
        "key": tunable.key,
        "default": tunable.default,
        "unit": tunable.unit,
        "range": list(tunable.choices) or allowed,
        "source": tunable.source,
        "where": tunable.where,
        "says": tunable.says,
    }


def _print_tunables(game: Game) -> None:
    rows = [("key", "default", "allowed", "unit", "source", "meaning")]
    for tunable in game.tunables:
        default = str(tunable.default).lower() if isinstance(tunable.default, bool) else str(tunable.default)
        rows.append((tunable.key, default, tunable.allowed, tunable.unit, tunable.source, tunable.says))
    print_rows(rows)


def _print_game(game: Game) -> None:
    import textwrap

    print(f"{game.title} ({game.name}), {_seats(game)} seats, rules version {game.rules_version}")
    print("\nOur answers where the rulebook is silent:")
    for ruling in game.rulings:
        print(textwrap.fill(ruling["says"], 100, initial_indent=f"  {ruling['id']:<5} ", subsequent_indent=" " * 8))
    print(f"\n{len(game.tunables)} numbers and rulings can be changed: evenhand games {game.name} --tunables")
    print(f"Who can sit at the table: evenhand strategies {game.name}")
