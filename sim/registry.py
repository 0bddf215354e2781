"""Which games there are. A game is one folder under `sim/games` and one line here."""

from __future__ import annotations

from importlib import import_module

from sim.errors import unknown
from sim.game import Game

__all__ = ["GAMES", "load_game"]

GAMES = ("quo_vadis", "zoo_vadis", "miller_zoo")


def load_game(name: str) -> Game:
    """Return the game of that name. Raises BadInput, with the nearest name, when there is none."""
    if name not in GAMES:
        raise unknown("game", name, GAMES)
    game: Game = import_module(f"sim.games.{name}.game").GAME
    return game
