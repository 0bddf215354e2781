"""What must stay the same when something else is changed: relations between games, exact and game by game.

Chance is addressed, so a changed number leaves every draw that it does not concern where it was, and these relations
hold for each single game and not only on average.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
import pytest

from sim.engine import play
from sim.games.quo_vadis import state as S
from strategies.registry import seat_spec
from tests.games.quo_vadis.play import GAME, HASTY, boxes, recorder
from tests.games.quo_vadis.tables import KINDS, board, numbers
from tests.games.recorder import Record, records
from tests.oracles.quo_vadis import FIELDS, pictures, plain_actions

LINEUP = ("greedy", "random_legal", "balanced", "broker", "racer")
SEAT_NUMBERS = ("start", "active", "actor", "winner", "director")


def outcomes(n_seats: int, settings: Mapping[str, object], n: int = 400, names: tuple[str, ...] = LINEUP) -> Any:
    """Return the rows of games and seats that shipped strategies play under these settings."""
    lineup = [seat_spec("quo_vadis", name) for name in names[:n_seats]]
    return play(GAME, boxes(n_seats, settings), 12, 0, n, lineup)


def same(one: Any, other: Any) -> bool:
    """Return whether two batches have the same rows."""
    return np.array_equal(one.games, other.games) and np.array_equal(one.seats, other.seats)


INERT: dict[str, tuple[dict[str, object], dict[str, object]]] = {
    "a ruling set to its own default": ({}, {"rules.consent_pay": "per_player"}),
    "the supply of the variant that is off": ({}, {"variant.ones.3": 3, "variant.ones.4": 3, "variant.ones.5": 3}),
    "the highest price where nobody deals": (
        {"negotiation.protocol": "none"},
        {"negotiation.protocol": "none", "negotiation.max_price": 9},
    ),
    "what consent pays where nobody deals": (
        {"negotiation.protocol": "none"},
        {"negotiation.protocol": "none", "rules.consent_pay": "per_senator"},
    ),
    "the supply of I where nobody deals": (
        {"negotiation.protocol": "none"},
        {"negotiation.protocol": "none", "variant.limited_ones": True, "variant.ones.3": 0},
    ),
    "a cap that no game comes near": ({}, {"engine.turn_cap": 50_000}),
    "limited I for five, which is all of them": ({}, {"variant.limited_ones": True}),
}


@pytest.mark.parametrize("name", INERT)
def test_change_that_touches_nothing_changes_nothing(name: str) -> None:
    """A what-if whose rule never comes into play must give differences of exactly zero."""
    before, after = INERT[name]
    n_seats = 5 if "five" in name else 3
    first, second = outcomes(n_seats, before), outcomes(n_seats, after)
    if "supply of I" in name:
        second.games["ones_left"] = first.games["ones_left"]
    assert same(first, second)


def test_knowing_totals_or_not_changes_nothing_for_who_does_not_look() -> None:
    """`information.laurels` is about views alone: random players, who read none, play the same games."""
    names = ("random_legal",) * 4
    assert same(outcomes(4, {}, names=names), outcomes(4, {"information.laurels": "hidden"}, names=names))


def test_cap_changes_only_the_games_it_cuts_off() -> None:
    """Games that end before the cap are untouched; the others stop at it without a winner."""
    cap, names = 82, ("random_legal",) * 3
    free, capped = outcomes(3, {}, names=names), outcomes(3, {"engine.turn_cap": cap}, names=names)
    short = free.games["turns"] <= cap
    assert 50 < short.sum() < 350
    assert np.array_equal(free.games[short], capped.games[short])
    assert (capped.games["turns"][~short] == cap).all()
    assert (capped.games["winner"][~short] == S.NONE).all()


def random_games(n_seats: int, settings: Mapping[str, object], n: int) -> list[tuple[Record, Any]]:
    """Return games at random with copies of their states."""
    recording = recorder(n_seats, settings, most=5_000)
    games = []
    for game_id in range(n):
        game = recording.random(21, game_id, HASTY)
        games.append((game, game.states.copy()))
    return games


def test_without_any_laurels_the_first_to_arrive_wins() -> None:
    """[QV 8.4] All tiles worth nothing: everyone is tied."""
    nothing: dict[str, object] = {f"tokens.{kind}.value": 0 for kind in KINDS}
    for n_seats in (3, 4, 5):
        for game, states in random_games(n_seats, nothing | {"negotiation.max_price": 0}, 60):
            assert game.game_row.winner == states[-1]["senate"][0]
            assert not game.seat_rows["score"].any()


def test_tiles_worth_twice_as_much_double_every_score_and_change_no_winner() -> None:
    """With nothing to pay, the same choices give the same games, scores twice as high."""
    settings: dict[str, object] = {"negotiation.protocol": "none"}
    values = {f"tokens.{kind}.value": 2 * tile.value for kind, tile in zip(KINDS, numbers(4, {}).tiles, strict=True)}
    for (game, _), (doubled, _) in zip(
        random_games(4, settings, 60), random_games(4, settings | values, 60), strict=True
    ):
        assert game.chosen == doubled.chosen
        assert game.game_row.winner == doubled.game_row.winner
        assert (2 * game.seat_rows["score"] == doubled.seat_rows["score"]).all()


def test_tile_that_is_never_drawn_could_as_well_not_be_there() -> None:
    """[QV 1.4] Without the last V of the box, games that never drew it are the same; the others need not be."""
    with_it, without = outcomes(3, {}, 300), outcomes(3, {"tokens.V.count": 5}, 300)
    same_games = 0
    chances, states = np.zeros(1, GAME.CHANCE), np.zeros(1, GAME.STATE)
    orders = []
    for settings in ({}, {"tokens.V.count": 5}):
        for game_id in range(300):
            box = records(boxes(3, settings))[0]
            GAME.deal(box, 3, np.uint64(12), game_id, records(chances)[0], records(states)[0])
            orders.append(chances[0]["stack"][0, : box.stack_size].tolist())
    for game_id, (long, short) in enumerate(zip(orders[:300], orders[300:], strict=True)):
        place = next((i for i, (a, b) in enumerate(zip(long, short, strict=False)) if a != b), 43)
        assert long[:place] + long[place + 1 :] == short, "only the one tile is missing"
        drawn = 44 - int(with_it.games["stack_left"][game_id])
        if place < drawn:
            continue
        same_games += 1
        one, other = with_it.games[game_id].copy(), without.games[game_id].copy()
        other["stack_left"] += 1
        assert one == other
        rows = slice(3 * game_id, 3 * game_id + 3)
        assert np.array_equal(with_it.seats[rows], without.seats[rows])
    assert same_games > 30


def turned(picture: dict[str, Any], by: int, n_seats: int) -> dict[str, Any]:
    """Return a picture of a state as it would be with everybody sitting `by` seats on."""

    def turn(row: list[Any]) -> list[Any]:
        return [row[(seat - by) % n_seats] for seat in range(n_seats)]

    def on(seat: int) -> int:
        return seat if seat == S.NONE else (seat + by) % n_seats

    result: dict[str, Any] = {}
    for name, value in picture.items():
        axes = FIELDS[name]
        if name in SEAT_NUMBERS:
            result[name] = on(value)
        elif name == "senate":
            result[name] = [on(seat) for seat in value]
        elif axes == "P" or axes == "PC":
            result[name] = turn(value)
        elif axes in ("NP", "GP"):
            result[name] = [turn(row) for row in value]
        elif axes == "PP":
            result[name] = turn([turn(row) for row in value])
        else:
            result[name] = value
    return result


def turned_action(action: tuple[Any, ...], by: int, n_seats: int) -> tuple[Any, ...]:
    """Return an action as the same seat's would be with everybody sitting `by` seats on."""
    if action[0] != S.COALITION:
        return action
    _, votes, first = action
    on = first if first == S.NONE else (first + by) % n_seats
    return (S.COALITION, tuple(votes[(seat - by) % n_seats] for seat in range(n_seats)), on)


