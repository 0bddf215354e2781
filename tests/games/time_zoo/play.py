"""Play Time Zoo at the level of the rules: through the production functions, without strategies, decision by decision.

`Table` is one game that a test sets up and moves by hand. `recorder` makes what keeps every state, every list of legal
actions and every choice of a game played at random or by strategies; `Addressed` gives the oracle the chance of one.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import numpy as np

from sim.chance import ANIMAL_ORDER, FOOD_LOST, FOOD_ORDER, INTERN_ORDER, START_SEAT, address, below, shuffle_kinds
from sim.compiled import njit
from sim.games.time_zoo import holdings
from sim.games.time_zoo import state as S
from sim.games.time_zoo.payments import list_payments
from sim.registry import load_game
from tests.games.recorder import UNIFORM, Record, Recorder, boxes_of, compiled_choice, compiled_loops, records
from tests.games.table import AnyTable
from tests.games.time_zoo.tables import ANIMALS, FOODS, INTERNS, numbers
from tests.oracles.time_zoo import Numbers, Referee, plain_actions

__all__ = [
    "GAME",
    "KEEN",
    "MANNERS",
    "PASS",
    "PILE_CARD",
    "STOP",
    "UNIFORM",
    "Addressed",
    "Table",
    "boxes",
    "choose",
    "dealt",
    "fondness",
    "pay",
    "put",
    "recorder",
    "recount",
    "referee",
    "target",
]

GAME = load_game("time_zoo")

PASS, PILE_CARD, STOP = (S.PASS,), (S.PILE_CARD,), (S.STOP,)

KEEN = 1  # gathers food first, seldom stops, likes what has a special action: long chains, and piles that run out
MANNERS = (UNIFORM, KEEN)

boxes = boxes_of(GAME)

# What a seat has, and what the state keeps count of.
COUNTED = (
    *("hand", "hand_size", "held", "shown", "fits"),
    *("zoo", "owned", "counts", "discounts", "dodos", "eggs", "interns", "employed"),
)


def dealt(n_seats: int, settings: Mapping[str, object], seed: int, game_id: int) -> tuple[Any, Any]:
    """Return the chance and the state, shape (1,), of a game that begins."""
    chances, states = records(np.zeros(1, GAME.CHANCE)), records(np.zeros(1, GAME.STATE))
    GAME.deal(records(boxes(n_seats, settings))[0], n_seats, np.uint64(seed), game_id, chances[0], states[0])
    return chances, states


def recount(box: Any, state: Any) -> None:
    """Let the state's words of counts be right, after hands, zoos or interns were changed by hand."""
    for seat in range(state.n_seats):
        held, zoo, interns = (state[name][seat].copy() for name in ("hand", "zoo", "interns"))
        for name in COUNTED:
            state[name][seat] = 0
        for food in range(box.n_foods):
            for _ in range(held[food]):
                holdings.give(box, state, seat, food)
        for animal in range(box.n_animals):
            for _ in range(zoo[animal]):
                holdings.own(box, state, seat, animal, 1)
        for intern in range(box.n_interns):
            for _ in range(interns[intern]):
                holdings.employ(box, state, seat, intern)


@njit(cached=False)
def fondness(state, action):
    """Return how likely an action is, in no unit, for who is keen on doing much in one turn."""
    kind = action.kind
    if state.phase == S.MAIN and (kind == S.PILE_CARD or kind == S.DISCARD_CARD):
        return 8 if state.hand_size[state.actor] < 5 else 2
    if kind == S.LURE or kind == S.TUCK:
        return 8
    if kind == S.HIRE:
        return 4
    return 1


choose = compiled_choice(fondness)
_LOOPS = compiled_loops(GAME, choose)


def recorder(n_seats: int, settings: Mapping[str, object]) -> Recorder:
    """Return what records games of one seat count and setting."""
    return Recorder(GAME, boxes(n_seats, settings), _LOOPS, plain_actions, most=3_000, width=60)


@njit(cached=False)
def _drawn(seed, game_id, site, actor, occurrence, n):
    return below(address(seed, game_id, site, actor, occurrence)[0], n)


