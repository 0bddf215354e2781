"""How many times faster are the compiled rules than the slow, obviously right referee of the tests?

Both replay the same games: the legal actions and the effect of every decision, and the outcome. What strategies think
is in neither time.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from importlib import import_module
from typing import Any

import numpy as np

from sim.compiled import njit
from sim.engine import trace
from sim.game import Game
from sim.registry import load_game
from sim.strategy import Seated

__all__ = ["ratio"]

GAMES = 50
SECONDS = 2.0  # for the compiled rules
SEATS = 4


def ratio(name: str) -> float:
    """Return how many of a game's compiled replays, on one core, fit into one by its referee.

    The games are those of the default lineup, `GAMES` of them; recording them is not counted.
    """
    from strategies.registry import default_lineup, seat_spec

    lineup = [seat_spec(name, spec) for spec in default_lineup(name, SEATS)]
    game = load_game(name)
    return _referee(name, lineup) / _compiled(game, lineup)


def _referee(name: str, lineup: list[Seated]) -> float:
    """Return the seconds that the referee needs for a game."""
    play: Any = import_module(f"tests.games.{name}.play")
    recorder = play.recorder(SEATS, {})
    spent = 0.0
    for game_id in range(GAMES):
        record = recorder.strategies(0, game_id, lineup)
        began = time.perf_counter()
        referee = play.referee(record, SEATS, {}, game_id)
        for action in record.chosen:
            referee.legal()
            referee.apply(action)
        referee.game_row()
        spent += time.perf_counter() - began
    return spent / GAMES


def _compiled(game: Game, lineup: list[Seated]) -> float:
    """Return the seconds that the compiled rules need for a game."""
    box = game.make_box(SEATS, {})
    traces = [trace(game, box, 0, game_id, lineup) for game_id in range(GAMES)]
    chosen = np.array([step.action for each in traces for step in each.steps], game.ACTION)
    ends = np.cumsum([len(each.steps) for each in traces])
    replay = _replay(game)
    records = [np.zeros(n, kind) for n, kind in ((1, game.CHANCE), (1, game.STATE), (game.max_actions, game.ACTION))]
    rows = [np.zeros(1, game.GAME_ROW), np.zeros(SEATS, game.SEAT_ROW)]
    rounds, spent = 1, 0.0
    replay(box[0], SEATS, *records, chosen, ends, *rows, rounds)
    while spent < SECONDS / 2:
        rounds *= 2
        began = time.perf_counter()
        replay(box[0], SEATS, *records, chosen, ends, *rows, rounds)
        spent = time.perf_counter() - began
    return spent / (rounds * GAMES)


def _replay(game: Game) -> Callable[..., Any]:
    """Return the compiled loop that replays recorded decisions, as often as it is told."""
    deal, legal, apply, score = game.deal, game.legal, game.apply, game.score

    @njit(cached=False)
    def replay(box, n_seats, chances, states, actions, chosen, ends, games, seats, rounds):  # type: ignore[no-untyped-def]
        state = states[0]
        for _ in range(rounds):
            at = 0
            for game_id in range(len(ends)):
                deal(box, n_seats, np.uint64(0), game_id, chances[0], state)
                while at < ends[game_id]:
                    legal(box, state, actions)
                    apply(box, chances[0], state, chosen[at])
                    at += 1
                score(box, state, games[0], seats)

    loop: Callable[..., Any] = replay
    return loop
