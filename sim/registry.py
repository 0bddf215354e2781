"""Which games there are. A game is one folder under `sim/games` and one line here."""

from __future__ import annotations

from importlib import import_module
from pathlib import Path

from sim.errors import BadInput, unknown
from sim.game import Game
from sim.source import Source, read_source

__all__ = ["GAMES", "load_game"]

GAMES = ("quo_vadis", "zoo_vadis", "time_zoo", "miller_zoo")


def load_game(name: str, data: Path | Source | None = None) -> Game:
    """Return the game of that name; with `data`, on a board or with a deck of the user's own.

    Raises BadInput, with the nearest name, when there is none, and for data that it cannot be played with.
    """
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    game: Game = import_module(f"sim.games.{name}.game").GAME
    if data is None:
        return game
    if game.with_data is None:
        raise BadInput(f"{game.title} cannot be played with data of your own.")
    return game.with_data(data if isinstance(data, Source) else read_source(data)[0])
