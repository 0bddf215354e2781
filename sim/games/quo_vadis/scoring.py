"""The outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.quo_vadis.rules import ahead
from sim.games.quo_vadis.state import FAR, FINISHED, NONE
from sim.mechanics.ledger import GAME_VOTES, SEAT_VOTES, score_votes
from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS, WHOLE_SHARE, Column, meanings, row_of, with_meanings

__all__ = ["COLUMNS", "GAME_ROW", "SEAT_ROW", "score"]

_GAMES: tuple[Column, ...] = (
    *with_meanings(GAME_COLUMNS, decisions="decisions taken, negotiation included"),
    (
        "margin",
        np.int32,
        "winner's score less the best other qualified score; -1 if nobody else qualified or nobody won",
    ),
    ("tie_broken", np.int8, "1 if arrival in the Senate decided between equal scores"),
    ("richest_disqualified", np.int8, "1 if a seat without a senator in the Senate had more laurels than the winner"),
    ("n_qualified", np.int8, "seats with a senator in the Senate"),
    ("start", np.int8, "seat that began (the last game's of an election)"),
    ("ones_left", np.int16, "I laurels left in the supply"),
    ("stack_left", np.int16, "tiles left in the stack"),
    *GAME_VOTES,
    ("reveals", np.int8, "times that all laurels were revealed"),
)

_SEATS: tuple[Column, ...] = (
    *with_meanings(
        SEAT_COLUMNS,
        score="laurels at the end (of an election: laurels noted)",
        qualified="1 with a senator in the Senate (of an election: in one of the games)",
    ),
    ("senators", np.int8, "senators in the Senate"),
    ("arrival", np.int8, "place of the first of them, 0 is first; -1 for none"),
    ("from_paths", np.int32, "laurels taken on the way up"),
    ("from_consent", np.int32, "laurels in I tiles for consent"),
    ("paid", np.int32, "laurels paid for votes, net of change"),
    ("received", np.int32, "laurels received for votes, net of change"),
    ("placed", np.int16, "senators placed"),
    ("moved", np.int16, "moves up"),
    ("caesar", np.int16, "moves of Caesar, bonuses included"),
    *SEAT_VOTES,
)

GAME_ROW = row_of(_GAMES)
SEAT_ROW = row_of(_SEATS)
COLUMNS = {"games": meanings(_GAMES), "seats": meanings(_SEATS)}


@njit
def score(box, state, game_row, seat_rows):
    """Fill the outcome of a game that has ended: one row, and one for each seat [QV 8]."""
    totals = state.banked if box.election else state.laurels
    winner = int(state.winner)
    game_row.end = state.end
    game_row.fault_seat = NONE
    game_row.turns = state.turn
    game_row.decisions = state.decision
    game_row.winner = winner
    game_row.margin = NONE
    game_row.tie_broken = state.tie_broken
    game_row.richest_disqualified = 0
    game_row.n_qualified = 0
    game_row.start = state.start
    game_row.ones_left = state.ones
    game_row.stack_left = box.stack_size - state.drawn
    game_row.reveals = state.n_reveals
    best_other = NONE
    for seat in range(state.n_seats):
        row = seat_rows[seat]
        _score_seat(state, seat, totals, row)
        game_row.n_qualified += row.qualified
        if winner != NONE and seat != winner:
            if row.qualified:
                best_other = max(best_other, int(totals[seat]))
            elif totals[seat] > totals[winner]:
                game_row.richest_disqualified = 1
    score_votes(state, game_row, seat_rows)
    if best_other != NONE:
        game_row.margin = int(totals[winner]) - best_other


@njit
def _score_seat(state, seat, totals, row):
    """Fill the row of one seat."""
    finished = state.end == FINISHED
    row.seat = seat
    row.score = totals[seat]
    row.qualified = _qualified(state, seat)
    row.rank = _rank(state, seat, totals) if finished else 0
    row.share = WHOLE_SHARE if finished and seat == state.winner else 0
    row.senators = 0
    for place in range(state.n_senate):
        if state.senate[place] == seat:
            row.senators += 1
    row.arrival = NONE if state.arrival[state.game, seat] == FAR else state.arrival[state.game, seat]
    row.from_paths = state.from_paths[seat]
    row.from_consent = state.from_consent[seat]
    row.paid = state.paid[seat]
    row.received = state.received[seat]
    row.placed = state.n_placed[seat]
    row.moved = state.n_moved[seat]
    row.caesar = state.n_caesar[seat]


@njit
def _qualified(state, seat):
    """Return whether a seat can be scored [QV 8.3, 9.5]; in a game that was cut off, whether it could have been."""
    if state.end == FINISHED:
        return 1 if state.n_qualified[seat] > 0 else 0
    return 1 if state.n_qualified[seat] > 0 or state.arrival[state.game, seat] != FAR else 0


@njit
def _rank(state, seat, totals):
    """Return the rank of a seat: the qualified by laurels and arrival, then the others by laurels [QV 8.5]."""
    rank = 1
    for other in range(state.n_seats):
        if other == seat:
            continue
        if _qualified(state, other) != _qualified(state, seat):
            rank += _qualified(state, other)
        elif _qualified(state, seat):
            rank += 1 if ahead(state, totals, other, seat) else 0
        else:
            rank += 1 if totals[other] > totals[seat] else 0
    return rank
