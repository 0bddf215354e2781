"""Do the strategies for Time Zoo do what their docstrings say was tested?

Seeds differ from those that the strategies were tuned on. Unless said otherwise a claim must hold by 4.5 standard
errors; for a claim that is not true that happens about once in 300,000 times.
"""

from __future__ import annotations

import numpy as np
import pytest

from sim.engine import trace
from sim.games.time_zoo.box import animal_keys, food_keys, printed
from sim.games.time_zoo.holdings import give
from sim.games.time_zoo.state import DISCARD_CARD, FINISHED, LURE, MAIN, MORE, ORDER, PAYING
from sim.registry import load_game
from strategies.registry import SHIPPED, default_lineup, seat_spec
from tests.conformance.tables import asked
from tests.strategies.claims import CERTAIN, Table, errors_above, first_above_others, played, share_above_fair

GAME = load_game("time_zoo")
OTHERS = [name for name in SHIPPED["time_zoo"] if name != "balanced"]
THINKING = [name for name in OTHERS if name not in ("random_legal", "cheapest_first")]


def table(*lineup: str, games: int = 2000, advanced: bool = False) -> Table:
    """Play a lineup."""
    return played("time_zoo", lineup, games, ("variant.advanced", advanced))


@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_every_other_head_to_head(other: str) -> None:
    """The yardstick of good play must not lose to a one-sided idea, few or many of a kind."""
    b, x = "balanced", other
    for lineup in ([b, x], [b, x, x], [b, x, b, x], [b, b, x, x], [b, x, x, x], [b, x, x, x, x], [b, b, b, x]):
        assert share_above_fair(table, lineup, b) > CERTAIN, lineup


@pytest.mark.parametrize("other", OTHERS)
def test_balanced_beats_every_other_when_interns_are_in_the_row(other: str) -> None:
    """The advanced rule adds an action that a strategy may misjudge."""
    assert share_above_fair(table, ["balanced", other, "balanced", other], "balanced", advanced=True) > CERTAIN


@pytest.mark.parametrize("name", [name for name in SHIPPED["time_zoo"] if name != "random_legal"])
def test_every_idea_beats_random_play(name: str) -> None:
    """An idea that chance beats is no idea of how people play."""
    assert share_above_fair(table, [name, "random_legal", "random_legal", "random_legal"], name) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "denier", "engine_builder"), ("set_collector", "food_hoarder")])
def test_cheapest_first_pays_least_for_an_animal(others: tuple[str, ...]) -> None:
    """It looks at the price alone."""
    _, seats = table("cheapest_first", *others)
    assert first_above_others(-seats["food_paid"] / np.maximum(seats["lures"], 1)) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "denier", "engine_builder"), ("set_collector", "cheapest_first")])
def test_highest_points_has_the_animals_with_most_points(others: tuple[str, ...]) -> None:
    """Points printed on an animal, not those that it brings with others."""
    _, seats = table("highest_points", *others)
    assert first_above_others(seats["from_animals"] / np.maximum(seats["animals"], 1)) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "denier", "engine_builder"), ("highest_points", "cheapest_first")])
def test_the_set_collector_gets_most_from_sets(others: tuple[str, ...]) -> None:
    """Dodos, eggs, mammoths and interns together."""
    _, seats = table("set_collector", *others)
    sets = sum(seats[column] for column in ("from_dodos", "from_eggs", "from_mammoths", "from_interns"))
    assert first_above_others(sets) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "denier", "engine_builder"), ("highest_points", "cheapest_first")])
def test_the_food_hoarder_takes_most_food_and_is_left_with_most(others: tuple[str, ...]) -> None:
    """The mistake that the rule on food in the hand is there to punish has to be seen in results."""
    _, seats = table("food_hoarder", *others)
    assert first_above_others(seats["food_turns"]) > CERTAIN
    assert first_above_others(seats["food_left"]) > CERTAIN


@pytest.mark.parametrize("others", [("balanced", "denier", "set_collector"), ("highest_points", "cheapest_first")])
def test_the_engine_builder_draws_most_food(others: tuple[str, ...]) -> None:
    """An engine that does not run faster than the others' is none."""
    _, seats = table("engine_builder", *others)
    assert first_above_others(seats["food_drawn"]) > CERTAIN
    assert first_above_others(seats["blue"]) > CERTAIN


@pytest.mark.parametrize("others", [("set_collector",), ("set_collector", "set_collector", "balanced")])
def test_the_denier_keeps_others_from_sets(others: tuple[str, ...]) -> None:
    """Compared with the same player who denies nothing, in the same games."""
    steady = [f"{name}(temperature=0)" for name in others]  # noise of theirs would drown what one player changes
    _, seats = table("denier", *steady, games=8000)
    _, calm = table("denier(deny=0,feed=0)", *steady, games=8000)
    less = sum(calm[column].astype(float) - seats[column] for column in ("from_dodos", "from_eggs", "from_mammoths"))
    assert errors_above(less[:, 1:].mean(axis=1)) > CERTAIN


