"""The outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.quo_vadis.rules import ahead
from sim.games.quo_vadis.state import FAR, FINISHED, NONE, SEATS
from sim.records import record

__all__ = ["COLUMNS", "GAME_ROW", "SEAT_ROW", "score"]

WHOLE_SHARE = 420  # a win share is counted in 420ths, so that a tie of up to seven divides exactly

GAME_ROW = record(
    [
        ("game_id", np.int64),
        ("end", np.int8),
        ("fault_seat", np.int8),
        ("turns", np.int32),
        ("decisions", np.int32),
        ("winner", np.int8),
        ("margin", np.int32),
        ("tie_broken", np.int8),
        ("richest_disqualified", np.int8),
        ("n_qualified", np.int8),
        ("start", np.int8),
        ("ones_left", np.int16),
        ("stack_left", np.int16),
        ("negotiations", np.int32),
        ("deals", np.int32),
        ("votes_traded", np.int32),
        ("votes_sold", np.int32),
        ("laurels_paid", np.int32),
        ("promised", np.int32),
        ("promises_kept", np.int32),
        ("promises_broken", np.int32),
        ("reveals", np.int8),
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
        ("senators", np.int8),
        ("arrival", np.int8),
        ("from_paths", np.int32),
        ("from_consent", np.int32),
        ("paid", np.int32),
        ("received", np.int32),
        ("placed", np.int16),
        ("moved", np.int16),
        ("caesar", np.int16),
        ("asked", np.int16),
        ("deals", np.int16),
        ("votes_given", np.int32),
        ("votes_taken", np.int32),
        ("promised", np.int16),
        ("kept", np.int16),
        ("broken", np.int16),
    ]
)

COLUMNS = {
    "games": {
        "game_id": "number of the game; with the seed, its address",
        "end": "1 finished by the rules, 2 truncated by the turn cap, 3 failed (a strategy's fault)",
        "fault_seat": "seat whose strategy failed, or -1",
        "turns": "turns taken by all seats together",
        "decisions": "decisions taken, negotiation included",
        "winner": "winning seat, or -1",
        "margin": "winner's score less the best other qualified score; -1 if nobody else qualified or nobody won",
        "tie_broken": "1 if arrival in the Senate decided between equal scores",
        "richest_disqualified": "1 if a seat without a senator in the Senate had more laurels than the winner",
        "n_qualified": "seats with a senator in the Senate",
        "start": "seat that began (the last game's of an election)",
        "ones_left": "I laurels left in the supply",
        "stack_left": "tiles left in the stack",
        "negotiations": "negotiations begun",
        "deals": "negotiations that ended in a deal",
        "votes_traded": "votes given to other seats",
        "votes_sold": "of these, votes given at a price above 0",
        "laurels_paid": "laurels paid for votes, net of change",
        "promised": "later votes promised",
        "promises_kept": "promised votes that were given",
        "promises_broken": "promised votes that were refused when called on",
        "reveals": "times that all laurels were revealed",
    },
    "seats": {
        "game_id": "number of the game",
        "seat": "chair and turn order; 0 begins unless setup.start_seat is random",
        "strategy": "index of the strategy in the lineup",
        "score": "laurels at the end (of an election: laurels noted)",
        "qualified": "1 with a senator in the Senate (of an election: in one of the games)",
        "rank": "1 is best; 0 where there is no winner",
        "share": "win share in 420ths",
        "senators": "senators in the Senate",
        "arrival": "place of the first of them, 0 is first; -1 for none",
        "from_paths": "laurels taken on the way up",
        "from_consent": "laurels in I tiles for consent",
        "paid": "laurels paid for votes, net of change",
        "received": "laurels received for votes, net of change",
        "placed": "senators placed",
        "moved": "moves up",
        "caesar": "moves of Caesar, bonuses included",
        "asked": "negotiations begun",
        "deals": "of these, deals made",
        "votes_given": "votes given to others",
        "votes_taken": "votes received from others",
        "promised": "later votes promised",
        "kept": "promised votes given",
        "broken": "promised votes refused",
    },
}


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
    game_row.negotiations = 0
    game_row.deals = 0
    game_row.votes_traded = 0
    game_row.votes_sold = 0
    game_row.laurels_paid = 0
    game_row.promised = 0
    game_row.promises_kept = 0
    game_row.promises_broken = 0
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
        game_row.negotiations += row.asked
        game_row.deals += row.deals
        game_row.votes_traded += row.votes_given
        game_row.votes_sold += state.votes_sold[seat]
        game_row.laurels_paid += row.paid
        game_row.promised += row.promised
        game_row.promises_kept += row.kept
        game_row.promises_broken += row.broken
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
    row.asked = state.n_asked[seat]
    row.deals = state.n_deals[seat]
    row.promised = state.promised[seat]
    given = 0
    taken = 0
    kept = 0
    broken = 0
    for other in range(SEATS):
        given += int(state.given[seat, other])
        taken += int(state.given[other, seat])
        kept += int(state.kept[seat, other])
        broken += int(state.broken[seat, other])
    row.votes_given = given
    row.votes_taken = taken
    row.kept = kept
    row.broken = broken


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
