"""Play games of any kind at random, and look in every state of them for an invariant that does not hold.

What must hold is each game's own business: compiled functions that return the number of what is broken, 0 for nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from sim.compiled import njit
from sim.game import Game
from tests.games.recorder import records, seen

__all__ = ["assert_none_broken", "compiled_check"]


@njit(cached=False)
def _any_list(actions, n):
    """Return 0: nothing is said of legal lists."""
    return 0


def compiled_check(
    game: Game,
    choose: Callable[..., Any],
    broken: Sequence[str],
    broken_state: Callable[..., Any],
    broken_step: Callable[..., Any],
    broken_end: Callable[..., Any],
    broken_list: Callable[..., Any] = _any_list,
) -> Callable[..., Any]:
    """Return what plays games with `choose`, and notes the first invariant broken: its number, game and decision.

    broken: what each number says; the functions get (box, chance, state), (box, state before, state),
    (box, state, game_row, seat_rows) and (actions, n).
    """
    deal, legal, apply, score = game.deal, game.legal, game.apply, game.score
    nothing_legal, not_counted = broken.index("nothing is legal"), broken.index("a decision is not counted")

    @njit(cached=False)
    def check(box, n_seats, seed, first, n_games, manner, chances, states, actions, game_rows, seat_rows, found):
        state = states[0]
        before = states[1]
        for game_id in range(first, first + n_games):
            deal(box, n_seats, seed, game_id, chances[0], state)
            wrong = broken_state(box, chances[0], state)
            while state.end == 0 and not wrong:
                n = legal(box, state, actions)
                wrong = broken_list(actions, n) if n >= 1 else nothing_legal
                if wrong:
                    break
                states[1] = states[0]
                apply(box, chances[0], state, actions[choose(seed, game_id, manner, state, actions, n)])
                if state.decision != before.decision + 1:
                    wrong = not_counted
                    break
                wrong = broken_state(box, chances[0], state)
                if not wrong:
                    wrong = broken_step(box, before, state)
            if not wrong:
                score(box, state, game_rows[0], seat_rows)
                wrong = broken_end(box, state, game_rows[0], seat_rows)
            if wrong:
                found[0] = wrong
                found[1] = game_id
                found[2] = state.decision
                return

    return check


def assert_none_broken(
    game: Game,
    check: Callable[..., Any],
    boxes: np.ndarray,
    seed: int,
    spans: Sequence[tuple[int, int, int]],
    broken: Sequence[str],
) -> None:
    """Play random games and assert that no invariant is broken in any state of them.

    check: plays games and fills in the number of the first invariant broken, 0 for none, with game id and decision;
    spans: first game id, games, manner of playing; broken: what each number says.
    """
    box = records(boxes)[0]
    n_seats = int(box.n_seats)
    arrays = seen(
        np.zeros(1, game.CHANCE),
        np.zeros(2, game.STATE),
        np.zeros(game.max_actions, game.ACTION),
        np.zeros(1, game.GAME_ROW),
        np.zeros(n_seats, game.SEAT_ROW),
    )
    found = np.zeros(3, np.int64)
    for first, games, manner in spans:
        check(box, n_seats, np.uint64(seed), first, games, manner, *arrays, found)
        number, game_id, decision = found.tolist()
        assert not number, f"game {game_id}, decision {decision}: {broken[number]}"