class Addressed:
    """The chance of one game for the oracle, from the same addresses as the engine's [TZ 1.5, 1.6, 3.3, 6.7]."""

    def __init__(self, figures: Numbers, seed: int, game_id: int) -> None:
        self.figures, self.seed, self.game_id = figures, np.uint64(seed), game_id

    def _shuffled(self, site: int, actor: int, counts: Sequence[int]) -> list[int]:
        order = np.zeros(sum(counts), np.int8)
        shuffle_kinds(self.seed, self.game_id, site, actor, np.array(counts, np.int32), S.NONE, order)
        return order[::-1].tolist()  # the last one is drawn first

    def animals(self) -> list[int]:
        """Return the animal deck, with the interns where they are shuffled in [TZ 9.1]."""
        counts = [0] * S.ITEMS
        counts[: len(self.figures.animals)] = [animal.copies for animal in self.figures.animals]
        if self.figures.advanced:
            for i, intern in enumerate(self.figures.interns):
                counts[S.INTERN + i] = intern.copies
        return self._shuffled(ANIMAL_ORDER, 0, counts)

    def foods(self) -> list[int]:
        """Return the food cards."""
        return self._shuffled(FOOD_ORDER, 0, [food.copies for food in self.figures.foods])

    def interns(self) -> list[int]:
        """Return the interns to be dealt."""
        return self._shuffled(INTERN_ORDER, 0, [intern.copies for intern in self.figures.interns])

    def reshuffled(self, number: int, foods: Sequence[int]) -> list[int]:
        """Return the new pile."""
        return self._shuffled(FOOD_ORDER, number, [foods.count(food) for food in range(len(self.figures.foods))])

    def lost(self, seat: int, before: int, foods: Sequence[int]) -> int:
        """Return a card of a hand."""
        return foods[_drawn(self.seed, self.game_id, FOOD_LOST, seat, before, len(foods))]


def referee(
    _record: Record | None, n_seats: int, settings: Mapping[str, object], game_id: int, seed: int = 0
) -> Referee:
    """Return the oracle at the beginning of a game, which draws its cards by their addresses."""
    start = 0
    if settings.get("setup.start_seat") == "random":
        start = _drawn(np.uint64(seed), game_id, START_SEAT, 0, 0, n_seats)
    figures = numbers(settings)
    return Referee(figures, n_seats, start, Addressed(figures, seed, game_id))


def _foods(keys: Sequence[str]) -> tuple[int, ...]:
    return tuple(FOODS.index(key) for key in keys)


def _item(key: str | None) -> int:
    if key is None:
        return S.NONE
    return ANIMALS.index(key) if key in ANIMALS else S.INTERN + INTERNS.index(key.removesuffix(" intern"))


def pay(*foods: str) -> tuple[Any, ...]:
    """Return the action of paying with these cards."""
    return (S.PAY, tuple(sorted(_foods(foods))))


def put(*foods: str) -> tuple[Any, ...]:
    """Return the action of putting paid cards onto the discard pile in this order."""
    return (S.PUT, _foods(foods))


def target(seat: int) -> tuple[Any, ...]:
    """Return the action of choosing who loses a card."""
    return (S.TARGET, seat)


