"""How fast is the slow, obviously right referee of the tests? The compiled engine is measured against it."""

from __future__ import annotations

import time
from importlib import import_module
from typing import Any

__all__ = ["games_per_second"]

SECONDS = 3.0
SEATS = 4


def games_per_second(game: str) -> float:
    """Return how many games a second a game's referee replays: legal actions and effect of every decision.

    The games are those of the default lineup; recording them is not counted.
    """
    play: Any = import_module(f"tests.games.{game}.play")
    from strategies.registry import default_lineup, seat_spec

    lineup = [seat_spec(game, spec) for spec in default_lineup(game, SEATS)]
    recorder = play.recorder(SEATS, {})
    spent, games = 0.0, 0
    while spent < SECONDS:
        record = recorder.strategies(0, games, lineup)
        began = time.perf_counter()
        referee = play.referee(record, SEATS, {}, games)
        for action in record.chosen:
            referee.legal()
            referee.apply(action)
        referee.game_row()
        spent += time.perf_counter() - began
        games += 1
    return games / spent