def _asked_with(hand: list[str], row: list[str], discard: list[str], phase: int, animal: str | None = None):  # type: ignore[no-untyped-def]
    """Return the actions and the choice of `balanced` with a hand, a row and a discard pile, early in a game."""
    box = GAME.make_box(3, {}).view(np.recarray)[0]
    state = trace(GAME, GAME.make_box(3, {}), 1, 0, [seat_spec("time_zoo", "random_legal")] * 3).steps[0].state.copy()
    foods, animals = food_keys(printed()), animal_keys(printed())
    me = int(state.actor)
    for name in ("hand", "hand_size", "held", "shown", "fits", "interns", "employed"):
        state[name][me] = 0
    for food in hand:
        give(box, state, me, foods.index(food))
    for slot in range(box.row):
        state.row[slot] = animals.index(row[slot]) if slot < len(row) else -1
    state.discard[:] = -1
    for place, food in enumerate(discard):
        state.discard[place] = foods.index(food)
    state.n_discard = len(discard)
    state.phase = phase
    if animal is not None:
        state.slot, state.animal = row.index(animal), animals.index(animal)
    _, actions, chosen = asked(GAME, box, state, seat_spec("time_zoo", "balanced").strategy)
    return actions, actions[chosen]


def test_a_payment_keeps_what_the_row_needs() -> None:
    """Two blue cards pay the Ichthyosaurus; the third fish is worth most beside two others, for the Mosasaurus."""
    foods = food_keys(printed())
    hand = ["fish", "fish", "fish", "crab", "squid"]
    _, paid = _asked_with(hand, ["ichthyosaurus", "mosasaurus"], [], PAYING, "ichthyosaurus")
    assert sorted(int(card) for card in paid.cards[:2]) == sorted([foods.index("crab"), foods.index("squid")])


def test_a_payment_keeps_cards_with_two_icons() -> None:
    """Such a card can pay more animals."""
    foods = food_keys(printed())
    _, paid = _asked_with(["fish_fruit", "fish", "crab"], ["ichthyosaurus"], [], PAYING, "ichthyosaurus")
    assert foods.index("fish_fruit") not in paid.cards[:2]


def test_the_discard_pile_is_asked_for_the_card_that_the_row_needs() -> None:
    """Two chickens in the hand, the third face up, and the Tyrannosaurus in the row."""
    _, chosen = _asked_with(["chicken", "chicken", "fish"], ["trex"], ["hay", "chicken"], MORE)
    assert chosen.kind == DISCARD_CARD


def test_the_order_leaves_on_top_what_the_row_needs_least() -> None:
    """Red animals lie in the row: the next player must not find the steak on top."""
    foods = food_keys(printed())
    box = GAME.make_box(3, {}).view(np.recarray)[0]
    state = trace(GAME, GAME.make_box(3, {}), 1, 0, [seat_spec("time_zoo", "random_legal")] * 3).steps[0].state.copy()
    animals = animal_keys(printed())
    for slot, name in enumerate(["dodo", "trex", "allosaurus", "dire_wolf", "smilodon"]):
        state.row[slot] = animals.index(name)
    state.phase, state.slot, state.animal, state.n_paid = ORDER, 0, animals.index("dodo"), 2
    state.paid[:2] = sorted([foods.index("hay"), foods.index("steak")])
    _, actions, chosen = asked(GAME, box, state, seat_spec("time_zoo", "balanced").strategy)
    assert actions[chosen].cards[1] == foods.index("hay")


@pytest.mark.parametrize("name", THINKING)
def test_food_is_worth_nothing_in_the_last_turn(name: str) -> None:
    """Whoever takes food then, where an animal with points can be lured, has not read the rules."""
    games = range(12)
    checked = 0
    for game_id in games:
        box = GAME.make_box(3, {})
        told = trace(GAME, box, 7, game_id, [seat_spec("time_zoo", f"{name}(temperature=0)")] * 3)
        actions = np.zeros(GAME.max_actions, GAME.ACTION).view(np.recarray)
        for step in told.steps:
            if step.state.last_round and step.state.phase == MAIN:
                n = GAME.legal(box.view(np.recarray)[0], step.state, actions)
                if any(actions[i].kind == LURE for i in range(n)):
                    checked += 1
                    assert step.action.kind == LURE
    assert checked > 0


@pytest.mark.parametrize(("n_seats", "least", "most"), [(2, 22, 34), (3, 15, 23), (4, 11, 18), (5, 9, 15)])
def test_games_are_as_long_and_as_high_as_expected(n_seats: int, least: int, most: int) -> None:
    """Turns of each seat in the usual lineup and among equals."""
    for lineup in (default_lineup("time_zoo", n_seats), ["balanced"] * n_seats):
        games, seats = table(*lineup)
        assert (games["end"] == FINISHED).all()
        assert least < games["turns"].mean() / n_seats < most
        assert 75 < seats["score"].sum(axis=1).mean() < 110


@pytest.mark.parametrize("name", SHIPPED["time_zoo"])
def test_games_among_equals_end_by_the_rules(name: str) -> None:
    """Four of a kind that only take food would run into the turn cap."""
    games, _ = table(name, name, name, name)
    assert (games["end"] == FINISHED).all()
