"""The card toy: a game in which what a card is worth is known, and who is ahead takes more cards.

Each seat plays `ROUNDS` turns and scores what chance has dealt it for each. In one of them (`CARD_TURN`) it is offered
a card, worth `gain` points at once and nothing else. The strategy takes it by softmax on its lead so far, so that
leaders take more: with `gain` = 0 the card is worth exactly nothing, and yet those who have it win far more often.
The most points win; ties are shared.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np

from sim.chance import STACK_ORDER, address, below
from sim.compiled import njit
from sim.engine import signature
from sim.game import Game
from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS, WHOLE_SHARE, meanings, row_of
from sim.records import record
from sim.strategy import MAX_WEIGHTS, Seated, Strategy, Weight, pick
from sim.tunables import Tunable, Value

__all__ = ["CARDS", "cards_lineup"]

SEATS = 4
ROUNDS = 4
CARD_TURN = 2  # round of the offer
MOST = 10  # points of a round: 0 to 9
PASS, TAKE = 0, 1

BOX = record([("n_seats", np.int16), ("gain", np.int32)])
CHANCE = record([("points", np.int8, (SEATS, ROUNDS))])
STATE = record(
    [
        *[("n_seats", np.int8), ("actor", np.int8), ("turn", np.int32), ("step", np.int16), ("decision", np.int32)],
        *[("end", np.int8), ("points", np.int32, (SEATS,)), ("cards", np.int16, (SEATS,))],
        *[("temperature", np.float64), ("noise_key", np.uint64)],
    ]
)
ACTION = record([("kind", np.int8)])
GAME = (*GAME_COLUMNS, ("start", np.int8, "seat that began"))
SEAT = (*SEAT_COLUMNS, ("got_card", np.int16, "cards taken"), ("dealt_charm", np.int8, "1 with odd points"))


def fill_box(n_seats: int, settings: Mapping[str, Value]) -> np.ndarray:
    """Return the box: `settings` has the gain."""
    boxes = np.zeros(1, BOX)
    boxes[0]["n_seats"], boxes[0]["gain"] = n_seats, settings["gain"]
    return boxes


@njit
def deal(box, n_seats, seed, game_id, chance, state):
    """Decide every seat's points of every round."""
    for seat in range(n_seats):
        for turn in range(ROUNDS):
            chance.points[seat, turn] = below(address(seed, game_id, STACK_ORDER, seat, turn)[0], MOST)
        state.points[seat] = 0
        state.cards[seat] = 0
    state.n_seats = n_seats
    state.actor = 0
    state.turn = 0
    state.step = 0
    state.decision = 0
    state.end = 0
    state.temperature = 0.0
    state.noise_key = 0


@njit
def legal(box, state, actions):
    """Offer the card in its round."""
    actions[0].kind = PASS
    if state.turn // state.n_seats != CARD_TURN:
        return 1
    actions[1].kind = TAKE
    return 2


@njit
def hide(box, view, seat):
    """Nothing is hidden."""


@njit
def part(state):
    """Return the only part."""
    return 0


@njit
def apply(box, chance, state, action):
    """Score the round, and the card."""
    seat = int(state.actor)
    state.points[seat] += chance.points[seat, state.turn // state.n_seats]
    if action.kind == TAKE:
        state.points[seat] += box.gain
        state.cards[seat] += 1
    state.decision += 1
    state.turn += 1
    state.actor = (seat + 1) % state.n_seats
    if state.turn == state.n_seats * ROUNDS:
        state.end = 1


@njit
def score(box, state, game_row, seat_rows):
    """Share the win among those with the most points."""
    top = -1
    winners = 0
    for seat in range(state.n_seats):
        if state.points[seat] > top:
            top = state.points[seat]
            winners = 0
        if state.points[seat] == top:
            winners += 1
    game_row.end = state.end
    game_row.fault_seat = -1
    game_row.turns = state.turn
    game_row.decisions = state.decision
    game_row.winner = -1
    game_row.start = 0
    for seat in range(state.n_seats):
        row = seat_rows[seat]
        won = state.points[seat] == top and state.end == 1
        row.seat = seat
        row.score = state.points[seat]
        row.qualified = 1
        row.rank = 0
        row.share = WHOLE_SHARE // winners if won else 0
        row.got_card = state.cards[seat]
        row.dealt_charm = state.points[seat] % 2
        if won and winners == 1:
            game_row.winner = seat


@njit
def item(box, state, action):
    """Return 0 for taking the card."""
    return 0 if action.kind == TAKE else -1


def item_rows(box: Any) -> list[dict[str, Any]]:
    """Return the card."""
    return [{"key": "card", "title": "Card", "points": int(box["gain"]), "cost": None, "group": "cards"}]


CARDS = Game(
    name="cards",
    title="Cards",
    seats=(SEATS, SEATS),
    rules_version=1,
    parts=("act",),
    tunables=(
        Tunable(
            key="gain",
            default=0,
            unit="points",
            low=0,
            high=9,
            choices=(),
            source="assumed",
            where="",
            says="its worth",
        ),
    ),
    data_inputs=(),
    rulings=(),
    columns={"games": meanings(GAME), "seats": meanings(SEAT)},
    BOX=BOX,
    CHANCE=CHANCE,
    STATE=STATE,
    ACTION=ACTION,
    GAME_ROW=row_of(GAME),
    SEAT_ROW=row_of(SEAT),
    max_actions=2,
    fill_box=fill_box,
    deal=deal,
    legal=legal,
    hide=hide,
    part=part,
    apply=apply,
    score=score,
    describe=lambda box, state, action, names: "",
    board_text=lambda box, state, names: "",
    items=("card",),
    item=item,
    item_rows=item_rows,
    module=__name__,
)


def take_when_ahead(view, box, actions, weights, values):
    """Value the card by the lead over the mean of all seats."""
    total = 0
    for seat in range(view.n_seats):
        total += view.points[seat]
    for i in range(len(actions)):
        lead = view.points[view.actor] - total / view.n_seats
        values[i] = 0.25 * lead if actions[i].kind == TAKE else 0.0
    return pick(view, values)


def cards_lineup(temperature: float = 1.0) -> list[Seated]:
    """Return a lineup that takes cards when ahead."""
    act = njit(take_when_ahead, signature=signature(CARDS))
    weight = Weight(name="temperature", default=temperature, low=0.0, high=9.0, says="how much it errs")
    strategy = Strategy(
        name="leader",
        game="cards",
        title="Leader",
        idea="Take the card when ahead.",
        weights=(weight,),
        functions={"act": act},
        compiled=True,
        origin="shipped",
        digest="0",
    )
    values = np.zeros(MAX_WEIGHTS)
    values[0] = temperature
    return [Seated(strategy=strategy, values=values, spec="leader")] * SEATS
