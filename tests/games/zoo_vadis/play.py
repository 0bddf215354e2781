"""Play Zoo Vadis at the level of the rules: through the production functions, without strategies, decision by decision.

`Table` is one game that a test sets up and moves by hand. `recorder` makes what keeps every state, every list of legal
actions and every choice of a game played at random or by strategies.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from sim.compiled import njit
from sim.games.zoo_vadis import state as S
from sim.registry import load_game
from tests.games.recorder import UNIFORM, Record, Recorder, boxes_of, compiled_choice, compiled_loops
from tests.games.table import AnyTable
from tests.games.zoo_vadis.tables import BODIES, KINDS, PATHS, SPECIES, board, numbers, side, species
from tests.oracles.zoo_vadis import Referee, plain_actions

__all__ = [
    "ACCEPT",
    "END",
    "FOND",
    "GAME",
    "GO",
    "HYENA",
    "MANNERS",
    "PASS",
    "REFUSE",
    "TIGER",
    "UNIFORM",
    "Table",
    "boxes",
    "choose",
    "classic",
    "fondness",
    "recorder",
    "referee",
    "terms",
    "votes",
]

GAME = load_game("zoo_vadis")

PASS, END, GO, REFUSE, ACCEPT = (S.PASS,), (S.END_TURN,), (S.GO,), (S.REFUSE,), (S.ACCEPT,)
HYENA, TIGER = (S.USE_HYENA,), (S.USE_TIGER,)

FOND = (
    1  # fond of abilities and of cheap deals, seldom refuses, seldom moves the Keeper: shorter games with long chains
)
MANNERS = (UNIFORM, FOND)

boxes = boxes_of(GAME)


@njit(cached=False)
def fondness(state, action):
    """Return how likely an action is, in no unit, for who is fond of abilities and deals."""
    kind = action.kind
    if kind == S.TERMS:
        return max(1, 32 >> (2 * action.price))
    if kind == S.REFUSE:
        return 1 if state.phase == S.DEAL or state.phase == S.DEAL_ABILITY else 8
    if kind == S.ACCEPT or kind == S.COALITION:
        return 16
    if kind == S.ADVANCE or kind == S.USE_TIGER:
        return 8
    if kind == S.ADD or kind == S.USE_RHINO or kind == S.USE_HYENA:
        return 4
    if kind == S.PEACOCK_ON:
        return 2
    return 1


choose = compiled_choice(fondness)
_LOOPS = compiled_loops(GAME, choose)


def recorder(n_seats: int, settings: Mapping[str, object], most: int = 20_000) -> Recorder:
    """Return what records games of one seat count and setting, of so many decisions at most."""
    return Recorder(GAME, boxes(n_seats, settings), _LOOPS, plain_actions, most)


def referee(record: Record, n_seats: int, settings: Mapping[str, object], game_id: int) -> Referee:
    """Return the oracle at the beginning of a recorded game."""
    figures = numbers(settings)
    bag_size = sum(token.count for token in figures.tokens if token.sign != "supply")
    bag = record.chance["bag"][:bag_size].tolist()
    seated = species(n_seats, settings, game_id)
    return Referee(board(n_seats, settings), figures, seated, bag, int(record.chance["start"]))


def terms(price: int = 0, promise: int = 0) -> tuple[Any, ...]:
    """Return the action of naming terms, for an ability or for each vote."""
    return (S.TERMS, price, promise)


def votes(*by_seat: int, bribes: int = 0, first: int = S.NONE) -> tuple[Any, ...]:
    """Return the action of taking a coalition: votes by seat, bribes, and who is served first if "I"s are short."""
    return (S.COALITION, by_seat, bribes, first)


class Table(AnyTable):
    """One game under the production rules, for a test to set up and to move by hand.

    Exhibits and ways go by the names in the data file ("savanna -> east meadow" may be a path or a tunnel), tokens by
    their kind ("V", "II_keeper"), species by name. Hand-made states need not have 102 tokens.
    """

    def __init__(self, *species: str, settings: Mapping[str, object] | None = None, seed: int = 0) -> None:
        """Seat these species, at least three, in this order; the board is without peacocks until some are set."""
        fixed = {f"species.{seat}": name for seat, name in enumerate(species)}
        chosen: dict[str, object] = {"setup.peacocks": False, "setup.species": "fixed", **fixed, **(settings or {})}
        super().__init__(GAME, boxes(len(species), chosen), plain_actions, seed=seed)
        self.bodies, self.paths = BODIES[side(self.n_seats)], PATHS[side(self.n_seats)]

    # Actions

    def add(self, body: str) -> tuple[Any, ...]:
        """Return the action of adding an animal."""
        return (S.ADD, self.bodies[body])

    def advance(self, path: str) -> tuple[Any, ...]:
        """Return the action of advancing one's own animal."""
        return (S.ADVANCE, self.bodies[path.split(" -> ")[0]], self.paths[path], S.NONE)

    def on(self, path: str, owner: int) -> tuple[Any, ...]:
        """Return the action of moving a piece on with Crocodile."""
        return (S.ADVANCE, self.bodies[path.split(" -> ")[0]], self.paths[path], owner)

    def peacock(self, path: str) -> tuple[Any, ...]:
        """Return the action of advancing a peacock."""
        return (S.PEACOCK_ON, self.bodies[path.split(" -> ")[0]], self.paths[path])

    def keeper(self, path: str) -> tuple[Any, ...]:
        """Return the action of moving the Keeper."""
        return (S.KEEPER, self.paths[path])

    def rhino(self, owner: int) -> tuple[Any, ...]:
        """Return the action of asking for Rhino, to take a piece of this owner along."""
        return (S.USE_RHINO, owner)

    def marmoset(self, path: str) -> tuple[Any, ...]:
        """Return the action of asking for Marmoset, to collect the token on another path."""
        return (S.USE_MARMOSET, self.paths[path])

    # Playing

    def lend(self, price: int = 0, promise: int = 0) -> None:
        """Let the owner of the ability asked for lend it on these terms, and the mover accept."""
        self.do(terms(price, promise), ACCEPT)

    # Setting up

    def turn_of(self, seat: int) -> None:
        """Let it be a seat's turn."""
        self.state.active = self.state.actor = seat

    def set(self, body: str, *owners: int) -> None:
        """Put one animal from each seat's supply, or a peacock, into an exhibit."""
        for owner in owners:
            if owner != S.PEACOCK:
                self.state.supply[owner] -= 1
            self.state.animals[self.bodies[body], owner] += 1
            self.state.filled[self.bodies[body]] += 1

    def seat_star(self, *owners: int) -> None:
        """Let these have reached the Star Exhibit, in this order."""
        for owner in owners:
            if owner != S.PEACOCK:
                self.state.supply[owner] -= 1
                self.state.arrival[owner] = min(self.state.arrival[owner], self.state.n_star)
            self.state.star[self.state.n_star] = owner
            self.state.n_star += 1

    def give(self, seat: int, *kinds: str) -> None:
        """Put tokens behind a screen."""
        for kind in kinds:
            self.state.purse[seat, KINDS.index(kind)] += 1
            self.state.laurels[seat] += self.box.value[KINDS.index(kind)]

    def strip(self, *seats: int) -> None:
        """Leave these seats without any token."""
        for seat in seats:
            self.state.purse[seat] = 0
            self.state.laurels[seat] = 0

    def lay(self, path: str, kind: str | None) -> None:
        """Lay a token on a laurel space, or nothing, instead of the token there."""
        self.state.token[self.paths[path]] = S.NONE if kind is None else KINDS.index(kind)

    def lay_everywhere(self, kind: str | None) -> None:
        """Lay the same token on every laurel space, or nothing."""
        for path, laurel in zip(self.paths, self.box.has_laurel, strict=False):
            if laurel:
                self.lay(path, kind)

    def draw_next(self, *kinds: str) -> None:
        """Let the next tokens of the bag be of these kinds."""
        for i, kind in enumerate(kinds):
            self.chance.bag[self.state.drawn + i] = KINDS.index(kind)

    def empty_bag(self) -> None:
        """Let all tokens of the bag be drawn."""
        self.state.drawn = self.box.bag_size

    def use_up(self, species: str, tiles: int = 1) -> None:
        """Let ability tiles of a species have been used."""
        seat = self.seat_of(species)
        self.state.ready[seat] -= tiles
        self.state.used[seat] += tiles

    # Looking

    def seat_of(self, species: str) -> int:
        """Return who plays a species."""
        return int(self.state.species[: self.n_seats].tolist().index(SPECIES.index(species)))

    def here(self, body: str) -> list[int]:
        """Return how many animals each seat has in an exhibit, and last how many peacocks are there."""
        animals = self.state.animals[self.bodies[body]].tolist()
        return [*animals[: self.n_seats], animals[S.PEACOCK]]

    def star(self) -> list[int]:
        """Return who is in the Star Exhibit, in the order of its spaces."""
        owners: list[int] = self.state.star[: self.state.n_star].tolist()
        return owners

    def lying(self, path: str) -> str | None:
        """Return the kind of the token on a laurel space."""
        kind = self.state.token[self.paths[path]]
        return None if kind == S.NONE else KINDS[kind]

    def tokens(self, seat: int) -> dict[str, int]:
        """Return a purse as kind -> tokens, without the kinds that are not there."""
        return {kind: int(n) for kind, n in zip(KINDS, self.state.purse[seat], strict=False) if n}

    def tiles(self, species: str) -> tuple[int, int]:
        """Return how many ability tiles of a species are ready, and how many are used."""
        seat = self.seat_of(species)
        return int(self.state.ready[seat]), int(self.state.used[seat])


def classic(n_seats: int = 3, **settings: object) -> Table:
    """Return a table without abilities."""
    return Table(*SPECIES[:n_seats], settings={"variant.classic": True, **settings})
