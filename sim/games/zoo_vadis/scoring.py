"""The outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.zoo_vadis.state import FAR, FINISHED, NONE, PEACOCK
from sim.mechanics.ledger import GAME_VOTES, SEAT_VOTES, score_votes
from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS, WHOLE_SHARE, Column, meanings, row_of, with_meanings

__all__ = ["COLUMNS", "GAME_ROW", "SEAT_ROW", "score"]

_GAMES: tuple[Column, ...] = (
    *with_meanings(GAME_COLUMNS, decisions="decisions taken, negotiation included"),
    (
        "margin",
        np.int32,
        "winner's score less the best other qualified score, in laurels; -1 if nobody else qualified or nobody won",
    ),
    ("tie_broken", np.int8, "1 if the place in the Star Exhibit decided between equal scores"),
    (
        "richest_disqualified",
        np.int8,
        "1 if a seat without an animal in the Star Exhibit had more laurels than the winner",
    ),
    ("n_qualified", np.int8, "seats with an animal in the Star Exhibit"),
    ("start", np.int8, "seat that began"),
    ("ones_left", np.int16, "I laurels left in the supply"),
    ("stack_left", np.int16, "tokens left in the bag"),
    *with_meanings(
        GAME_VOTES,
        negotiations="negotiations for votes begun",
        deals="negotiations for votes that ended in a deal",
        laurels_paid="laurels paid for votes and abilities, net of change",
    ),
    ("peacocks_in_star", np.int8, "peacocks in the Star Exhibit"),
    ("bribes", np.int16, "peacock votes bought"),
    ("keeper_moves", np.int16, "moves of the Keeper, bonuses and Hyena included"),
    ("abilities_used", np.int16, "ability tiles used"),
)

_SEATS: tuple[Column, ...] = (
    *with_meanings(SEAT_COLUMNS, score="laurels at the end", qualified="1 with an animal in the Star Exhibit"),
    (
        "species",
        np.int8,
        "species and ability: 0 Armadillo, 1 Crocodile, 2 Ibis, 3 Marmoset, 4 Rhino, 5 Hyena, 6 Tiger",
    ),
    ("animals_in_star", np.int8, "animals in the Star Exhibit"),
    ("arrival", np.int8, "Star space of the first of them, 0 is first; -1 for none"),
    ("from_paths", np.int32, "laurels collected on the way up"),
    ("from_votes", np.int32, "laurels in I tokens for votes"),
    ("from_tiles", np.int32, "laurels in I tokens printed on used ability tiles"),
    ("from_peacocks", np.int32, "laurels in I tokens for advancing peacocks"),
    ("paid", np.int32, "laurels paid for votes and abilities, net of change"),
    ("received", np.int32, "laurels received for votes and abilities, net of change"),
    ("fees", np.int32, "prices agreed for one's own ability"),
    ("added", np.int16, "animals added"),
    ("moved", np.int16, "advances of own animals"),
    ("peacocks", np.int16, "advances of peacocks"),
    ("keeper", np.int16, "moves of the Keeper"),
    *with_meanings(SEAT_VOTES, asked="negotiations for votes begun"),
    ("bribes", np.int16, "peacock votes bought"),
    ("ability_asked", np.int16, "times one's own ability was asked for"),
    ("ability_used", np.int16, "uses of one's own ability tiles"),
    ("recovered", np.int16, "own ability tiles recovered"),
    ("took_keeper", np.int16, "II-Keeper tokens collected on the way"),
    ("took_peacock", np.int16, "II-Peacock tokens collected on the way"),
    ("took_ability", np.int16, "II-Ability tokens collected on the way"),
)

GAME_ROW = row_of(_GAMES)
SEAT_ROW = row_of(_SEATS)
COLUMNS = {"games": meanings(_GAMES), "seats": meanings(_SEATS)}


@njit
def score(box, state, game_row, seat_rows):
    """Fill the outcome of a game that has ended: one row, and one for each seat [ZV 10]."""
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
    game_row.stack_left = box.bag_size - state.drawn
    game_row.bribes = 0
    game_row.keeper_moves = 0
    game_row.abilities_used = 0
    game_row.peacocks_in_star = 0
    for place in range(state.n_star):
        if state.star[place] == PEACOCK:
            game_row.peacocks_in_star += 1
    best_other = NONE
    for seat in range(state.n_seats):
        row = seat_rows[seat]
        _score_seat(box, state, seat, row)
        game_row.n_qualified += row.qualified
        if winner != NONE and seat != winner:
            if row.qualified:
                best_other = max(best_other, int(state.laurels[seat]))
            elif state.laurels[seat] > state.laurels[winner]:
                game_row.richest_disqualified = 1
        game_row.bribes += row.bribes
        game_row.keeper_moves += row.keeper
        game_row.abilities_used += row.ability_used
    score_votes(state, game_row, seat_rows)
    if best_other != NONE:
        game_row.margin = int(state.laurels[winner]) - best_other


@njit
def _score_seat(box, state, seat, row):
    """Fill the row of one seat."""
    finished = state.end == FINISHED and state.winner != NONE
    row.seat = seat
    row.score = state.laurels[seat]
    row.qualified = 0 if state.arrival[seat] == FAR else 1
    row.rank = _rank(state, seat) if finished else 0
    row.share = WHOLE_SHARE if finished and seat == state.winner else 0
    row.species = state.species[seat]
    row.animals_in_star = 0
    for place in range(state.n_star):
        if state.star[place] == seat:
            row.animals_in_star += 1
    row.arrival = NONE if state.arrival[seat] == FAR else state.arrival[seat]
    row.from_paths = state.from_paths[seat]
    row.from_votes = state.from_votes[seat]
    row.from_tiles = state.from_tiles[seat]
    row.from_peacocks = state.from_peacocks[seat]
    row.paid = state.paid[seat]
    row.received = state.received[seat]
    row.fees = state.fees[seat]
    row.added = state.n_added[seat]
    row.moved = state.n_moved[seat]
    row.peacocks = state.n_peacock[seat]
    row.keeper = state.n_keeper[seat]
    row.bribes = state.n_bribes[seat]
    row.ability_asked = state.n_asked_ability[seat]
    row.ability_used = state.n_used[seat]
    row.recovered = state.n_recovered[seat]
    row.took_keeper = state.taken[seat, box.keeper_kind]
    row.took_peacock = state.taken[seat, box.peacock_kind]
    row.took_ability = state.taken[seat, box.ability_kind]


@njit
def _rank(state, seat):
    """Return the rank of a seat: the qualified by laurels and Star space, then the others by laurels [ZV 10.3]."""
    rank = 1
    own_in = state.arrival[seat] != FAR
    for other in range(state.n_seats):
        other_in = state.arrival[other] != FAR
        if other == seat or (own_in and not other_in):
            continue
        if other_in and not own_in:
            rank += 1
        elif state.laurels[other] > state.laurels[seat]:
            rank += 1
        elif own_in and state.laurels[other] == state.laurels[seat] and state.arrival[other] < state.arrival[seat]:
            rank += 1
    return rank
