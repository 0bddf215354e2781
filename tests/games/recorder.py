"""Record games at the level of the rules: every state, every list of legal actions and every choice.

For any game: the recorder is given the game, what plays it at random, and how its actions look as plain tuples.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from typing import Any

import numpy as np

from sim.chance import address, below
from sim.compiled import DISABLED, njit
from sim.engine import trace
from sim.game import Game

__all__ = [
    "CHOICES",
    "UNIFORM",
    "Loops",
    "Record",
    "Recorder",
    "assert_agreed",
    "boxes_of",
    "compiled_choice",
    "compiled_loops",
    "records",
    "seen",
]

CHOICES = 999  # a chance site of our own
UNIFORM = 0  # manner of choosing: every legal action is equally likely


def records(array: np.ndarray) -> Any:
    """Return an array whose records can be read and written by attribute, in plain Python."""
    return array.view(np.recarray)


def seen(*arrays: np.ndarray) -> list[np.ndarray]:
    """Return arrays as the compiled code, or where nothing is compiled plain Python, wants to see them."""
    return [records(array) for array in arrays] if DISABLED else list(arrays)


def boxes_of(game: Game) -> Callable[[int, Mapping[str, object]], np.ndarray]:
    """Return what makes a game's boxes, each shape (1,), for a seat count and settings; each is made once."""

    @cache
    def made(n_seats: int, settings: tuple[tuple[str, object], ...]) -> np.ndarray:
        return game.make_box(n_seats, dict(settings))

    return lambda n_seats, settings: made(n_seats, tuple(sorted(settings.items())))


@dataclass(frozen=True)
class Loops:
    """What `Recorder` runs: `play` logs one game at random, `relist` the legal actions in each of some states."""

    play: Callable[..., Any]
    relist: Callable[..., Any]


def compiled_choice(fondness: Callable[..., Any]) -> Callable[..., Any]:
    """Return what chooses at random, one action as likely as another or, in any other manner, by `fondness`.

    fondness(state, action), compiled: how likely an action is, in no unit. The choice is addressed by seed, game id and
    decision.
    """

    @njit(cached=False)
    def choose(seed, game_id, manner, state, actions, n):
        word = address(seed, game_id, CHOICES, state.actor, state.decision)[0]
        if manner == UNIFORM:
            return np.int64(below(word, n))
        total = 0
        for i in range(n):
            total += fondness(state, actions[i])
        left = np.int64(below(word, total))
        for i in range(n):
            left -= fondness(state, actions[i])
            if left < 0:
                return i
        return n - 1

    return choose


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


def assert_agreed(record: Record, oracle: Any, pictures: Sequence[Any], differences: Callable[[Any, Any], Any]) -> None:
    """Assert that an oracle, shown every choice of a recorded game, agrees with everything in it.

    pictures: (T + 1,) the states as the oracle pictures its own; differences: says how two pictures differ.
    """
    assert pictures[0] == oracle.picture(), differences(pictures[0], oracle.picture())
    for t, (listed, chosen) in enumerate(zip(record.legal, record.chosen, strict=True)):
        legal = oracle.legal()
        assert len(listed) == len(set(listed)), f"decision {t}: an action is listed twice"
        assert set(listed) == set(legal), (
            f"decision {t}: engine alone {set(listed) - set(legal)}, oracle alone {set(legal) - set(listed)}"
        )
        oracle.apply(chosen)
        seen, after = pictures[t + 1], oracle.picture()
        assert seen == after, f"decision {t}, {chosen}: (engine, oracle) {differences(seen, after)}"
    game = {name: int(record.game_row[name]) for name in record.game_row.dtype.names}
    assert oracle.game_row().items() <= game.items()
    for mine, row in zip(oracle.seat_rows(), record.seat_rows, strict=True):
        assert mine.items() <= {name: int(row[name]) for name in row.dtype.names}.items()
