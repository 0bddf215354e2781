"""Play at the level of the rules: through the production functions, without strategies, decision by decision.

`Table` is one game that a test sets up and moves by hand. `recorder` makes what keeps every state, every list of legal
actions and every choice of a game played at random or by strategies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.chance import address, below
from sim.compiled import njit
from sim.games.quo_vadis import state as S
from sim.registry import load_game
from tests.games.quo_vadis.tables import BODIES, KINDS, PATHS, board, numbers
from tests.games.recorder import CHOICES, UNIFORM, Record, Recorder, boxes_of, compiled_loops
from tests.games.table import AnyTable
from tests.oracles.quo_vadis import Referee, plain_actions

__all__ = [
    "CAESAR",
    "GAME",
    "HASTY",
    "PASS",
    "REFUSE",
    "UNIFORM",
    "Table",
    "boxes",
    "caesar",
    "choose",
    "move",
    "place",
    "recorder",
    "referee",
    "terms",
    "votes",
]

GAME = load_game("quo_vadis")

PASS = (S.PASS,)
CAESAR = (S.CAESAR, S.NONE)  # instead of a senator; where to is the next decision
REFUSE = (S.REFUSE,)

HASTY = 1  # seldom Caesar, seldom dear: shorter games with more deals

boxes = boxes_of(GAME)


@njit(cached=False)
def choose(seed, game_id, manner, state, actions, n):
    """Return the index of a random choice among the first n actions; addressed by seed, game id and decision."""
    words = address(seed, game_id, CHOICES, state.actor, state.decision)
    if manner == HASTY and state.phase == S.MAIN:
        cheap = 0
        for i in range(n):
            if actions[i].kind != S.CAESAR:
                cheap += 1
        if cheap > 0 and below(words[1], 8) > 0:
            n = cheap  # the moves of Caesar are listed last
    if manner == HASTY and (state.phase == S.ASK or state.phase == S.OFFER):
        n = min(n, 6)
    return below(words[0], n)


_LOOPS = compiled_loops(GAME, choose)


def recorder(n_seats: int, settings: Mapping[str, object], most: int = 20_000) -> Recorder:
    """Return what records games of one seat count and setting, of so many decisions at most."""
    return Recorder(GAME, boxes(n_seats, settings), _LOOPS, plain_actions, most)


def referee(record: Record, n_seats: int, settings: Mapping[str, object], game_id: int) -> Referee:
    """Return the oracle at the beginning of a recorded game."""
    figures = numbers(n_seats, settings)
    stack_size = sum(tile.count for tile in figures.tiles if not tile.supply)
    stacks = record.chance["stack"][:, :stack_size].tolist()
    return Referee(board(settings), figures, n_seats, stacks, int(record.chance["start"]))


def place(body: str) -> tuple[Any, ...]:
    """Return the action of placing a senator."""
    return (S.PLACE, BODIES[body])


def move(path: str) -> tuple[Any, ...]:
    """Return the action of moving a senator up a path."""
    return (S.MOVE, BODIES[path.split(" -> ")[0]], PATHS[path])


def caesar(path: str) -> tuple[Any, ...]:
    """Return the action of moving Caesar to a path."""
    return (S.CAESAR, PATHS[path])


def terms(price: int = 0, promise: int = 0, steer: int = 0) -> tuple[Any, ...]:
    """Return the action of naming terms for one vote."""
    return (S.TERMS, price, promise, steer)


def votes(*by_seat: int, first: int = S.NONE) -> tuple[Any, ...]:
    """Return the action of taking a coalition: votes by seat, and who is served first if "I"s are short."""
    return (S.COALITION, by_seat, first)


class Table(AnyTable):
    """One game under the production rules, for a test to set up and to move by hand.

    Bodies and paths go by the names in the data file, tiles by their kind ("V", "II_caesar").
    Hand-made states need not have 62 tiles.
    """

    def __init__(
        self, n_seats: int = 3, settings: Mapping[str, object] | None = None, *, seed: int = 0, game_id: int = 0
    ) -> None:
        super().__init__(GAME, boxes(n_seats, settings or {}), plain_actions, seed=seed, game_id=game_id)

    # Setting up

    def turn_of(self, seat: int) -> None:
        """Let it be a seat's turn."""
        self.state.active = self.state.actor = seat

    def set(self, body: str, *seats: int) -> None:
        """Put one senator from each seat's reserve into a body."""
        for seat in seats:
            self.state.reserve[seat] -= 1
            self.state.senators[BODIES[body], seat] += 1
            self.state.crowd[BODIES[body]] += 1

    def seat_senate(self, *seats: int) -> None:
        """Let these seats have reached the Senate, in this order."""
        first = self.state.arrival[self.state.game]
        for seat in seats:
            self.state.reserve[seat] -= 1
            first[seat] = min(first[seat], self.state.n_senate)
            self.state.senate[self.state.n_senate] = seat
            self.state.n_senate += 1

    def give(self, seat: int, *kinds: str) -> None:
        """Put tiles into a purse."""
        for kind in kinds:
            self.state.purse[seat, KINDS.index(kind)] += 1
            self.state.laurels[seat] += self.box.value[KINDS.index(kind)]

    def lay(self, path: str, kind: str | None) -> None:
        """Lay a tile on a laurel space, or nothing, instead of the tile there."""
        self.state.tile[PATHS[path]] = S.NONE if kind is None else KINDS.index(kind)

    def clear_laurels(self) -> None:
        """Leave no tile on the board."""
        self.state.tile[:] = S.NONE

    def put_caesar(self, path: str) -> None:
        """Let Caesar stand on a path."""
        self.state.caesar = PATHS[path]

    def draw_next(self, kind: str) -> None:
        """Let the next tile of the stack be of this kind."""
        self.chance.stack[self.state.game, self.state.drawn] = KINDS.index(kind)

    def empty_stack(self) -> None:
        """Let all tiles of the stack be drawn."""
        self.state.drawn = self.box.stack_size

    # Looking

    def here(self, body: str) -> list[int]:
        """Return how many senators each seat has in a body."""
        senators: list[int] = self.state.senators[BODIES[body], : self.n_seats].tolist()
        return senators

    def lying(self, path: str) -> str | None:
        """Return the kind of the tile on a laurel space."""
        kind = self.state.tile[PATHS[path]]
        return None if kind == S.NONE else KINDS[kind]

    def tiles(self, seat: int) -> dict[str, int]:
        """Return a purse as kind -> tiles, without the kinds that are not there."""
        return {kind: int(n) for kind, n in zip(KINDS, self.state.purse[seat], strict=False) if n}
