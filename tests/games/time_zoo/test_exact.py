"""Exact probabilities: closed forms of the box, shuffles, and tiny games walked through in full.

A tiny game is played through the production rules along every choice and everything that chance can do, with exact
fractions; the oracle does the same walk by itself; and the engine's games must come out as the fractions say. Simulated
figures may be 4.5 standard errors off: a false alarm in about 150,000 checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from fractions import Fraction
from functools import cache
from itertools import count, permutations, product
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from sim.chance import FOOD_LOST, FOOD_ORDER, address, below, shuffle_kinds
from sim.compiled import DISABLED, njit
from sim.engine import play
from sim.games.time_zoo import state as S
from strategies.registry import seat_spec
from tests.games.recorder import records
from tests.games.time_zoo.play import GAME, boxes, dealt
from tests.games.time_zoo.tables import ANIMALS, FOODS, INTERNS, numbers
from tests.oracles import time_zoo as oracle

Z = 4.5


def tiny(animals: dict[str, int], foods: dict[str, int], **settings: object) -> dict[str, object]:
    """Return the settings of a game for two with a row of two and one food card each; every animal costs one."""
    return {
        **{f"animals.{key}.copies": animals.get(key, 0) for key in ANIMALS},
        **{f"animals.{key}.cost": 1 for key in ANIMALS},
        **{f"food.{key}.copies": foods.get(key, 0) for key in FOODS},
        **{"setup.row": 2, "setup.hand": 1, "setup.interns": 0, "turn.food": 1},
        **{key.replace("__", "."): value for key, value in settings.items()},
    }


# Five animals and six food cards each. Together they have every special action that does something in the game.
TINY_GAMES: dict[str, dict[str, object]] = {
    "draw, rob, lure another": tiny(
        {"egg": 2, "pteranodon": 1, "velociraptor": 1, "ichthyosaurus": 1},
        {"fish": 3, "chicken": 2, "chicken_fish": 1},
        engine__turn_cap=6,
    ),
    "put, tuck, exchange, remove": tiny(
        {"baryonyx": 1, "triceratops": 1, "oviraptor": 2, "trex": 1},
        {"hay": 3, "ribs_squid": 3},
        engine__turn_cap=6,
        actions__remove=1,
    ),
    "spoil, discount, an intern": tiny(
        {"smilodon": 1, "dire_wolf": 2, "plesiosaurus": 1},
        {"fish": 2, "ribs": 3, "ribs_squid": 1},
        engine__turn_cap=6,
        variant__advanced=True,
        rules__reshuffle="all",
        animals__dire_wolf__cost=2,
        **{f"interns__{key}__copies": int(key == "red") for key in INTERNS},
        interns__needed=2,
    ),
}
TALLIES = (
    *("decision", "step", "reshuffles", "lured", "n_pile", "n_discarded", "n_drawn", "n_paid_food", "n_takes"),
    *("n_passes", "n_lures", "n_extra", "n_hired", "n_robbed", "n_spoiled", "n_lost", "n_removed"),
    *("n_exchanged", "n_exchanged_by"),
)

Outcome = tuple[int, int, int, tuple[int, ...]]  # end, winner, turns, scores
Exact = dict[Outcome, Fraction]
Cards = tuple[int, ...]


def spread(starts: Iterable[tuple[Any, Fraction]], walk: Callable[[Any], Iterable[Any]]) -> Exact:
    """Follow everything that can happen from every start; states that differ in tallies alone are followed together."""
    outcomes: Exact = defaultdict(Fraction)
    level: dict[Any, Fraction] = defaultdict(Fraction)
    for key, weight in starts:
        level[key] += weight
    while level:
        print(len(level), end=" ")
        following: dict[Any, Fraction] = defaultdict(Fraction)
        for key, weight in level.items():
            for outcome, after, chance in walk(key):
                if outcome is None:
                    following[after] += weight * chance
                else:
                    outcomes[outcome] += weight * chance
        level = following
    return dict(outcomes)


# Through the production rules: whatever is drawn is put where it will be drawn; for what an address decides, a seed is
# looked for that decides it so.


@cache
def draws(cards: Cards, n: int) -> tuple[tuple[Cards, Cards, Fraction], ...]:
    """Return all ways to draw n of these cards: the cards in order, those left in ascending order, the probability."""
    ways = Counter(permutations(cards, n))
    return tuple(
        (drawn, tuple(sorted((Counter(cards) - Counter(drawn)).elements())), Fraction(times, ways.total()))
        for drawn, times in ways.items()
    )


@cache
def seed_of_order(cards: Cards, top: Cards) -> int:
    """Return a seed under which the first reshuffle of these cards has these on top."""
    counts = np.bincount(np.array(cards), minlength=S.FOODS).astype(np.int32)
    order = np.zeros(len(cards), np.int8)
    for seed in count():
        shuffle_kinds(np.uint64(seed), 0, FOOD_ORDER, 1, counts, S.NONE, order)
        if tuple(order[::-1].tolist()[: len(top)]) == top:
            return seed
    raise AssertionError


@njit(cached=False)
def _lost(seed, seat, n):
    return below(address(seed, 0, FOOD_LOST, seat, 0)[0], n)


@cache
def seed_of_loss(seat: int, n: int, place: int) -> int:
    """Return a seed under which the first card that a seat loses is this one of n."""
    return next(seed for seed in count() if _lost(np.uint64(seed), seat, n) == place)


def exact_by_rules(name: str) -> Exact:
    """Return the exact distribution of outcomes under uniform choices, through the production functions."""
    box = records(boxes(2, TINY_GAMES[name]))[0]
    chances, states = records(np.zeros(1, GAME.CHANCE)), records(np.zeros(2, GAME.STATE))
    rows, seats = records(np.zeros(1, GAME.GAME_ROW)), records(np.zeros(2, GAME.SEAT_ROW))
    actions = records(np.zeros(GAME.max_actions, GAME.ACTION))
    chance, now, after = chances[0], states[0], states[1]
    raw = states.view(np.uint8).reshape(2, -1)
    kept = np.full_like(raw[0], 255)
    for tally in TALLIES:
        field, offset = (GAME.STATE.fields or {})[tally][:2]
        kept[offset : offset + field.itemsize] = 0

    def act(i: int, deck: Sequence[int], pile: Sequence[int], seed: int) -> None:
        """Apply the i-th action, with these piles, the top card last."""
        chance.seed = seed
        chance.deck[: len(deck)] = deck
        chance.pile[:] = S.NONE
        chance.pile[: len(pile)] = pile
        raw[1] = raw[0]
        GAME.apply(box, chance, after, actions[i])

    def happen(i: int, deck: Cards, pile: Cards) -> Iterator[tuple[Cards, Cards, Fraction]]:
        """Apply the i-th action in every way that chance can turn out: what is left of the piles, and how likely."""
        act(i, deck, pile, 0)
        fresh = bool(after.reshuffles)
        there = tuple(sorted(card for card in chance.pile.tolist() if card != S.NONE)) if fresh else pile
        from_deck, from_pile = len(deck) - int(after.deck), len(there) - int(after.pile)
        losers = [seat for seat in range(2) if after.n_lost[seat]]
        losses = [(seat, place) for seat in losers for place in range(now.hand_size[seat])] or [None]
        assert not (losers and fresh)
        for (items, deck_left, a), (foods, pile_left, b) in product(draws(deck, from_deck), draws(there, from_pile)):
            for loss in losses:
                seed = seed_of_order(there, foods) if fresh else 0
                if loss is not None:
                    seed = seed_of_loss(loss[0], int(now.hand_size[loss[0]]), loss[1])
                act(i, deck_left + items[::-1], pile if fresh else pile_left + foods[::-1], seed)
                yield deck_left, pile_left, a * b / len(losses)

    def walk(key: tuple[bytes, Cards, Cards]) -> Iterator[tuple[Outcome | None, Any, Fraction]]:
        data, deck, pile = key
        raw[0] = np.frombuffer(data, np.uint8)
        n = GAME.legal(box, now, actions)
        for i in range(n):
            for deck_left, pile_left, likely in happen(i, deck, pile):
                if after.end == S.RUNNING:
                    yield None, ((raw[1] & kept).tobytes(), deck_left, pile_left), likely / n
                else:
                    GAME.score(box, after, rows[0], seats)
                    row = rows[0]
                    yield (int(row.end), int(row.winner), int(row.turns), tuple(seats.score.tolist())), None, likely / n

    def start() -> Iterator[tuple[Any, Fraction]]:
        GAME.deal(box, 2, np.uint64(0), 0, chance, now)
        all_items = tuple(item for item, n in enumerate(box.item_copies) for _ in range(n))
        all_foods = tuple(food for food, n in enumerate(box.food_copies) for _ in range(n))
        for (items, deck, a), (foods, pile, b) in product(draws(all_items, 2), draws(all_foods, 3)):
            now.row[:2] = items
            now.hand[:] = 0
            now.hand[0, foods[0]] = now.hand[1, foods[1]] = 1
            now.discard[0] = foods[2]
            yield ((raw[0] & kept).tobytes(), deck, pile), a * b

    return spread(list(start()), walk)


# Through the oracle: every card left is as likely to be the next.


class Tape:
    """Chance that turns out as written, and writes down how else it could have turned out; afterwards all zeros."""

    def __init__(self, figures: oracle.Numbers, written: Sequence[int]) -> None:
        self.figures, self.written, self.ways = figures, list(written), list[int]()

    def choose(self, n: int) -> int:
        """Return one of n."""
        self.ways.append(n)
        if len(self.ways) > len(self.written):
            self.written.append(0)
        return self.written[len(self.ways) - 1]

    def animals(self) -> list[int]:
        """Return the animal deck in no order."""
        kinds = [(kind, animal.copies) for kind, animal in enumerate(self.figures.animals)]
        if self.figures.advanced:
            kinds += [(oracle.INTERN + i, intern.copies) for i, intern in enumerate(self.figures.interns)]
        return [kind for kind, n in kinds for _ in range(n)]

    def foods(self) -> list[int]:
        """Return the food cards in no order."""
        return [kind for kind, food in enumerate(self.figures.foods) for _ in range(food.copies)]

    def interns(self) -> list[int]:
        """Return nothing: no interns are dealt."""
        return []

    def reshuffled(self, number: int, foods: Sequence[int]) -> list[int]:
        """Return the cards in no order."""
        return list(foods)

    def lost(self, seat: int, before: int, foods: Sequence[int]) -> int:
        """Return any of the cards."""
        return foods[self.choose(len(foods))]


class Undealt(oracle.Referee):
    """A referee whose piles have no order until a card is drawn."""

    chance: Tape

    def _draw(self, cards: list[int]) -> int:
        cards.sort()
        return cards.pop(self.chance.choose(len(cards)))


def every_way(run: Callable[[Sequence[int]], tuple[Tape, Any]]) -> Iterator[tuple[Any, Fraction]]:
    """Run something along every tape: what came of it, and how likely it is."""
    written: list[int] | None = []
    while written is not None:
        tape, result = run(written)
        yield result, Fraction(1, int(np.prod(tape.ways, dtype=object)) if tape.ways else 1)
        place = len(tape.ways) - 1
        while place >= 0 and tape.written[place] == tape.ways[place] - 1:
            place -= 1
        written = [*tape.written[:place], tape.written[place] + 1] if place >= 0 else None


def exact_by_oracle(name: str) -> Exact:
    """Return the same distribution, through the oracle."""
    figures = numbers(TINY_GAMES[name])
    known: dict[str, Undealt] = {}

    def note(referee: Undealt) -> str:
        picture = {field: value for field, value in referee.picture().items() if field not in TALLIES}
        key = repr((sorted(referee.animal_deck), sorted(referee.food_pile), picture))
        known[key] = referee
        return key

    def walk(key: str) -> Iterator[tuple[Outcome | None, Any, Fraction]]:
        actions = known[key].legal()

        def run(written: Sequence[int], action: tuple[Any, ...]) -> tuple[Tape, Undealt]:
            referee: Any = known[key].copy()
            referee.chance = Tape(figures, written)
            referee.apply(action)
            return referee.chance, referee

        for action in actions:
            for referee, likely in every_way(lambda written, action=action: run(written, action)):
                row = referee.game_row()
                if row["end"] == oracle.RUNNING:
                    yield None, note(referee), likely / len(actions)
                else:
                    outcome = (row["end"], row["winner"], row["turns"], tuple(referee.scores()))
                    yield outcome, None, likely / len(actions)

    def begin(written: Sequence[int]) -> tuple[Tape, Undealt]:
        tape = Tape(figures, written)
        return tape, Undealt(figures, 2, 0, tape)

    return spread([(note(referee), likely) for referee, likely in every_way(begin)], walk)


def assert_near(seen: int, n: int, chance: Fraction, what: object) -> None:
    """Assert that something happened in as many of n games as its exact chance says."""
    expected, error = float(n * chance), sqrt(n * float(chance * (1 - chance)))
    assert abs(seen - expected) <= Z * error + 1, (
        f"{what}: {seen} of {n}, expected {expected:.1f} with standard error {error:.1f}"
    )
