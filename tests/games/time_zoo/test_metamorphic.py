"""What must stay the same when something else is changed: relations between games, exact and game by game.

Chance is addressed, so a changed number leaves every draw that it does not concern where it was, and these relations
hold for each single game and not only on average.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import numpy as np
import pytest

from sim.compiled import DISABLED
from sim.engine import play
from sim.games.time_zoo import state as S
from strategies.registry import seat_spec
from tests.games.recorder import records
from tests.games.time_zoo.play import GAME, KEEN, boxes, dealt, recorder, recount
from tests.games.time_zoo.tables import FOODS, numbers
from tests.oracles.time_zoo import FIELDS, pictures, plain_actions

N = 40 if DISABLED else 400
LINEUP = ("random_legal", "cheapest_first", "random_legal", "cheapest_first", "random_legal")
NO_LOSSES: dict[str, object] = {"animals.velociraptor.copies": 0, "animals.smilodon.copies": 0}


def outcomes(
    n_seats: int, settings: Mapping[str, object], n: int = N, names: Sequence[str] = LINEUP, **how: int
) -> Any:
    """Return the rows of games and seats that strategies play under these settings."""
    lineup = [seat_spec("time_zoo", name) for name in names[:n_seats]]
    return play(GAME, boxes(n_seats, settings), 12, 0, n, lineup, **how)


def same(one: Any, other: Any) -> bool:
    """Return whether two batches have the same rows."""
    return np.array_equal(one.games, other.games) and np.array_equal(one.seats, other.seats)


def without(*animals: str) -> dict[str, object]:
    """Return settings without some animals."""
    return {f"animals.{animal}.copies": 0 for animal in animals}


INERT: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "every tunable set to its default": ({}, {tunable.key: tunable.default for tunable in GAME.tunables}),
    "what interns bring where there are none": (
        {"setup.interns": 0},
        {"interns.blue.bonus": 12, "interns.all.bonus": 0, "interns.dodo.counts": 3, "interns.needed": 1},
    ),
    "the least price where nothing is reduced": ({"actions.discount": 0}, {"rules.least_price": 2}),
    "whose price falls where nothing reduces one": (without("dire_wolf", "allosaurus"), {"rules.discount": "lasting"}),
    "what a calf counts where it counts nothing": ({"sets.mammoth.calf": 0}, {"rules.calf": "once"}),
    "sets where nobody can have more than one": ({"setup.interns": 0}, {"rules.sets": "several"}),
    "points of food under animals that are not there": (
        without("triceratops", "stegosaurus", "megatherium", "brachiosaurus"),
        {"actions.tuck": 4},
    ),
    "declining an exchange that nobody can make": (without("oviraptor"), {"rules.exchange": "may"}),
    "removal without a Tyrannosaurus": (without("trex"), {"actions.remove": 7}),
    "price and points of an animal that is not there": (
        without("egg"),
        {"animals.egg.cost": 3, "animals.egg.points": 12, "sets.egg.2": 24},
    ),
    "a cap that no game comes near": ({}, {"engine.turn_cap": 10_000}),
}


@pytest.mark.parametrize("name", INERT)
def test_change_that_touches_nothing_changes_nothing(name: str) -> None:
    """A what-if whose rule never comes into play must give differences of exactly zero."""
    before, change = INERT[name]
    assert same(outcomes(4, before), outcomes(4, before | change))


def test_games_do_not_depend_on_the_batch() -> None:
    """Nothing is left over from one game to the next."""
    whole = outcomes(3, {})
    assert same(whole, outcomes(3, {}, batch=7))
    late = play(GAME, boxes(3, {}), 12, N - 5, 5, [seat_spec("time_zoo", name) for name in LINEUP[:3]])
    assert np.array_equal(late.games, whole.games[-5:])


def test_cap_changes_only_the_games_it_cuts_off() -> None:
    """Games that end before the cap are untouched; the others stop at it without a winner."""
    names = ("random_legal",) * 3
    free = outcomes(3, {}, names=names)
    cap = int(np.median(free.games["turns"]))
    capped = outcomes(3, {"engine.turn_cap": cap}, names=names)
    short = free.games["turns"] <= cap
    assert N / 8 < short.sum() < N
    assert np.array_equal(free.games[short], capped.games[short])
    assert (capped.games["turns"][~short] == cap).all()
    assert (capped.games["n_winners"][~short] == 0).all()


def worth(times: int) -> dict[str, object]:
    """Return settings under which everything is worth so many times its points."""
    printed: dict[str, object] = {f"animals.{animal.key}.points": animal.points for animal in numbers({}).animals}
    printed |= {
        f"interns.{one.key}.bonus": one.amount for one in numbers({}).interns if one.rule not in ("dodo", "egg")
    }
    sets = ("sets.mammoth.adult", "sets.mammoth.calf", "actions.tuck")
    printed |= {t.key: t.default for t in GAME.tunables if t.key in sets or t.key.startswith(("sets.dodo", "sets.egg"))}
    return {key: times * int(str(value)) for key, value in printed.items()}


def test_without_any_points_everybody_shares_the_win() -> None:
    """[TZ 8.4] All are tied; more animals decide where that is the ruling."""
    for n_seats in (2, 3, 4, 5):
        shared = outcomes(n_seats, worth(0))
        assert not shared.seats["score"].any()
        assert (shared.games["n_winners"] == n_seats).all()
        assert (shared.seats["share"] == 420 // n_seats).all()
        decided = outcomes(n_seats, worth(0) | {"rules.tie": "animals"})
        animals, shares = (decided.seats[name].reshape(N, n_seats) for name in ("animals", "share"))
        assert (animals.max(axis=1) == np.where(shares > 0, animals, 0).max(axis=1)).all()
        assert (np.where(shares > 0, animals, 99).min(axis=1) == animals.max(axis=1)).all()


def test_points_twice_as_high_double_every_score_and_change_no_winner() -> None:
    """For who does not look at points, the same games."""
    names = ("random_legal",) * 4
    once, twice = outcomes(4, worth(1), names=names), outcomes(4, worth(2), names=names)
    assert same(once, outcomes(4, {}, names=names))
    assert np.array_equal(2 * once.seats["score"], twice.seats["score"])
    assert np.array_equal(once.seats["rank"], twice.seats["rank"])
    assert np.array_equal(2 * once.games["margin"], twice.games["margin"])
    assert once.seats["score"].any()


@pytest.mark.skipif(DISABLED, reason="2,000 games are for compiled code")
@pytest.mark.parametrize("animal", ["trex", "mosasaurus", "brachiosaurus"])
def test_animal_that_costs_less_is_lured_more_often(animal: str) -> None:
    """Statistical, 4.5 standard errors of paired differences; by random players, who buy what they can."""
    names = ("random_legal",) * 3
    dear, cheap = (
        outcomes(3, {f"animals.{animal}.cost": cost}, 5 * N, names)
        .seats[f"got_animals_{animal}"]
        .reshape(-1, 3)
        .sum(axis=1)
        for cost in (3, 1)
    )
    gain = cheap.astype(float) - dear
    assert gain.mean() > 4.5 * gain.std() / np.sqrt(len(gain))


def test_food_card_that_is_never_drawn_could_as_well_not_be_there() -> None:
    """[TZ 1.3] Without it, games that never came to it are the same but for the pile left; the others need not be."""
    names, less = ("random_legal",) * 2, {"food.ribs_squid.copies": 0}
    with_it, without_it = outcomes(2, {}, names=names), outcomes(2, less, names=names)
    same_games = 0
    for game_id in range(N):
        piles = [
            dealt(2, settings, 12, game_id)[0][0].pile[: 63 - short].tolist()
            for short, settings in ((0, {}), (1, less))
        ]
        place = piles[0].index(FOODS.index("ribs_squid"))
        assert piles[0][:place] + piles[0][place + 1 :] == piles[1], "only the one card is missing"
        one, other = with_it.games[game_id].copy(), without_it.games[game_id].copy()
        if one["reshuffles"] or place >= one["pile_left"]:
            continue
        same_games += 1
        other["pile_left"] += 1
        assert one == other
        rows = slice(2 * game_id, 2 * game_id + 2)
        assert np.array_equal(with_it.seats[rows], without_it.seats[rows])
    assert same_games > N / 20


# Relabelling: the same choices, renamed, lead through the same states, renamed.

Rename = Callable[[dict[str, Any]], dict[str, Any]]


def assert_renamed(
    n_seats: int, settings: dict[str, object], game_id: int, picture: Rename, action: Callable[[Any], Any], fill: Any
) -> int:
    """Play a game at random, and again with everything renamed; return the decisions compared.

    fill: renames the beginning, given chance and state. What comes after a reshuffle is addressed by kind of card, and
    not compared.
    """
    recording = recorder(n_seats, settings)
    game = recording.random(31, game_id, KEEN)
    seen = pictures(game.states, numbers(settings), n_seats)
    chances, states = dealt(n_seats, settings, 31, game_id)
    fill(chances, states)
    actions = records(np.zeros(GAME.max_actions, GAME.ACTION))
    for t, chosen in enumerate(game.chosen):
        assert pictures(states, numbers(settings), n_seats)[0] == picture(seen[t])
        options = plain_actions(actions[: GAME.legal(recording.box, states[0], actions)], n_seats)
        assert len(options) == len(game.legal[t])
        GAME.apply(recording.box, chances[0], states[0], actions[options.index(action(chosen))])
        if game.states[t + 1]["reshuffles"]:
            return t
    assert pictures(states, numbers(settings), n_seats)[0] == picture(seen[-1])
    return len(game.chosen)


@pytest.mark.parametrize("n_seats", [2, 3, 4, 5])
@pytest.mark.parametrize("settings", [{}, {"variant.advanced": True, "rules.exchange": "may"}])
def test_no_seat_is_special(n_seats: int, settings: dict[str, object]) -> None:
    """Everybody a seat on, the start too; without robbers, for what is lost is addressed by seat."""
    for game_id in range(12):
        by = 1 + game_id % (n_seats - 1)

        def on(seat: int, by: int = by) -> int:
            return (seat + by) % n_seats

        def turned(picture: dict[str, Any], by: int = by) -> dict[str, Any]:
            return {
                name: [value[(seat - by) % n_seats] for seat in range(n_seats)]
                if FIELDS[name].startswith("P")
                else value
                for name, value in picture.items()
            } | {name: on(picture[name], by) for name in ("start", "actor")}

        def action(chosen: tuple[Any, ...], by: int = by) -> tuple[Any, ...]:
            return (S.EXCHANGE, on(chosen[1], by), chosen[2]) if chosen[0] == S.EXCHANGE else chosen

        def fill(chances: Any, states: Any, by: int = by) -> None:
            state = states[0]
            for name, axes in FIELDS.items():
                if axes.startswith("P"):
                    state[name][:n_seats] = np.roll(state[name][:n_seats], by, axis=0)
            state.start, state.actor = on(state.start, by), on(state.actor, by)

        assert assert_renamed(n_seats, NO_LOSSES | settings, game_id, turned, action, fill) > 5


@pytest.mark.parametrize("n_seats", [2, 5])
def test_no_food_of_a_colour_is_special(n_seats: int) -> None:
    """Fish for crab, crab for squid, squid for fish, and in step with them green and red: on all cards and in all
    payments.
    """
    colours = (("fish", "crab", "squid"), ("fruit", "nuts", "hay"), ("chicken", "steak", "ribs"))
    following = {icon: colour[(i + 1) % 3] for colour in colours for i, icon in enumerate(colour)}
    shown = [food.icons for food in numbers({}).foods]
    onto = [list(following).index(icon) for icon in following.values()]
    to = [shown.index(frozenset(map(following.get, icons))) for icons in shown]  # type: ignore[arg-type]

    def card(food: int) -> int:
        return food if food == S.NONE else to[food]

    def counts(row: Sequence[int]) -> list[int]:
        return [row[to.index(food)] for food in range(len(to))]

    def renamed(picture: dict[str, Any]) -> dict[str, Any]:
        paid = sorted(card(food) for food in picture["paid"][: picture["n_paid"]])
        return picture | {
            "discard": [card(food) for food in picture["discard"]],
            "paid": paid + picture["paid"][len(paid) :],
            "hand": [counts(hand) for hand in picture["hand"]],
            "out": counts(picture["out"]),
            "held": [sum(1 << to[food] for food in range(len(to)) if held >> food & 1) for held in picture["held"]],
            "shown": [sum((word >> 7 * i & 127) << 7 * onto[i] for i in range(len(onto))) for word in picture["shown"]],
        }

    def action(chosen: tuple[Any, ...]) -> tuple[Any, ...]:
        if chosen[0] in (S.DISCARD_CARD, S.TUCK, S.DISCARD):
            return (chosen[0], card(chosen[1]))
        if chosen[0] in (S.PAY, S.PUT):
            cards = tuple(card(food) for food in chosen[1])
            return (chosen[0], tuple(sorted(cards)) if chosen[0] == S.PAY else cards)
        return chosen

    def fill(chances: Any, states: Any) -> None:
        state, pile = states[0], chances[0].pile
        pile[: state.pile] = [card(food) for food in pile[: state.pile].tolist()]
        state.discard[0] = card(int(state.discard[0]))
        state.hand[:, : len(to)] = [counts(hand) for hand in state.hand[:, : len(to)].tolist()]
        recount(records(boxes(n_seats, {}))[0], state)

    for game_id in range(20):
        assert assert_renamed(n_seats, NO_LOSSES, game_id, renamed, action, fill) > 5
