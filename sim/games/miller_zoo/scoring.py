"""The outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

import numpy as np
from numba import literal_unroll

from sim.compiled import njit
from sim.games.miller_zoo.state import FINISHED, NEW, NONE, STORAGE, WON
from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS, WHOLE_SHARE, Column, meanings, row_of, with_meanings

__all__ = ["COLUMNS", "GAME_ROW", "SEAT_ROW", "score"]

DAYS = tuple(f"day_{i}" for i in range(1, NEW + 1))
ICONS_ON = tuple(f"icons_{i}" for i in range(1, NEW + 1))

_GAMES: tuple[Column, ...] = (
    *with_meanings(
        GAME_COLUMNS,
        end="1 finished by the rules, 3 failed (a strategy's fault)",
        turns="turns: a dawn, each hand-over to a teammate and a night begin one",
        winner="always -1: the team wins or loses",
    ),
    ("won", np.int8, "1 if the team has won"),
    (
        "reason",
        np.int8,
        "0 won, 1 lost to a crisis that used up the deck, 2 lost because the deck was empty, -1 failed",
    ),
    ("days", np.int16, "days played, the last one included"),
    ("received", np.int8, "animals received"),
    ("deck_left", np.int16, "resource cards left in the deck"),
    ("stored_left", np.int8, "cards left in the storage"),
    ("beside_left", np.int8, "cards beside animals not received yet"),
    ("crises", np.int16, "nights with a crisis"),
    ("crisis_cards", np.int16, "cards discarded from the deck in crises"),
    ("cards_moved", np.int16, "cards played to move"),
    ("cards_fixed", np.int16, "cards played to fix problems"),
    ("cards_paid", np.int16, "cards played to receive animals"),
    ("cards_unused", np.int16, "cards discarded from the hands at night"),
    ("cards_stored", np.int16, "cards put into the storage"),
    ("cards_dropped", np.int16, "cards discarded from the storage"),
    ("cards_extra", np.int16, "cards drawn for the extra-resource symbol"),
    ("stored_used", np.int16, "of the cards played, those from the storage"),
    ("icons_paid", np.int16, "icons paid for animals"),
    ("icons_wasted", np.int16, "icons of cards to fix or receive that were of no use"),
    ("tokens_laid", np.int16, "problem tokens laid on animals"),
    ("tokens_fixed", np.int16, "tokens removed by cards in the afternoon"),
    ("tokens_cleared", np.int16, "tokens removed in crises"),
    ("tokens_lost", np.int16, "tokens that were due when the supply was empty"),
    ("tokens_left", np.int16, "tokens on animals at the end"),
    ("rides", np.int16, "rides along with an animal"),
    *((name, np.int16, f"day on which new animal {i} was received, or -1") for i, name in enumerate(DAYS, 1)),
    *((name, np.int8, f"icons paid for new animal {i}") for i, name in enumerate(ICONS_ON, 1)),
)

_SEATS: tuple[Column, ...] = (
    *with_meanings(
        SEAT_COLUMNS,
        seat="chair: teammate 0 begins, and decides for the team",
        score="animals that the team received",
        qualified="1 if the team has won",
        rank="1 if the team has won, 2 if it has lost",
        share="win share in 420ths: 420 for every seat of a team that has won",
    ),
    ("moved", np.int16, "cards played to move, by all teammates of the seat"),
    ("fixed", np.int16, "cards played to fix problems"),
    ("paid", np.int16, "cards played to receive animals"),
    ("unused", np.int16, "cards discarded from the hand at night"),
    ("stored_used", np.int16, "of the cards played, those from the storage"),
    ("idle", np.int16, "afternoons of a teammate without playing a card"),
    ("rides", np.int16, "rides along with an animal"),
    ("tokens_fixed", np.int16, "problem tokens removed"),
    ("icons_paid", np.int16, "icons paid for animals"),
    ("wasted", np.int16, "icons of cards to fix or receive that were of no use"),
)

GAME_ROW = row_of(_GAMES)
SEAT_ROW = row_of(_SEATS)
COLUMNS = {"games": meanings(_GAMES), "seats": meanings(_SEATS)}


@njit
def score(box, state, game_row, seat_rows):
    """Fill the outcome of a game that has ended: one row, and one for each seat [MZ 6]."""
    won = 1 if state.reason == WON else 0
    game_row.end = state.end
    game_row.fault_seat = NONE
    game_row.turns = state.turn + 1
    game_row.decisions = state.decision
    game_row.winner = NONE
    game_row.won = won
    game_row.reason = state.reason
    game_row.days = state.day
    game_row.received = state.received
    game_row.deck_left = box.deck_size - state.drawn
    game_row.stored_left = state.n_cards[STORAGE]
    game_row.beside_left = 0
    for reception in range(box.n_receptions):
        game_row.beside_left += state.beside[reception]
    game_row.crises = state.crises
    game_row.crisis_cards = state.crisis_cards
    game_row.cards_stored = state.n_stored
    game_row.cards_dropped = state.n_dropped
    game_row.cards_extra = state.n_extra
    game_row.tokens_laid = state.tokens_laid
    game_row.tokens_cleared = state.tokens_cleared
    game_row.tokens_lost = state.tokens_lost
    game_row.tokens_left = box.tokens - state.supply
    game_row.cards_moved = 0
    game_row.cards_fixed = 0
    game_row.cards_paid = 0
    game_row.cards_unused = 0
    game_row.stored_used = 0
    game_row.icons_paid = 0
    game_row.icons_wasted = 0
    game_row.tokens_fixed = 0
    game_row.rides = 0
    for seat in range(state.n_seats):
        row = seat_rows[seat]
        _score_seat(state, seat, won, row)
        game_row.cards_moved += row.moved
        game_row.cards_fixed += row.fixed
        game_row.cards_paid += row.paid
        game_row.cards_unused += row.unused
        game_row.stored_used += row.stored_used
        game_row.icons_paid += row.icons_paid
        game_row.icons_wasted += row.wasted
        game_row.tokens_fixed += row.tokens_fixed
        game_row.rides += row.rides
    animal = int(box.n_printed)
    for name in literal_unroll(DAYS):
        game_row[name] = state.day_received[animal] if animal < box.n_animals else NONE
        animal += 1
    animal = int(box.n_printed)
    for name in literal_unroll(ICONS_ON):
        game_row[name] = state.paid_for[animal] if animal < box.n_animals else 0
        animal += 1


@njit
def _score_seat(state, seat, won, row):
    """Fill the row of one seat: the sums of its teammates."""
    row.seat = seat
    row.score = state.received
    row.qualified = won
    row.rank = (1 if won else 2) if state.end == FINISHED else 0
    row.share = WHOLE_SHARE if won else 0
    row.moved = 0
    row.fixed = 0
    row.paid = 0
    row.unused = 0
    row.stored_used = 0
    row.idle = 0
    row.rides = 0
    row.tokens_fixed = 0
    row.icons_paid = 0
    row.wasted = 0
    for mate in range(seat, state.n_team, state.n_seats):
        row.moved += state.n_moved[mate]
        row.fixed += state.n_fixed[mate]
        row.paid += state.n_paid[mate]
        row.unused += state.n_unused[mate]
        row.stored_used += state.n_stored_used[mate]
        row.idle += state.n_idle[mate]
        row.rides += state.n_rides[mate]
        row.tokens_fixed += state.tokens_fixed[mate]
        row.icons_paid += state.icons_paid[mate]
        row.wasted += state.wasted[mate]
