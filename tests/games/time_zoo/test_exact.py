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
from tests.games.time_zoo.play import GAME, boxes, dealt, recount
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
        {"fish": 3, "chicken_fish": 3},
        engine__turn_cap=4,
    ),
    "put, tuck, exchange, remove": tiny(
        {"baryonyx": 1, "triceratops": 1, "oviraptor": 2, "trex": 1},
        {"hay": 3, "ribs_squid": 3},
        engine__turn_cap=4,
        actions__remove=1,
    ),
    "spoil, discount, an intern": tiny(
        {"smilodon": 1, "dire_wolf": 2, "plesiosaurus": 1},
        {"ribs": 3, "ribs_squid": 3},
        engine__turn_cap=4,
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
        if not (from_deck or from_pile or losers or fresh):
            yield deck, pile, Fraction(1)
            return
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
            recount(box, now)
            now.discard[0] = foods[2]
            yield ((raw[0] & kept).tobytes(), deck, pile), a * b

    return spread(list(start()), walk)


# Through the oracle: every card left is as likely to be the next.


class Tape:
    """Chance that turns out as written, and notes how else it could have turned out; what is not written is the first
    of the ways.
    """

    def __init__(self, figures: oracle.Numbers, written: Sequence[int]) -> None:
        self.figures, self.written, self.ways = figures, list(written), list[Counter[int]]()

    def choose(self, cards: Sequence[int]) -> int:
        """Return one of some cards."""
        self.ways.append(Counter(sorted(cards)))
        if len(self.ways) > len(self.written):
            self.written.append(0)
        return list(self.ways[-1])[self.written[len(self.ways) - 1]]

    def likely(self) -> Fraction:
        """Return how likely it is that all turned out like this."""
        result = Fraction(1)
        for place, way in zip(self.written, self.ways, strict=True):
            result *= Fraction(list(way.values())[place], way.total())
        return result

    def following(self) -> list[int] | None:
        """Return what is to be written on the next tape, or None after the last one."""
        place = len(self.ways) - 1
        while place >= 0 and self.written[place] == len(self.ways[place]) - 1:
            place -= 1
        return [*self.written[:place], self.written[place] + 1] if place >= 0 else None

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
        return self.choose(foods)


class Undealt(oracle.Referee):
    """A referee whose piles have no order until a card is drawn."""

    chance: Tape

    def _draw(self, cards: list[int]) -> int:
        card = self.chance.choose(cards)
        cards.remove(card)
        return card


def every_way(run: Callable[[Sequence[int]], tuple[Tape, Any]]) -> Iterator[tuple[Any, Fraction]]:
    """Run something along every tape: what came of it, and how likely it is."""
    written: list[int] | None = []
    while written is not None:
        tape, result = run(written)
        yield result, tape.likely()
        written = tape.following()


def exact_by_oracle(name: str) -> Exact:
    """Return the same distribution, through the oracle."""
    figures = numbers(TINY_GAMES[name])
    known: dict[str, Undealt] = {}

    def note(referee: Undealt) -> str:
        left_out = (*TALLIES, "discard")  # and the discard pile without its empty places
        picture = [value for field, value in referee.picture().items() if field not in left_out]
        key = repr((sorted(referee.animal_deck), sorted(referee.food_pile), referee.discards, picture))
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


@pytest.fixture(scope="module")
def exact() -> dict[str, Exact]:
    """The exact distributions of all tiny games, through the production rules."""
    return {name: exact_by_rules(name) for name in TINY_GAMES}


@pytest.mark.skipif(DISABLED, reason="some 100,000 steps through the rules are for compiled code")
@pytest.mark.parametrize("name", TINY_GAMES)
def test_rules_and_oracle_agree_on_every_path_through_a_tiny_game(name: str, exact: dict[str, Exact]) -> None:
    """Every choice in every state that can arise, not a sample: the fractions must be the same to the last digit."""
    assert sum(exact[name].values()) == 1
    assert {end for end, *_ in exact[name]} == {S.FINISHED, S.TRUNCATED}
    assert exact_by_oracle(name) == exact[name]


@pytest.mark.skipif(DISABLED, reason="some 100,000 steps through the rules are for compiled code")
@pytest.mark.parametrize("name", TINY_GAMES)
def test_engine_plays_the_tiny_game_as_the_fractions_say(name: str, exact: dict[str, Exact]) -> None:
    """Deal, shuffle, loop, random strategy and score together: ends, winners, lengths, scores have their chances."""
    n = 300_000
    batch = play(GAME, boxes(2, TINY_GAMES[name]), 7, 0, n, [seat_spec("time_zoo", "random_legal")] * 2)
    columns = [batch.games[column].tolist() for column in ("end", "winner", "turns")]
    scores = list(map(tuple, batch.seats["score"].reshape(n, 2).tolist()))
    seen = Counter(zip(*columns, scores, strict=True))
    assert set(seen) <= set(exact[name])
    for outcome, chance in exact[name].items():
        assert_near(seen[outcome], n, chance, outcome)


# The box and its shuffles


def chi_squared(counts: np.ndarray, expected: np.ndarray) -> float:
    """Return the standard normal deviate of a chi-squared statistic (Wilson and Hilferty 1931)."""
    free = counts.size - 1
    statistic = float(((counts - expected) ** 2 / expected).sum())
    return float(((statistic / free) ** (1 / 3) - 1 + 2 / (9 * free)) / sqrt(2 / (9 * free)))


def test_first_card_of_each_deck_is_any_card() -> None:
    """[TZ 1.5] Animals, food, interns: each kind as often as it has copies, at the first and at the last place."""
    n = 400 if DISABLED else 6_000
    cards = numbers({})
    first, last = (np.zeros((n, 2), int) for _ in range(2))
    interns = np.zeros(n, int)
    for game_id in range(n):
        chances, states = dealt(3, {}, 31, game_id)
        first[game_id] = states[0].row[0], states[0].discard[0]
        last[game_id] = chances[0].deck[0], chances[0].pile[0]
        interns[game_id] = states[0].start_intern[2]
    for place in (first, last):
        for column, kinds in ((0, cards.animals), (1, cards.foods)):
            copies = np.array([kind.copies for kind in kinds])
            counts = np.bincount(place[:, column], minlength=len(copies))
            assert chi_squared(counts, n * copies / copies.sum()) < Z
    copies = np.array([kind.copies for kind in cards.interns])
    assert chi_squared(np.bincount(interns, minlength=len(copies)), n * copies / 8) < Z


def test_start_hands_are_as_the_closed_form_says() -> None:
    """[TZ 1.5] Red icons alone among five of 63: hypergeometric, for each seat."""
    n = 400 if DISABLED else 6_000
    red = [food for food, kind in enumerate(numbers({}).foods) if kind.feeds >= {"red"}]
    copies = sum(numbers({}).foods[food].copies for food in red)
    seen: list[Counter[int]] = [Counter(), Counter()]
    for game_id in range(n):
        state = dealt(2, {}, 32, game_id)[1][0]
        for seat in range(2):
            seen[seat][int(state.hand[seat, red].sum())] += 1
    for seat, k in product(range(2), range(6)):
        likely = Fraction(comb(copies, k) * comb(63 - copies, 5 - k), comb(63, 5))
        assert_near(seen[seat][k], n, likely, f"{k} red cards in the hand of seat {seat}")


@pytest.mark.parametrize("keep", [True, False])
def test_every_order_of_a_reshuffle_is_equally_likely(keep: bool) -> None:
    """[TZ 3.3] Four different cards become the pile in 24 orders; the next reshuffle is another one."""
    n = 1_000 if DISABLED else 12_000
    settings: dict[str, object] = {"turn.food": 4, "rules.reshuffle": "keep_top" if keep else "all"}
    box = records(boxes(2, settings))[0]
    take = records(np.zeros(1, GAME.ACTION))[0]
    take.kind = S.PILE_CARD
    places = {order: i for i, order in enumerate(permutations(range(4)))}
    counts = np.zeros(24, int)
    again = 0
    for game_id in range(n):
        chances, states = dealt(2, settings, 33, game_id)
        orders = []
        for _ in range(2):
            states[0].pile, states[0].n_discard = 0, 5 if keep else 4
            states[0].discard[:5] = [0, 1, 2, 3, 4]
            GAME.apply(box, chances[0], states[0], take)
            assert (states[0].pile, states[0].n_discard) == (3, int(keep))
            orders.append(tuple(chances[0].pile[:4].tolist()))
        counts[places[orders[0]]] += 1
        again += orders[0] == orders[1]
    assert chi_squared(counts, np.full(24, n / 24)) < Z
    assert_near(again, n, Fraction(1, 24), "the same order twice")
