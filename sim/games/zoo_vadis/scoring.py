"""The outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.zoo_vadis.state import FAR, FINISHED, NONE, PEACOCK, SEATS
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
        ("peacocks_in_star", np.int8),
        ("bribes", np.int16),
        ("keeper_moves", np.int16),
        ("abilities_used", np.int16),
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
        ("species", np.int8),
        ("animals_in_star", np.int8),
        ("arrival", np.int8),
        ("from_paths", np.int32),
        ("from_votes", np.int32),
        ("from_tiles", np.int32),
        ("from_peacocks", np.int32),
        ("paid", np.int32),
        ("received", np.int32),
        ("fees", np.int32),
        ("added", np.int16),
        ("moved", np.int16),
        ("peacocks", np.int16),
        ("keeper", np.int16),
        ("asked", np.int16),
        ("deals", np.int16),
        ("votes_given", np.int32),
        ("votes_taken", np.int32),
        ("promised", np.int16),
        ("kept", np.int16),
        ("broken", np.int16),
        ("bribes", np.int16),
        ("ability_asked", np.int16),
        ("ability_used", np.int16),
        ("recovered", np.int16),
        ("took_keeper", np.int16),
        ("took_peacock", np.int16),
        ("took_ability", np.int16),
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
        "margin": "winner's score less the best other qualified score, in laurels; "
        "-1 if nobody else qualified or nobody won",
        "tie_broken": "1 if the place in the Star Exhibit decided between equal scores",
        "richest_disqualified": "1 if a seat without an animal in the Star Exhibit had more laurels than the winner",
        "n_qualified": "seats with an animal in the Star Exhibit",
        "start": "seat that began",
        "ones_left": "I laurels left in the supply",
        "stack_left": "tokens left in the bag",
        "negotiations": "negotiations for votes begun",
        "deals": "negotiations for votes that ended in a deal",
        "votes_traded": "votes given to other seats",
        "votes_sold": "of these, votes given at a price above 0",
        "laurels_paid": "laurels paid for votes and abilities, net of change",
        "promised": "later votes promised",
        "promises_kept": "promised votes that were given",
        "promises_broken": "promised votes that were refused when called on",
        "peacocks_in_star": "peacocks in the Star Exhibit",
        "bribes": "peacock votes bought",
        "keeper_moves": "moves of the Keeper, bonuses and Hyena included",
        "abilities_used": "ability tiles used",
    },
    "seats": {
        "game_id": "number of the game",
        "seat": "chair and turn order; 0 begins unless setup.start_seat is random",
        "strategy": "index of the strategy in the lineup",
        "score": "laurels at the end",
        "qualified": "1 with an animal in the Star Exhibit",
        "rank": "1 is best; 0 where there is no winner",
        "share": "win share in 420ths",
        "species": "species and ability: 0 Armadillo, 1 Crocodile, 2 Ibis, 3 Marmoset, 4 Rhino, 5 Hyena, 6 Tiger",
        "animals_in_star": "animals in the Star Exhibit",
        "arrival": "Star space of the first of them, 0 is first; -1 for none",
        "from_paths": "laurels collected on the way up",
        "from_votes": "laurels in I tokens for votes",
        "from_tiles": "laurels in I tokens printed on used ability tiles",
        "from_peacocks": "laurels in I tokens for advancing peacocks",
        "paid": "laurels paid for votes and abilities, net of change",
        "received": "laurels received for votes and abilities, net of change",
        "fees": "prices agreed for one's own ability",
        "added": "animals added",
        "moved": "advances of own animals",
        "peacocks": "advances of peacocks",
        "keeper": "moves of the Keeper",
        "asked": "negotiations for votes begun",
        "deals": "of these, deals made",
        "votes_given": "votes given to others",
        "votes_taken": "votes received from others",
        "promised": "later votes promised",
        "kept": "promised votes given",
        "broken": "promised votes refused",
        "bribes": "peacock votes bought",
        "ability_asked": "times one's own ability was asked for",
        "ability_used": "uses of one's own ability tiles",
        "recovered": "own ability tiles recovered",
        "took_keeper": "II-Keeper tokens collected on the way",
        "took_peacock": "II-Peacock tokens collected on the way",
        "took_ability": "II-Ability tokens collected on the way",
    },
}


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
    game_row.negotiations = 0
    game_row.deals = 0
    game_row.votes_traded = 0
    game_row.votes_sold = 0
    game_row.laurels_paid = 0
    game_row.promised = 0
    game_row.promises_kept = 0
    game_row.promises_broken = 0
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
        game_row.negotiations += row.asked
        game_row.deals += row.deals
        game_row.votes_traded += row.votes_given
        game_row.votes_sold += state.votes_sold[seat]
        game_row.laurels_paid += row.paid
        game_row.promised += row.promised
        game_row.promises_kept += row.kept
        game_row.promises_broken += row.broken
        game_row.bribes += row.bribes
        game_row.keeper_moves += row.keeper
        game_row.abilities_used += row.ability_used
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