@pytest.mark.parametrize("n_seats", [3, 4, 5])
@pytest.mark.parametrize(
    "settings", [{}, {"negotiation.protocol": "offer", "variant.reveal": True}, {"variant.election": True}]
)
def test_no_seat_and_no_colour_is_special(n_seats: int, settings: dict[str, object]) -> None:
    """Everybody a seat on, the start too: the same choices lead through the same states, a seat on, to the same end."""
    table, figures = board(settings), numbers(n_seats, settings)
    recording = recorder(n_seats, settings)
    box = recording.box
    for game_id in range(12):
        game = recording.random(31, game_id, HASTY)
        seen = pictures(game.states, table, figures, n_seats)
        by = 1 + game_id % (n_seats - 1)
        chances, states = np.zeros(1, GAME.CHANCE), game.states[:1].copy()
        chances[0] = game.chance
        for name in SEAT_NUMBERS:
            states[name] = [on if on == S.NONE else (on + by) % n_seats for on in states[name].tolist()]
        actions = np.zeros(GAME.max_actions, GAME.ACTION)
        now = records(states)[0]
        for t, chosen in enumerate(game.chosen):
            assert pictures(states, table, figures, n_seats)[0] == turned(seen[t], by, n_seats)
            n = GAME.legal(box, now, records(actions))
            wanted = turned_action(chosen, by, n_seats)
            options = plain_actions(actions[:n], n_seats)
            assert len(options) == len(game.legal[t])
            GAME.apply(box, records(chances)[0], now, records(actions)[options.index(wanted)])
        assert pictures(states, table, figures, n_seats)[0] == turned(seen[-1], by, n_seats)
