"""What a game of Quo Vadis? consists of: one record a game, and the words for its parts.

A record of `STATE` is the whole public and private state of one game; a *view* is a copy of it with everything blanked
that the seat may not know (`view.py`). The order of the face-down stack is not in it: it lives in `CHANCE`.

Axes: N bodies (capacity `BODIES`), E paths (`PATHS`), P seats (`SEATS`), C kinds of laurel tile (`KINDS`).
Only the first `box.n_bodies`, `box.n_paths`, `state.n_seats`, `box.n_kinds` entries mean anything.
"""

from __future__ import annotations

import numpy as np

from sim.records import record

__all__ = ["ACTION", "CHANCE", "STATE"]

# Capacities: what a designer's own board may have at most (checked on loading).
BODIES = 24
PATHS = 40
SEATS = 5
KINDS = 8
SENATE = 9
STACK = 160
ANSWERS = 33  # refusing, and prices from 0 to 15 with and without a promise
GAMES = 3  # games in a consular election [QV 9.4]

NONE = -1  # no tile, no seat, no path, no price
FAR = 127  # an arrival that never happened

# Phases: what is decided now, and by whom.
MAIN = 0  # the active player: place, move, move Caesar [QV 2.1]
OFFER = 1  # the mover names terms (protocol "offer") [QV 7.3]
ASK = 2  # an owner names terms, or accepts or refuses the mover's [QV 7.3]
DEAL = 3  # the mover takes a coalition or none [QV 7.5]
BONUS = 4  # move Caesar after a II-Caesar tile, or not [QV 6.2]
REVEAL = 5  # demand that all reveal, or not [QV 9.2]
REMOVE = 6  # take one own senator off the board, between the games of an election [QV 9.4]
TARGET = 7  # the laurel that Caesar moves to, as the action of the turn [QV 6.1]
PHASES = ("main", "offer", "ask", "deal", "bonus", "reveal", "remove", "target")

# Actions, by kind, with the fields that each uses.
PASS = 0  # MAIN: nothing is legal [QV 2.5]; BONUS: leave Caesar; REVEAL: demand nothing
PLACE = 1  # body
MOVE = 2  # body, path
CAESAR = 3  # MAIN: move him; path: TARGET, BONUS
TERMS = 4  # price, promise, steer: OFFER and ASK (under "offer", ASK accepts the mover's terms with it)
REFUSE = 5  # ASK: no vote; DEAL: no coalition; OFFER: withdraw
COALITION = 6  # votes, first: DEAL
DEMAND = 7  # REVEAL
REMOVE_ONE = 8  # body
KIND_NAMES = ("pass", "place", "move", "caesar", "terms", "refuse", "coalition", "demand", "remove")

# How the game stands (`state.end`).
RUNNING = 0
FINISHED = 1
TRUNCATED = 2

# Protocols and rulings, as `box` holds them.
POSTED = 0
TAKE_IT = 1
NO_DEALS = 2
PER_PLAYER = 0
PER_SENATOR = 1
TRACKED = 0
HIDDEN = 1

ACTION = record(
    [
        ("kind", np.int8),
        ("body", np.int8),  # body id, or NONE
        ("path", np.int8),  # path id, or NONE
        ("price", np.int16),  # laurels per vote
        ("promise", np.int8),  # 1: plus one promised vote per vote
        ("steer", np.int8),  # 1: the right to direct the Caesar bonus
        ("votes", np.int8, (SEATS,)),  # (P,) votes taken from each owner
        ("first", np.int8),  # seat whose consent is paid first when "I"s are short, or NONE
    ]
)

