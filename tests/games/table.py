"""One game of any kind under the production rules, for a test to set up and to move by hand."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np

from sim.game import Game
from tests.games.recorder import records

__all__ = ["AnyTable"]


class AnyTable:
    """A game as it is dealt. Each game's own `Table` adds words to set it up and to look at it.

    plain: makes of ACTION records what the game's oracle calls actions, the kind first.
    """

    def __init__(
        self,
        game: Game,
        boxes: np.ndarray,
        plain: Callable[[np.ndarray, int], list[Any]],
        *,
        seed: int = 0,
        game_id: int = 0,
    ) -> None:
        self._game, self._plain = game, plain
        self.box = records(boxes)[0]
        self.n_seats = int(self.box.n_seats)
        self._chances, self._states = records(np.zeros(1, game.CHANCE)), records(np.zeros(1, game.STATE))
        self.chance, self.state = self._chances[0], self._states[0]
        self._actions = records(np.zeros(game.max_actions, game.ACTION))
        game.deal(self.box, self.n_seats, np.uint64(seed), game_id, self.chance, self.state)

    def legal(self) -> list[Any]:
        """Return what may be done, as the oracle's actions."""
        n = self._game.legal(self.box, self.state, self._actions)
        return self._plain(self._actions[:n], self.n_seats)

    def kinds(self) -> set[int]:
        """Return the kinds of action that are legal."""
        return {action[0] for action in self.legal()}

    def do(self, *chosen: Any) -> None:
        """Carry out actions one after the other; each must be legal."""
        for action in chosen:
            options = self.legal()
            assert action in options, f"{action} is not among {options}"
            self._game.apply(self.box, self.chance, self.state, self._actions[options.index(action)])

    def view(self, seat: int) -> Any:
        """Return what a seat may see."""
        views = self._states.copy()
        self._game.hide(self.box, views[0], seat)
        return views[0]

    def results(self) -> tuple[Any, Any]:
        """Return the game's row and the seats' rows of the outcome."""
        games = records(np.zeros(1, self._game.GAME_ROW))
        seats = records(np.zeros(self.n_seats, self._game.SEAT_ROW))
        self._game.score(self.box, self.state, games[0], seats)
        return games[0], seats
