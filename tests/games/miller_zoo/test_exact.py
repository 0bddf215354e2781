"""Exact probabilities: closed forms of the box, and tiny games walked through in full.

A tiny game has a deck of six cards. It is played through the production rules along every order of the decks and every
choice, with exact fractions; the oracle goes the same ways; and the engine's games must come out as the fractions say.
Simulated figures may be 4.5 standard errors off: a false alarm in about 150,000 checks.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from itertools import permutations, product
from math import comb, sqrt
from typing import Any

import numpy as np
import pytest

from sim.chance import NEEDS_ORDER, shuffle_kinds
from sim.compiled import DISABLED, njit
from sim.engine import play
from sim.games.miller_zoo import state as S
from sim.games.miller_zoo.actions import legal
from sim.games.miller_zoo.box import Animal, Card, Challenge, fill_box, tunables
from sim.games.miller_zoo.rules import apply, deal
from strategies.registry import seat_spec
from tests.games.miller_zoo.play import GAME, RESOURCES, boxes
from tests.games.miller_zoo.tables import CARDS, ICONS, zoo
from tests.games.recorder import records, seen
from tests.oracles import miller_zoo as oracle

Z = 4.5
WALK = pytest.mark.skipif(DISABLED, reason="a million choices are for compiled code")
THIRST, HUNGER = 0, 1

Icons = tuple[int, ...]
JOKER: Icons = ()
T, H, TH = (THIRST,), (HUNGER,), (THIRST, HUNGER)
NEEDS_OF_NEW = (H, TH)  # of the first animal to be received, of the second


@dataclass(frozen=True, kw_only=True)
class Tiny:
    """A challenge of two icons and one habitat, where P1 thirsts; there is one reception.

    `deck` and `needs` are (icons, copies): a needs card with both icons has the extra-resource symbol. `costs` are
    those of the animals, all of which are to be received.
    """

    deck: tuple[tuple[Icons, int], ...]
    needs: tuple[tuple[Icons, int], ...]
    costs: tuple[Icons, ...]
    hand: int
    tokens: int
    storage: int
    n_seats: int = 2
    renewed: bool = False
    free: bool = False

    def box(self) -> np.ndarray:
        """Return the box, for the production rules."""
        own = Challenge(
            name="tiny",
            seats=(1, 6),
            goal=len(self.costs),
            icons=(("T", "thirst"), ("H", "hunger")),
            habitats=("Farm",),
            printed=(Animal(id="P1", habitat=0, needs=T, cost=(), level=0),),
            animals=tuple(
                Animal(id=f"A{i}", habitat=0, needs=NEEDS_OF_NEW[i], cost=cost, level=1)
                for i, cost in enumerate(self.costs)
            ),
            resources=tuple(_card(icons, n) for icons, n in self.deck),
            needs=tuple(_card(icons, n, extra=icons == TH) for icons, n in self.needs),
            sources=dict.fromkeys(("challenge", "animals", "resources", "needs"), ("assumed", "")),
        )
        settings = {row.key: row.default for row in tunables(own)}
        settings |= {
            "solo.teammates": 1,
            "setup.hand": self.hand,
            "setup.storage": self.storage,
            "setup.receptions": 1,
            "setup.tokens": self.tokens,
            "rules.storage": "renewed" if self.renewed else "kept",
            "rules.first_move_free": self.free,
        }
        return fill_box(own, self.n_seats, settings)

    def referee(self, orders: tuple[Icons, ...]) -> oracle.Referee:
        """Return the oracle at the beginning of a game with these orders of the deck, the needs cards, the animals."""
        own = oracle.Zoo(
            icons=2,
            habitats=1,
            printed=(oracle.Animal(habitat=0, needs=T),),
            animals=tuple(
                oracle.Animal(habitat=0, needs=NEEDS_OF_NEW[i], cost=cost) for i, cost in enumerate(self.costs)
            ),
            resources=tuple(oracle.Card(icons=icons, copies=n) for icons, n in self.deck),
            needs=tuple(oracle.Card(icons=icons, copies=n, extra=icons == TH) for icons, n in self.needs),
        )
        figures = oracle.Numbers(
            teammates=self.n_seats,
            goal=len(self.costs),
            hand=self.hand,
            storage=self.storage,
            receptions=1,
            tokens=self.tokens,
            first_move_free=self.free,
            renewed=self.renewed,
        )
        deck, needs, animals = orders
        return oracle.Referee(own, figures, self.n_seats, deck, needs, animals, _only_order)

    def orders(self) -> dict[tuple[Icons, ...], Fraction]:
        """Return all orders of the deck, the needs cards and the animals, with their probabilities."""
        piles = [[n for _, n in self.deck], [n for _, n in self.needs], [1 for _ in self.costs]]
        ways = [Counter(permutations([kind for kind, n in enumerate(copies) for _ in range(n)])) for copies in piles]
        counts = {orders: ways[0][orders[0]] * ways[1][orders[1]] * ways[2][orders[2]] for orders in product(*ways)}
        return {orders: Fraction(n, sum(counts.values())) for orders, n in counts.items()}


def _card(icons: Icons, copies: int, extra: bool = False) -> Card:
    return Card(name="".join("TH"[icon] for icon in icons) or "joker", icons=icons, copies=copies, extra=extra)


def _only_order(_n: int, copies: Sequence[int]) -> list[int]:
    """The order of a new needs deck, which chance may not decide in a tiny game: its cards are all of one kind."""
    kinds = [kind for kind, n in enumerate(copies) if n]
    assert len(kinds) == 1
    return kinds * copies[kinds[0]]


TINY_GAMES = {
    "a card each": Tiny(
        deck=((T, 2), (TH, 2), (JOKER, 2)), needs=((T, 1),), costs=(TH,), hand=1, tokens=2, storage=1
    ),
    "two animals": Tiny(
        deck=((T, 3), (H, 2), (JOKER, 1)), needs=((TH, 2),), costs=(H, T), hand=1, tokens=3, storage=0
    ),
    "an extra card": Tiny(
        deck=((H, 2), (TH, 3), (JOKER, 1)), needs=((T, 3), (TH, 1)), costs=((THIRST, THIRST),), hand=2, tokens=4,
        storage=1,
    ),
    "alone, with a renewed storage and a free move": Tiny(
        deck=((T, 2), (TH, 2), (JOKER, 2)), needs=((T, 2),), costs=((THIRST, HUNGER, HUNGER),), hand=2, tokens=9,
        storage=1, n_seats=1, renewed=True, free=True,
    ),
}  # fmt: skip

# What does not matter to what follows.
TALLIES = (
    *("decision", "step", "turn", "dawn", "played_today", "n_moved", "n_fixed", "n_paid", "n_stored_used", "n_idle"),
    *("n_rides", "n_unused", "tokens_fixed", "icons_paid", "wasted", "n_stored", "n_dropped", "n_extra", "crises"),
    *("crisis_cards", "burned", "tokens_laid", "tokens_cleared", "tokens_lost", "day_received", "discarded", "beside"),
    *("morning", "n_morning", "gone"),
)

PILES = ("deck", "needs", "animals")  # in CHANCE

Outcome = tuple[int, int, int]  # reason, days, animals received
Exact = dict[Outcome, Fraction]


def spread(
    starts: Sequence[tuple[Any, Fraction]], walk: Callable[[Any], Iterator[tuple[Outcome | None, Any]]]
) -> Exact:
    """Follow every choice from every start; states that differ in tallies alone are followed together."""
    outcomes: Exact = defaultdict(Fraction)
    level: dict[Any, Fraction] = dict(starts)
    while level:
        following: dict[Any, Fraction] = defaultdict(Fraction)
        for key, weight in level.items():
            nexts = list(walk(key))
            share = weight / len(nexts)
            for outcome, after in nexts:
                if outcome is None:
                    following[after] += share
                else:
                    outcomes[outcome] += share
        level = following
    return dict(outcomes)


@njit(cached=False)
def _expand(box, chance, states, actions):
    """Fill states[1:] with what each legal action makes of states[0], and return how many there are."""
    n = legal(box, states[0], actions)
    for i in range(n):
        states[1 + i] = states[0]
        apply(box, chance, states[1 + i], actions[i])
    return n


@cache
def exact_by_rules(name: str) -> Exact:
    """Return the exact distribution of outcomes under uniform choices, through the production rules."""
    tiny = TINY_GAMES[name]
    box = records(tiny.box())[0]
    chance, states = records(np.zeros(1, GAME.CHANCE))[0], np.zeros(GAME.max_actions + 1, GAME.STATE)
    rows, actions = seen(states, np.zeros(GAME.max_actions, GAME.ACTION))
    raw = states.view(np.uint8).reshape(len(states), -1)
    kept = np.full_like(raw[0], 255)
    for tally in TALLIES:
        field, offset = (GAME.STATE.fields or {})[tally][:2]
        kept[offset : offset + field.itemsize] = 0

    def walk(key: tuple[tuple[Icons, ...], bytes]) -> Iterator[tuple[Outcome | None, Any]]:
        orders, data = key
        for pile, order in zip(PILES, orders, strict=True):
            chance[pile][: len(order)] = order
        raw[0] = np.frombuffer(data, np.uint8)
        n = _expand(box, chance, rows, actions)
        after = raw[1 : n + 1] & kept
        ends = (states[field][1 : n + 1].tolist() for field in ("end", "reason", "day", "received"))
        for i, (end, reason, day, received) in enumerate(zip(*ends, strict=True)):
            if end == S.RUNNING:
                yield None, (orders, after[i].tobytes())
            else:
                yield (reason, day, received), None

    starts = []
    for orders, state in dealt(tiny, box).items():
        states[0] = state
        starts.append(((orders, (raw[0] & kept).tobytes()), tiny.orders()[orders]))
    return spread(starts, walk)


def dealt(tiny: Tiny, box: Any) -> dict[tuple[Icons, ...], Any]:
    """Return, for all orders, a state that they are dealt in: games are dealt until each has come up."""
    chances, states = records(np.zeros(1, GAME.CHANCE)), records(np.zeros(1, GAME.STATE))
    sizes = (sum(n for _, n in tiny.deck), sum(n for _, n in tiny.needs), len(tiny.costs))
    missing, states_by_orders, game_id = set(tiny.orders()), {}, 0
    while missing:
        GAME.deal(box, tiny.n_seats, np.uint64(0), game_id, chances[0], states[0])
        orders = tuple(tuple(chances[0][pile][:size].tolist()) for pile, size in zip(PILES, sizes, strict=True))
        if orders in missing:
            missing.remove(orders)
            states_by_orders[orders] = states[0].copy()
        game_id += 1
    return states_by_orders


def exact_by_oracle(name: str) -> Exact:
    """Return the same distribution, through the oracle."""
    known: dict[str, oracle.Referee] = {}

    def note(referee: oracle.Referee) -> str:
        picture = {field: value for field, value in referee.picture().items() if field not in TALLIES}
        key = repr((referee.deck, referee.needs_deck, referee.to_come, picture))
        known[key] = referee
        return key

    def walk(key: str) -> Iterator[tuple[Outcome | None, Any]]:
        for action in known[key].legal():
            referee = known[key].copy()
            referee.apply(action)
            if referee.end == oracle.RUNNING:
                yield None, note(referee)
            else:
                yield (referee.reason, referee.day, referee.received), None

    starts: dict[str, Fraction] = defaultdict(Fraction)
    tiny = TINY_GAMES[name]
    for orders, weight in tiny.orders().items():
        starts[note(tiny.referee(orders))] += weight
    return spread(list(starts.items()), walk)


def assert_near(count: int, n: int, chance: Fraction, what: object) -> None:
    """Assert that something happened in as many of n games as its exact chance says."""
    expected, error = float(n * chance), sqrt(n * float(chance * (1 - chance)))
    assert abs(count - expected) <= Z * error, (
        f"{what}: {count} of {n}, expected {expected:.1f} with standard error {error:.1f}"
    )


@WALK
@pytest.mark.parametrize("name", TINY_GAMES)
def test_rules_and_oracle_agree_on_every_path_through_a_tiny_game(name: str) -> None:
    """Every choice in every state that can arise, not a sample: the fractions must be the same to the last digit."""
    assert sum(exact_by_rules(name).values()) == 1
    assert exact_by_oracle(name) == exact_by_rules(name)


@WALK
@pytest.mark.parametrize("name", TINY_GAMES)
def test_engine_plays_the_tiny_game_as_the_fractions_say(name: str) -> None:
    """Deal, loop, random strategy and score together: wins, losses, days and animals have their exact chances."""
    n, tiny, exact = 200_000, TINY_GAMES[name], exact_by_rules(name)
    games = play(GAME, tiny.box(), 7, 0, n, [seat_spec("miller_zoo", "random_legal")] * tiny.n_seats).games
    counts = Counter(zip(*(games[column].tolist() for column in ("reason", "days", "received")), strict=True))
    assert set(counts) <= set(exact)
    for outcome, chance in exact.items():
        assert_near(counts[outcome], n, chance, outcome)
    wins = sum((chance for outcome, chance in exact.items() if outcome[0] == S.WON), Fraction(0))
    assert_near(int(games["won"].sum()), n, wins, "wins")


# The crisis


@njit(cached=False)
def _crises(box, n_seats, n_games, icon, tokens, chances, states, actions, burned):
    """Fill, for each game, how many cards of a full deck the first night takes, with so many tokens of one problem."""
    state = states[0]
    for game_id in range(n_games):
        deal(box, n_seats, np.uint64(5), game_id, chances[0], state)
        state.drawn = 0
        for mate in range(n_seats):
            state.n_cards[mate] = 0
        state.tokens[0, icon] = tokens
        state.open[box.habitat[0], icon] = tokens
        state.supply = box.tokens - tokens
        legal(box, state, actions)
        apply(box, chances[0], state, actions[0])  # without a card, passing ends the day
        burned[game_id] = state.burned


def crises(settings: Mapping[str, object], tokens: int, n: int) -> np.ndarray:
    """Return the lengths of n crises, in cards."""
    box = records(boxes(2, {**settings, "needs.cards": 0}))[0]
    arrays = seen(np.zeros(1, GAME.CHANCE), np.zeros(1, GAME.STATE), np.zeros(GAME.max_actions, GAME.ACTION))
    burned = np.zeros(n, np.int64)
    _crises(box, 2, n, ICONS["T"], tokens, *arrays, burned)
    return burned


FORTY = RESOURCES | {"resources.T": 9, "resources.E": 31}
MIXED = RESOURCES | {"resources.joker": 4, "resources.TH": 5, "resources.G": 31}
# Settings, cards in the deck, cards in it that help against thirst, tokens.
CRISES: dict[str, tuple[Mapping[str, object], int, int, int]] = {
    "one token, forty cards": (FORTY, 40, 9, 1),
    "three tokens, forty cards": (FORTY, 40, 9, 3),
    "nine tokens, forty cards": (FORTY, 40, 9, 9),
    "one token, jokers and doubles too": (MIXED, 40, 9, 1),
    "one token, as printed": ({}, 80, 24, 1),
    "four tokens, as printed": ({}, 80, 24, 4),
}  # fmt: skip


@pytest.mark.parametrize("name", CRISES)
def test_crisis_takes_as_many_cards_as_the_closed_form_says(name: str) -> None:
    """[MZ 5.4, 5.5] The r-th of M helpful cards among N comes on average as card r(N + 1)/(M + 1)."""
    settings, cards, helpful, r = CRISES[name]
    n = 2_000 if DISABLED else 100_000
    burned = crises(settings, r, n)
    mean = r * Fraction(cards + 1, helpful + 1)
    variance = Fraction(r * (cards + 1) * (cards - helpful) * (helpful + 1 - r), (helpful + 1) ** 2 * (helpful + 2))
    assert abs(burned.mean() - float(mean)) < Z * sqrt(float(variance) / n)
    for card in range(r, r + 6):
        here = Fraction(comb(card - 1, r - 1) * comb(cards - card, helpful - r), comb(cards, helpful))
        assert_near(int((burned == card).sum()), n, here, f"over with card {card}")


def test_lone_token_costs_four_cards_and_a_tenth() -> None:
    """[MZ 5.4] The example worked out by hand: nine helpful cards among forty."""
    assert Fraction(40 + 1, 9 + 1) == Fraction(41, 10)
    helpful = sum(card.copies for card in zoo({}).resources if ICONS["T"] in card.icons or not card.icons)
    assert (helpful, Fraction(80 + 1, helpful + 1)) == (24, Fraction(81, 25))


# The deal


@njit(cached=False)
def _deals(box, n_seats, n_games, chances, states, jokers, pairs, animals, needs, useless, laid, extra):
    """Count, over many deals: jokers by place in the deck, and next to each other; which animal is turned up as which;
    needs cards with the symbol by place, in the first and in the second needs deck; first hands without a card against
    thirst. Fill, for each game, tokens and extra cards of the first morning.
    """
    order = np.zeros(S.NEEDS_DECK, np.int8)
    joker = box.n_kinds - 1
    for game_id in range(n_games):
        deal(box, n_seats, np.uint64(3), game_id, chances[0], states[0])
        deck = chances[0].deck
        for place in range(box.deck_size):
            jokers[place] += deck[place] == joker
            pairs[0] += place > 0 and deck[place] == joker and deck[place - 1] == joker
        for place in range(7):
            animals[place, chances[0].animals[place]] += 1
        shuffle_kinds(np.uint64(3), game_id, NEEDS_ORDER, 1, states[0].needs_in, S.NONE, order)
        for place in range(box.needs_size):
            needs[0, place] += box.extra[chances[0].needs[place]]
            needs[1, place] += box.extra[order[place]]
        helpful = 0
        for place in range(4):
            card = deck[place]
            helpful += box.joker[card] or box.first[card] == 0 or box.second[card] == 0
        useless[0] += helpful == 0
        laid[game_id] = states[0].tokens_laid
        extra[game_id] = states[0].n_extra


@cache
def deals(n: int, n_seats: int = 3) -> tuple[np.ndarray, ...]:
    """Return what `_deals` counts in n games."""
    counts = tuple(np.zeros(shape, np.int64) for shape in (80, 1, (7, 7), (2, 30), 1, n, n))
    arrays = seen(np.zeros(1, GAME.CHANCE), np.zeros(1, GAME.STATE))
    _deals(records(boxes(n_seats, {}))[0], n_seats, n, *arrays, *counts)
    return counts


DEALS = 300 if DISABLED else 50_000


def test_decks_are_shuffled_evenly() -> None:
    """[MZ 1.3, 1.4, 1.5, 3.3] Every card may lie anywhere, and beside any other; the new needs deck too."""
    assert list(CARDS)[-1] == "joker"
    jokers, pairs, animals, needs, *_ = deals(DEALS)
    for place in range(80):
        assert_near(int(jokers[place]), DEALS, Fraction(8, 80), f"a joker as card {place}")
    beside, variance = Fraction(8 * 7, 80), Fraction(8 * 73 * 7 * 72, 80**2 * 79)  # eight less a hypergeometric number
    assert abs(pairs[0] - DEALS * float(beside)) < Z * sqrt(DEALS * float(variance))
    for place, animal in product(range(7), range(7)):
        assert_near(int(animals[place, animal]), DEALS, Fraction(1, 7), f"animal {animal} as number {place}")
    symbols = sum(card.copies for card in zoo({}).needs if card.extra)
    for deck, place in product(range(2), range(30)):
        assert_near(int(needs[deck, place]), DEALS, Fraction(symbols, 30), f"a symbol as card {place} of deck {deck}")


def test_first_hand_is_of_no_help_as_often_as_the_closed_form_says() -> None:
    """[MZ 2.2] Four of 80, none of the 24 that help against thirst."""
    chance = Fraction(comb(80 - 24, 4), comb(80, 4))
    assert float(chance) == pytest.approx(0.232230, abs=1e-6)
    assert_near(int(deals(DEALS)[4][0]), DEALS, chance, "no help against thirst in a hand")


def test_first_morning_lays_as_many_tokens_as_the_needs_cards_say() -> None:
    """[MZ 3.1, 3.2, 3.4] 42 problems on 30 cards, one printed animal for each problem: 1.4 tokens a teammate."""
    needs = zoo({}).needs
    problems = sum(card.copies * len(card.icons) for card in needs)
    symbols = sum(card.copies for card in needs if card.extra)
    assert (problems, symbols) == (42, 12)
    *_, laid, extra = deals(DEALS)
    for counted, per_card in ((laid, Fraction(problems, 30)), (extra, Fraction(symbols, 30))):
        assert abs(counted.mean() - 3 * float(per_card)) < Z * counted.std() / sqrt(DEALS)