STATE = record(
    [
        # where the game is
        ("n_seats", np.int8),
        ("start", np.int8),  # seat that began (the current game of an election)
        ("active", np.int8),  # seat whose turn it is
        ("actor", np.int8),  # seat that decides now; in a view, the seat that looks
        ("phase", np.int8),
        ("end", np.int8),  # RUNNING, FINISHED, TRUNCATED
        ("winner", np.int8),  # seat, or NONE
        ("tie_broken", np.int8),  # 1: arrival decided between equal laurels
        ("turn", np.int32),  # turns completed so far
        ("decision", np.int32),  # decisions taken so far
        ("step", np.int16),  # decisions taken so far in this turn
        # the table
        ("senators", np.int8, (BODIES, SEATS)),  # (N, P) senators in a body
        ("crowd", np.int8, (BODIES,)),  # (N,) senators in a body, of all seats
        ("reserve", np.int8, (SEATS,)),  # (P,) senators not on the board
        ("tile", np.int8, (PATHS,)),  # (E,) kind lying on the laurel space, or NONE
        ("caesar", np.int8),  # path
        ("senate", np.int8, (SENATE,)),  # seats in order of arrival, or NONE
        ("n_senate", np.int8),
        ("ones", np.int16),  # "I" tiles in the supply
        ("drawn", np.int16),  # tiles drawn from the stack
        # what people own
        ("purse", np.int16, (SEATS, KINDS)),  # (P, C) tiles, face down [QV 4.8]; in a view NONE for the others
        ("laurels", np.int32, (SEATS,)),  # (P,) their value; in a view what the seat knows [QV 9.3], or NONE
        ("shown", np.int32, (SEATS,)),  # (P,) laurels at the last reveal, or NONE
        ("n_reveals", np.int8),
        # the negotiation going on
        ("failed", np.int64),  # bit e: negotiation for path e failed this turn [QV 7.7]
        ("path", np.int8),  # the wanted move's path, or NONE
        ("need", np.int8),  # votes needed from others
        ("offer_price", np.int16),  # the mover's terms (protocol "offer"), or NONE
        ("offer_promise", np.int8),
        ("offer_steer", np.int8),
        (
            "price",
            np.int16,
            (SEATS,),
        ),  # (P,) laurels per vote, or NONE (refused, not asked); in a view under ASK only one's own
        ("promise", np.int8, (SEATS,)),  # (P,) 1: wants a promised vote per vote
        ("steer", np.int8, (SEATS,)),  # (P,) 1: wants to direct the bonus
        ("director", np.int8),  # seat that directs the bonus of this move
        ("bonus", np.int8),  # 1: this move earned a Caesar bonus, still to come
        # the ledger [QV 7.8]; rows: who gave or owes, columns: to whom
        ("owed", np.int16, (SEATS, SEATS)),  # promised votes outstanding
        ("kept", np.int16, (SEATS, SEATS)),  # promised votes given
        ("broken", np.int16, (SEATS, SEATS)),  # promised votes refused
        ("given", np.int16, (SEATS, SEATS)),  # votes given in all
        # the tally, for the results only; (P,)
        ("n_placed", np.int16, (SEATS,)),
        ("n_moved", np.int16, (SEATS,)),
        ("n_caesar", np.int16, (SEATS,)),  # actions and bonuses
        ("n_asked", np.int16, (SEATS,)),  # negotiations begun
        ("n_deals", np.int16, (SEATS,)),  # of these, agreed
        ("from_paths", np.int32, (SEATS,)),  # laurels taken on the way
        ("from_consent", np.int32, (SEATS,)),  # laurels in "I" tiles for consent
        ("paid", np.int32, (SEATS,)),  # laurels paid, net of change
        ("received", np.int32, (SEATS,)),
        ("votes_sold", np.int16, (SEATS,)),  # votes given at a price above 0
        ("promised", np.int16, (SEATS,)),  # later votes promised
        # the consular election [QV 9.4]
        ("game", np.int8),  # 0, 1, 2
        ("banked", np.int32, (SEATS,)),  # (P,) laurels noted so far
        ("n_qualified", np.int8, (SEATS,)),  # (P,) games qualified in
        ("arrival", np.int8, (GAMES, SEATS)),  # place of the first senator in each game's Senate, or FAR
        # for strategies; blank outside views
        ("temperature", np.float64),
        ("noise_key", np.uint64),
    ]
)

CHANCE = record(
    [
        ("stack", np.int8, (GAMES, STACK)),  # kinds in the order they are drawn, one row a game of an election
        ("start", np.int8),  # seat drawn to start
    ]
)