class Table(AnyTable):
    """One game under the production rules, for a test to set up and to move by hand.

    Cards go by their keys in the data files, interns as "dodo intern", gaps as None. All hands are empty, nobody has an
    intern, and the food pile is as shuffled, with one fish on the discard pile. Hand-made states need not have all
    cards of the box.
    """

    def __init__(self, n_seats: int = 3, row: Sequence[str | None] = (), seed: int = 0, **settings: object) -> None:
        """Set up a table with a row; its last places stay as dealt. Settings are named with __ for the dot."""
        chosen = {key.replace("__", "."): value for key, value in settings.items()}
        super().__init__(GAME, boxes(n_seats, chosen), plain_actions, seed=seed)
        self.state.hand[:] = 0
        self.state.interns[:] = 0
        recount(self.box, self.state)
        self.lay_discard("fish")
        self.lay_row(*row)

    # Actions

    def take(self) -> tuple[Any, ...]:
        """Return the action of taking the top card of the discard pile."""
        return (S.DISCARD_CARD, int(self.state.discard[self.state.n_discard - 1]))

    def _slot(self, key: str) -> int:
        return int(self.state.row.tolist().index(_item(key)))

    def lure(self, animal: str) -> tuple[Any, ...]:
        """Return the action of luring an animal: the first such in the row."""
        return (S.LURE, self._slot(animal), ANIMALS.index(animal))

    def hire(self, intern: str) -> tuple[Any, ...]:
        """Return the action of taking an intern out of the row."""
        return (S.HIRE, self._slot(f"{intern} intern"), INTERNS.index(intern))

    def remove(self, animal: str) -> tuple[Any, ...]:
        """Return the action of removing an animal: the first such in the row."""
        return (S.REMOVE, self._slot(animal), ANIMALS.index(animal))

    def tuck(self, food: str) -> tuple[Any, ...]:
        """Return the action of putting a food card under the animal."""
        return (S.TUCK, FOODS.index(food))

    def discard(self, food: str) -> tuple[Any, ...]:
        """Return the action of putting one card onto the discard pile."""
        return (S.DISCARD, FOODS.index(food))

    def exchange(self, seat: int, animal: str) -> tuple[Any, ...]:
        """Return the action of exchanging for an animal of an opponent."""
        return (S.EXCHANGE, seat, ANIMALS.index(animal))

    # Playing

    def buy(self, animal: str, *foods: str) -> None:
        """Lure an animal with exactly these cards, which go onto the discard pile in this order."""
        self.hold(self.actor, *self.hand(self.actor), *foods)
        self.do(self.lure(animal))
        if self.state.phase == S.PAYING:
            self.do(pay(*foods))
        if self.state.phase == S.ORDER:
            self.do(put(*foods))

    def payments(self, animal: str) -> set[tuple[str, ...]]:
        """Return the ways in which an animal can be paid, none if it cannot be lured."""
        if self.lure(animal) not in self.legal():
            return set()
        n = list_payments(self.box, self.state, self.actor, ANIMALS.index(animal), self._actions)
        return {tuple(FOODS[food] for food in cards) for _, cards in plain_actions(self._actions[:n], self.n_seats)}

    # Setting up

    def turn_of(self, seat: int) -> None:
        """Let it be a seat's turn."""
        self.state.actor = seat

    def hold(self, seat: int, *foods: str) -> None:
        """Give a seat these food cards and no others."""
        self.state.hand[seat] = np.bincount(np.array(_foods(foods), int), minlength=S.FOODS)
        recount(self.box, self.state)

    def own(self, seat: int, *animals: str) -> None:
        """Put animals into a seat's zoo."""
        for animal in animals:
            holdings.own(self.box, self.state, seat, ANIMALS.index(animal), 1)

    def employ(self, seat: int, *interns: str) -> None:
        """Give a seat interns."""
        for intern in interns:
            holdings.employ(self.box, self.state, seat, INTERNS.index(intern))

    def lay_row(self, *items: str | None) -> None:
        """Lay cards into the first places of the row."""
        self.state.row[: len(items)] = [_item(key) for key in items]

    def lay_deck(self, *items: str) -> None:
        """Let the animal deck be these cards, the next one first."""
        self.state.deck = len(items)
        self.chance.deck[: len(items)] = [_item(key) for key in items[::-1]]

    def lay_pile(self, *foods: str) -> None:
        """Let the food pile be these cards, the next one first."""
        self.state.pile = len(foods)
        self.chance.pile[: len(foods)] = _foods(foods)[::-1]

    def lay_discard(self, *foods: str) -> None:
        """Let the discard pile be these cards, the top one last."""
        self.state.discard[:] = S.NONE
        self.state.discard[: len(foods)] = _foods(foods)
        self.state.n_discard = len(foods)

    # Looking

    @property
    def actor(self) -> int:
        """Who decides."""
        return int(self.state.actor)

    def hand(self, seat: int) -> list[str]:
        """Return a hand, in ascending order of the kinds."""
        assert self.state.hand[seat].sum() == self.state.hand_size[seat]
        return [key for key, n in zip(FOODS, self.state.hand[seat], strict=False) for _ in range(n)]

    def zoo(self, seat: int) -> list[str]:
        """Return a zoo, in ascending order of the kinds."""
        return [key for key, n in zip(ANIMALS, self.state.zoo[seat], strict=False) for _ in range(n)]

    def row(self) -> list[str | None]:
        """Return the row."""
        return [self._named(item) for item in self.state.row[: self.box.row].tolist()]

    def _named(self, item: int) -> str | None:
        if item == S.NONE:
            return None
        return ANIMALS[item] if item < S.INTERN else f"{INTERNS[item - S.INTERN]} intern"

    def discards(self) -> list[str]:
        """Return the discard pile, the top card last."""
        return [FOODS[food] for food in self.state.discard[: self.state.n_discard].tolist()]

    def points(self, seat: int) -> int:
        """Return a seat's score as it stands."""
        return int(self.results()[1].score[seat])
