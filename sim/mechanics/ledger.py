"""Promised votes: who owes whom, what was kept and what was broken, and what the outcome says of it.

Works on any state with (P, P) fields `owed`, `kept`, `broken`, `given` (rows: who gave or owes), (P,) fields `price`,
`promise`, `promised`, `n_asked`, `n_deals`, `votes_sold`, `paid` and scalar fields `n_seats`, `active`.
"""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.outcome import Column

__all__ = ["GAME_VOTES", "SEAT_VOTES", "book_vote", "note_breach", "owe", "score_votes"]

GAME_VOTES: tuple[Column, ...] = (
    ("negotiations", np.int32, "negotiations begun"),
    ("deals", np.int32, "negotiations that ended in a deal"),
    ("votes_traded", np.int32, "votes given to other seats"),
    ("votes_sold", np.int32, "of these, votes given at a price above 0"),
    ("laurels_paid", np.int32, "laurels paid for votes, net of change"),
    ("promised", np.int32, "later votes promised"),
    ("promises_kept", np.int32, "promised votes that were given"),
    ("promises_broken", np.int32, "promised votes that were refused when called on"),
)

SEAT_VOTES: tuple[Column, ...] = (
    ("asked", np.int16, "negotiations begun"),
    ("deals", np.int16, "of these, deals made"),
    ("votes_given", np.int32, "votes given to others"),
    ("votes_taken", np.int32, "votes received from others"),
    ("promised", np.int16, "later votes promised"),
    ("kept", np.int16, "promised votes given"),
    ("broken", np.int16, "promised votes refused"),
)


@njit
def note_breach(state, seat):
    """Strike one promised vote that a seat, called on by the active player, did not give."""
    if state.owed[seat, state.active] > 0:
        state.owed[seat, state.active] -= 1
        state.broken[seat, state.active] += 1


@njit
def book_vote(state, seat, votes, honours):
    """Book votes that a seat gives to the active player; `honours` says whether they come as promised."""
    mover = state.active
    state.given[seat, mover] += votes
    if honours:
        used = min(votes, int(state.owed[seat, mover]))
        state.owed[seat, mover] -= used
        state.kept[seat, mover] += used


@njit
def owe(state, seat, votes):
    """Note that the active player promises later votes to a seat."""
    state.owed[state.active, seat] += votes
    state.promised[state.active] += votes


@njit
def score_votes(state, game_row, seat_rows):
    """Fill the columns GAME_VOTES and SEAT_VOTES of an outcome."""
    game_row.negotiations = 0
    game_row.deals = 0
    game_row.votes_traded = 0
    game_row.votes_sold = 0
    game_row.laurels_paid = 0
    game_row.promised = 0
    game_row.promises_kept = 0
    game_row.promises_broken = 0
    for seat in range(state.n_seats):
        row = seat_rows[seat]
        row.asked = state.n_asked[seat]
        row.deals = state.n_deals[seat]
        row.promised = state.promised[seat]
        row.votes_given = 0
        row.votes_taken = 0
        row.kept = 0
        row.broken = 0
        for other in range(state.n_seats):
            row.votes_given += state.given[seat, other]
            row.votes_taken += state.given[other, seat]
            row.kept += state.kept[seat, other]
            row.broken += state.broken[seat, other]
        game_row.negotiations += row.asked
        game_row.deals += row.deals
        game_row.votes_traded += row.votes_given
        game_row.votes_sold += state.votes_sold[seat]
        game_row.laurels_paid += state.paid[seat]
        game_row.promised += row.promised
        game_row.promises_kept += row.kept
        game_row.promises_broken += row.broken
