"""The outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

import numpy as np
from numba import literal_unroll

from sim.compiled import njit
from sim.games.miller_zoo.state import FINISHED, NEW, NONE, STORAGE, WON
from sim.records import record

__all__ = ["COLUMNS", "GAME_ROW", "SEAT_ROW", "score"]

WHOLE_SHARE = 420  # a win share is counted in 420ths, as in every game

DAYS = tuple(f"day_{i}" for i in range(1, NEW + 1))
ICONS_ON = tuple(f"icons_{i}" for i in range(1, NEW + 1))

GAME_ROW = record(
    [
        ("game_id", np.int64),
        ("end", np.int8),
        ("fault_seat", np.int8),
        ("turns", np.int32),
        ("decisions", np.int32),
        ("winner", np.int8),
        ("won", np.int8),
        ("reason", np.int8),
        ("days", np.int16),
        ("received", np.int8),
        ("deck_left", np.int16),
        ("stored_left", np.int8),
        ("beside_left", np.int8),
        ("crises", np.int16),
        ("crisis_cards", np.int16),
        ("cards_moved", np.int16),
        ("cards_fixed", np.int16),
        ("cards_paid", np.int16),
        ("cards_unused", np.int16),
        ("cards_stored", np.int16),
        ("cards_dropped", np.int16),
        ("cards_extra", np.int16),
        ("stored_used", np.int16),
        ("icons_paid", np.int16),
        ("icons_wasted", np.int16),
        ("tokens_laid", np.int16),
        ("tokens_fixed", np.int16),
        ("tokens_cleared", np.int16),
        ("tokens_lost", np.int16),
        ("tokens_left", np.int16),
        ("rides", np.int16),
        *((name, np.int16) for name in DAYS),
        *((name, np.int8) for name in ICONS_ON),
    ]
)

SEAT_ROW = record(
    [
        ("game_id", np.int64),
        ("seat", np.int8),
        ("strategy", np.int8),
        ("score", np.int32),
        ("qualified", np.int8),
        ("rank", np.int8),
        ("share", np.int16),
        ("moved", np.int16),
        ("fixed", np.int16),
        ("paid", np.int16),
        ("unused", np.int16),
        ("stored_used", np.int16),
        ("idle", np.int16),
        ("rides", np.int16),
        ("tokens_fixed", np.int16),
        ("icons_paid", np.int16),
        ("wasted", np.int16),
    ]
)

COLUMNS = {
    "games": {
        "game_id": "number of the game; with the seed, its address",
        "end": "1 finished by the rules, 3 failed (a strategy's fault)",
        "fault_seat": "seat whose strategy failed, or -1",
        "turns": "turns: a dawn, each hand-over to a teammate and a night begin one",
        "decisions": "decisions taken",
        "winner": "always -1: the team wins or loses",
        "won": "1 if the team has won",
        "reason": "0 won, 1 lost to a crisis that used up the deck, 2 lost because the deck was empty, -1 failed",
        "days": "days played, the last one included",
        "received": "animals received",
        "deck_left": "resource cards left in the deck",
        "stored_left": "cards left in the storage",
        "beside_left": "cards beside animals not received yet",
        "crises": "nights with a crisis",
        "crisis_cards": "cards discarded from the deck in crises",
        "cards_moved": "cards played to move",
        "cards_fixed": "cards played to fix problems",
        "cards_paid": "cards played to receive animals",
        "cards_unused": "cards discarded from the hands at night",
        "cards_stored": "cards put into the storage",
        "cards_dropped": "cards discarded from the storage",
        "cards_extra": "cards drawn for the extra-resource symbol",
        "stored_used": "of the cards played, those from the storage",
        "icons_paid": "icons paid for animals",
        "icons_wasted": "icons of cards to fix or receive that were of no use",
        "tokens_laid": "problem tokens laid on animals",
        "tokens_fixed": "tokens removed by cards in the afternoon",
        "tokens_cleared": "tokens removed in crises",
        "tokens_lost": "tokens that were due when the supply was empty",
        "tokens_left": "tokens on animals at the end",
        "rides": "rides along with an animal",
        **{name: f"day on which new animal {i} was received, or -1" for i, name in enumerate(DAYS, 1)},
        **{name: f"icons paid for new animal {i}" for i, name in enumerate(ICONS_ON, 1)},
    },
    "seats": {
        "game_id": "number of the game",
        "seat": "chair: teammate 0 begins, and decides for the team",
        "strategy": "index of the strategy in the lineup",
        "score": "animals that the team received",
        "qualified": "1 if the team has won",
        "rank": "1 if the team has won, 2 if it has lost",
        "share": "win share in 420ths: 420 for every seat of a team that has won",
        "moved": "cards played to move, by all teammates of the seat",
        "fixed": "cards played to fix problems",
        "paid": "cards played to receive animals",
        "unused": "cards discarded from the hand at night",
        "stored_used": "of the cards played, those from the storage",
        "idle": "afternoons of a teammate without playing a card",
        "rides": "rides along with an animal",
        "tokens_fixed": "problem tokens removed",
        "icons_paid": "icons paid for animals",
        "wasted": "icons of cards to fix or receive that were of no use",
    },
}


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
