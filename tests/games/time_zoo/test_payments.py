"""Are the ways to pay for an animal all of them, each once, and no others?

The referee here reads the data files for itself and tries every choice of cards from the hand.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from itertools import combinations, permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sim
from sim.games.time_zoo.actions import legal
from sim.games.time_zoo.box import MAX_ACTIONS, animal_keys, food_keys, printed
from sim.games.time_zoo.game import GAME
from sim.games.time_zoo.holdings import give, own
from sim.games.time_zoo.payments import card_of, fitting, list_payments, price, sole_payment
from sim.games.time_zoo.state import NONE, ORDER, PRICE, PUT
from tests.games.recorder import records

DATA = Path(sim.__file__).parent / "games" / "time_zoo" / "data"
FOOD: Mapping[str, Any] = tomllib.loads((DATA / "deck.toml").read_text(encoding="utf-8"))
ANIMALS: Mapping[str, Any] = FOOD["animals"]
COLOURS: Mapping[str, list[str]] = FOOD["colours"]
ALL_ICONS = [icon for icons in COLOURS.values() for icon in icons]
SHOWN = [row["icons"] for row in FOOD["food"].values()]  # (F,) icons of each kind of food card
ACTIONS = records(np.zeros(MAX_ACTIONS, GAME.ACTION))
BOX = records(GAME.make_box(5, {}))[0]

Hand = dict[int, int]

hands = st.dictionaries(st.integers(0, len(SHOWN) - 1), st.integers(1, 4), max_size=7)
animals = st.sampled_from(animal_keys(printed()))
zoos = st.dictionaries(animals, st.integers(1, 3), max_size=5)
seats = st.integers(0, 4)


def table(box: Any, hand: Hand, zoo: Mapping[str, int], seat: int) -> Any:
    """Return a state in which a seat has these cards and all others hold nothing."""
    state = records(np.zeros(1, GAME.STATE))[0]
    state.n_seats, state.actor = 5, seat
    for food, n in hand.items():
        for _ in range(n):
            give(box, state, seat, food)
    for key, n in zoo.items():
        own(box, state, seat, animal_keys(printed()).index(key), n)
    return state


def box_with(**changes: Any) -> Any:
    """Return the box of five seats with some settings, dots written as double underscores."""
    return records(GAME.make_box(5, {key.replace("__", "."): value for key, value in changes.items()}))[0]


def listed(box: Any, state: Any, seat: int, key: str) -> list[tuple[int, ...]]:
    """Return the payments that the game lists, as kinds of food card."""
    n = list_payments(box, state, seat, animal_keys(printed()).index(key), ACTIONS)
    return [tuple(int(card) for card in ACTIONS[i].cards if card != NONE) for i in range(n)]


def referee_price(key: str, zoo: Mapping[str, int], lasting: bool, off: int, least: int) -> int:
    """Return what an animal costs an owner of such a zoo, from the rulebook's words."""
    animal = ANIMALS[key]
    kin = {other: n for other, n in zoo.items() if ANIMALS[other]["type"] == animal["type"]}
    if lasting:
        less = sum(n for other, n in kin.items() if ANIMALS[other]["action"] == "discount")
    else:
        less = sum(kin.values()) if animal["action"] == "discount" else 0
    cost = int(animal["cost"])
    return min(cost, max(least, cost - off * less))


def pays(key: str, cards: tuple[int, ...]) -> bool:
    """Return whether cards can be played for an animal's icons, by trying what each is played for."""
    animal = ANIMALS[key]
    eaten = ALL_ICONS if animal["type"] == "orange" else COLOURS[animal["type"]]
    if animal["same"]:
        return not cards or any(all(icon in SHOWN[card] for card in cards) for icon in eaten)
    return all(any(icon in eaten for icon in SHOWN[card]) for card in cards)


def referee(hand: Hand, key: str, cards: int) -> set[tuple[int, ...]]:
    """Return every payment of so many cards, as ascending kinds."""
    held = [food for food, n in sorted(hand.items()) for _ in range(n)]
    return {chosen for chosen in combinations(held, cards) if pays(key, chosen)}


