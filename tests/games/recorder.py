"""Record games at the level of the rules: every state, every list of legal actions and every choice.

For any game: the recorder is given the game, what plays it at random, and how its actions look as plain tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from sim.compiled import DISABLED, njit
from sim.engine import trace
from sim.game import Game

__all__ = ["Loops", "Record", "Recorder", "assert_none_broken", "compiled_loops", "records", "seen"]


def records(array: np.ndarray) -> Any:
    """Return an array whose records can be read and written by attribute, in plain Python."""
    return array.view(np.recarray)


def seen(*arrays: np.ndarray) -> list[np.ndarray]:
    """Return arrays as the compiled code, or where nothing is compiled plain Python, wants to see them."""
    return [records(array) for array in arrays] if DISABLED else list(arrays)


def assert_none_broken(
    game: Game,
    check: Callable[..., Any],
    boxes: np.ndarray,
    seed: int,
    spans: Sequence[tuple[int, int, int]],
    broken: Mapping[int, str] | Sequence[str],
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


@dataclass(frozen=True)
class Loops:
    """What `Recorder` runs: `play` logs one game at random, `relist` the legal actions in each of some states."""

    play: Callable[..., Any]
    relist: Callable[..., Any]


def compiled_loops(game: Game, choose: Callable[..., Any]) -> Loops:
    """Return the loops of a game. `choose(seed, game_id, manner, state, actions, n)`, compiled, plays at random."""
    deal, legal, apply = game.deal, game.legal, game.apply

    @njit(cached=False)
    def play(
        box, n_seats, seed, game_id, manner, chances, states, actions, log_states, log_legal, log_ends, log_chosen
    ):
        state = states[0]
        deal(box, n_seats, seed, game_id, chances[0], state)
        t = 0
        end = 0
        while state.end == 0:
            log_states[t] = states[0]
            n = legal(box, state, actions)
            for i in range(n):
                log_legal[end + i] = actions[i]
            end += n
            log_ends[t] = end
            log_chosen[t] = choose(seed, game_id, manner, state, actions, n)
            apply(box, chances[0], state, actions[log_chosen[t]])
            t += 1
        log_states[t] = states[0]
        return t

    @njit(cached=False)
    def relist(box, states, actions, log_legal, log_ends):
        end = 0
        for t in range(len(states)):
            n = legal(box, states[t], actions)
            for i in range(n):
                log_legal[end + i] = actions[i]
            end += n
            log_ends[t] = end

    return Loops(play, relist)


@dataclass(frozen=True)
class Record:
    """One game: T decisions, T + 1 states, and for each decision the legal actions and the one chosen."""

    chance: Any
    states: np.ndarray
    legal: list[list[tuple[Any, ...]]]
    chosen: list[tuple[Any, ...]]
    game_row: Any
    seat_rows: Any


class Recorder:
    """Records games of one box. A record's states are good until the next one is made."""

    def __init__(
        self,
        game: Game,
        boxes: np.ndarray,
        loops: Loops,
        plain: Callable[[np.ndarray, int], list[tuple[Any, ...]]],
        most: int = 20_000,
        width: int = 20,
    ) -> None:
        self.game, self.boxes, self.loops, self.plain = game, boxes, loops, plain
        self.box = records(boxes)[0]
        self.n_seats = int(self.box.n_seats)
        self.chances, self.last = np.zeros(1, game.CHANCE), np.zeros(1, game.STATE)
        self.actions = np.zeros(game.max_actions, game.ACTION)
        self.states = np.zeros(most + 1, game.STATE)
        self.listed = np.zeros(most * width, game.ACTION)
        self.ends = np.zeros(most, np.int64)
        self.chosen = np.zeros(most, np.int64)

    def random(self, seed: int, game_id: int, manner: int) -> Record:
        """Play a game at random."""
        arrays = seen(self.chances, self.last, self.actions, self.states, self.listed)
        n = self.loops.play(self.box, self.n_seats, np.uint64(seed), game_id, manner, *arrays, self.ends, self.chosen)
        lists = self._lists(n)
        chosen = [lists[t][i] for t, i in enumerate(self.chosen[:n].tolist())]
        return self._finish(n, lists, chosen)

    def strategies(self, seed: int, game_id: int, lineup: Sequence[Any]) -> Record:
        """Play a game with strategies."""
        traced = trace(self.game, self.boxes, seed, game_id, lineup)
        assert traced.fault is None, traced.fault
        n = len(traced.steps)
        for t, step in enumerate(traced.steps):
            self.states[t] = step.state
        self.states[n] = self.last[0] = traced.last
        scratch = np.zeros(1, self.game.STATE)
        dealt = records(self.chances)[0], records(scratch)[0]
        self.game.deal(self.box, self.n_seats, np.uint64(seed), game_id, *dealt)
        states, actions, listed = seen(self.states[:n], self.actions, self.listed)
        self.loops.relist(self.box, states, actions, listed, self.ends)
        chosen = self.plain(np.array([step.action for step in traced.steps], self.game.ACTION), self.n_seats)
        return self._finish(n, self._lists(n), chosen)

    def _lists(self, n: int) -> list[list[tuple[Any, ...]]]:
        ends = [0, *self.ends[:n].tolist()]
        plain = self.plain(self.listed[: ends[n]], self.n_seats)
        return [plain[ends[t] : ends[t + 1]] for t in range(n)]

    def _finish(self, n: int, lists: list[list[tuple[Any, ...]]], chosen: list[tuple[Any, ...]]) -> Record:
        games, seats = records(np.zeros(1, self.game.GAME_ROW)), records(np.zeros(self.n_seats, self.game.SEAT_ROW))
        self.game.score(self.box, records(self.states)[n], games[0], seats)
        return Record(self.chances[0], self.states[: n + 1], lists, chosen, games[0], seats)