@settings(deadline=None, max_examples=400)
@given(hand=hands, key=animals, zoo=zoos, seat=seats, lasting=st.booleans(), off=st.integers(0, 3), least=seats)
def test_payments_are_those_that_trying_every_choice_of_cards_finds(
    hand: Hand, key: str, zoo: dict[str, int], seat: int, lasting: bool, off: int, least: int
) -> None:
    """A payment that is missing is a choice nobody gets; one too many is an animal for the wrong food [TZ 4, 6.9]."""
    least = min(least, 2)
    box = box_with(rules__discount="lasting" if lasting else "own", actions__discount=off, rules__least_price=least)
    state = table(box, hand, zoo, seat)
    found = listed(box, state, seat, key)
    assert len(found) == len(set(found)), "the same payment twice"
    assert all(payment == tuple(sorted(payment)) for payment in found)
    assert set(found) == referee(hand, key, referee_price(key, zoo, lasting, off, least))


@settings(deadline=None, max_examples=400)
@given(hand=hands, key=animals, zoo=zoos, seat=seats)
def test_an_animal_can_be_lured_if_and_only_if_there_is_a_payment(
    hand: Hand, key: str, zoo: dict[str, int], seat: int
) -> None:
    """The list of lures is made without looking for payments; one without any would leave its payer stuck [TZ 4.1]."""
    state, animal = table(BOX, hand, zoo, seat), animal_keys(printed()).index(key)
    cards = price(BOX, state, seat, animal)
    assert (fitting(BOX, animal, state.fits[seat]) >= cards) == bool(listed(BOX, state, seat, key))


@settings(deadline=None, max_examples=400)
@given(hand=hands, key=animals, cards=seats)
def test_payment_without_a_choice_is_found_if_and_only_if_there_is_just_one(hand: Hand, key: str, cards: int) -> None:
    """It is not asked for, so one that is wrong would be nobody's choice [TZ 10.2]."""
    cards = min(cards, 3)
    box = box_with(**{f"animals.{key}.cost": cards, "actions.discount": 0})
    state = table(box, hand, {}, 2)
    found = sole_payment(box, state, 2, animal_keys(printed()).index(key), cards)
    ways = listed(box, state, 2, key)
    expected = ways[0] if len(ways) == 1 else None
    assert (None if found == NONE else tuple(card_of(found, i) for i in range(cards))) == expected


@pytest.mark.parametrize("key", animal_keys(printed()))
def test_no_hand_can_have_more_payments_than_there_is_room_for(key: str) -> None:
    """The list is filled without looking at its end: a hand of everything at the highest price has to fit."""
    highest = {tunable.key: tunable.high for tunable in GAME.tunables}[f"animals.{key}.cost"]
    everything = dict.fromkeys(range(len(food_keys(printed()))), 9)
    box = box_with(**{f"animals.{key}.cost": highest})
    found = listed(box, table(box, everything, {}, 0), 0, key)
    assert len(set(found)) == len(found) <= MAX_ACTIONS
    if ANIMALS[key]["type"] != "orange" and not ANIMALS[key]["same"]:
        assert len(found) == MAX_ACTIONS, "more room than it takes"


@settings(deadline=None)
@given(cards=st.lists(st.integers(0, 3), min_size=2, max_size=PRICE))
def test_orders_are_the_different_orders_of_the_cards_paid(cards: list[int]) -> None:
    """Equal cards are alike in any order: to ask twice would count one choice double [TZ 4.6, 10.2]."""
    state = table(BOX, {}, {}, 0)
    state.phase, state.n_paid = ORDER, len(cards)
    state.paid[:] = NONE
    state.paid[: len(cards)] = sorted(cards)
    n = legal(box_with(), state, ACTIONS)
    assert all(ACTIONS[i].kind == PUT for i in range(n))
    found = [tuple(int(card) for card in ACTIONS[i].cards if card != NONE) for i in range(n)]
    assert found == sorted(set(permutations(cards)))
