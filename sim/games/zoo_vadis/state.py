"""What a game of Zoo Vadis consists of: one record a game, and the words for its parts.

A record of `STATE` is the whole public and private state of one game; a *view* is a copy of it with everything blanked
that the seat may not know (`view.py`). The order of the bag is not in it: it lives in `CHANCE`.

Axes: N exhibits (capacity `BODIES`), E paths and tunnels (`PATHS`), P seats (`SEATS`), O owners of pieces: the seats,
then the peacocks (`OWNERS`), C kinds of laurel token (`KINDS`), A abilities (`ABILITIES`).
"""

from __future__ import annotations

import numpy as np

from sim.records import record

__all__ = ["ACTION", "CHANCE", "STATE"]

# Capacities: what a designer's own board may have at most (checked on loading).
BODIES = 20
PATHS = 40
SEATS = 7
PEACOCK = 7  # the owner of the peacocks
OWNERS = 8
KINDS = 10
STAR = 9
BAG = 200
ABILITIES = 7
FRESH = 7  # pieces that can enter one-space exhibits in one turn: one, and one more for each tile of Rhino

NONE = -1  # no token, no seat, no path, no price
FAR = 127  # an arrival that never happened

# Abilities, in the order of the species in data/species.toml.
ARMADILLO = 0
CROCODILE = 1
IBIS = 2
MARMOSET = 3
RHINO = 4
HYENA = 5
TIGER = 6

# Phases: what is decided now, and by whom.
MAIN = 0  # the active player: an action, a bonus, Hyena, or the end of the turn [ZV 2.1]
PLAN = 1  # the mover adds abilities to a move, or goes on with it [ZV 9.4]
OFFER = 2  # the mover names terms (protocol "offer"), for `state.wanted` or for votes
ASK_ABILITY = 3  # the owner of an ability names terms, or accepts or refuses the mover's
DEAL_ABILITY = 4  # the mover takes it or not
ASK = 5  # an owner in the exhibit names terms for votes, or accepts or refuses
DEAL = 6  # the mover takes a coalition or none
AGAIN = 7  # Crocodile: move a piece on from a one-space exhibit, or not [ZV 8.11]
ROAM = 8  # Hyena: where the Keeper goes [ZV 8.4]
PHASES = ("main", "plan", "offer", "ask_ability", "deal_ability", "ask", "deal", "again", "roam")

# Actions, by kind, with the fields that each uses.
PASS = 0  # MAIN: nothing is legal [ZV 2.2]
ADD = 1  # body
ADVANCE = 2  # body, path (AGAIN: owner too)
PEACOCK_ON = 3  # body, path: advance a peacock
KEEPER = 4  # path
USE_HYENA = 5  # MAIN
END_TURN = 6  # MAIN, after the action
USE_RHINO = 7  # PLAN: owner of the second piece
USE_TIGER = 8  # PLAN
USE_MARMOSET = 9  # PLAN: path whose token is taken
GO = 10  # PLAN: no more abilities; AGAIN: stay
TERMS = 11  # price, promise: OFFER, ASK_ABILITY, ASK
REFUSE = 12  # OFFER, ASK_ABILITY, DEAL_ABILITY, ASK, DEAL
ACCEPT = 13  # DEAL_ABILITY
COALITION = 14  # DEAL: votes, bribes, first
KIND_NAMES = (
    "pass", "add", "advance", "peacock", "keeper", "hyena", "end", "rhino", "tiger", "marmoset", "go", "terms",
    "refuse", "accept", "coalition",
)  # fmt: skip

# How the game stands (`state.end`).
RUNNING = 0
FINISHED = 1
TRUNCATED = 2

# Protocols, as `box` holds them.
POSTED = 0
TAKE_IT = 1
NO_DEALS = 2
TRACKED = 0
HIDDEN = 1

ACTION = record(
    [
        ("kind", np.int8),
        ("body", np.int8),  # exhibit, or NONE
        ("path", np.int8),  # path or tunnel, or NONE
        ("owner", np.int8),  # owner of a piece, or NONE
        ("price", np.int16),  # laurels per vote, or for the ability
        ("promise", np.int8),  # 1: plus a promised vote
        ("bribes", np.int8),  # peacock votes bought
        ("votes", np.int8, (SEATS,)),  # (P,) votes taken from each owner
        ("first", np.int8),  # seat whose votes are paid first when "I"s are short, or NONE
    ]
)

STATE = record(
    [
        # where the game is
        ("n_seats", np.int8),
        ("start", np.int8),
        ("active", np.int8),  # seat whose turn it is
        ("actor", np.int8),  # seat that decides now; in a view, the seat that looks
        ("phase", np.int8),
        ("end", np.int8),
        ("winner", np.int8),
        ("tie_broken", np.int8),
        ("turn", np.int32),  # turns completed so far
        ("decision", np.int32),
        ("step", np.int16),  # decisions taken so far in this turn
        # the table
        ("animals", np.int8, (BODIES, OWNERS)),  # (N, O) pieces in an exhibit
        ("filled", np.int8, (BODIES,)),  # (N,) their sum: pieces of all owners in an exhibit
        ("supply", np.int8, (SEATS,)),  # (P,) animals not on the board
        ("token", np.int8, (PATHS,)),  # (E,) kind lying on the laurel space, or NONE
        ("keeper", np.int8),  # path
        ("star", np.int8, (STAR,)),  # owners in order of the Star's spaces, or NONE
        ("n_star", np.int8),
        ("arrival", np.int8, (SEATS,)),  # (P,) Star space of the first animal, or FAR
        ("ones", np.int16),  # "I" tokens in the supply
        ("drawn", np.int16),  # tokens drawn from the bag
        ("boxed", np.int16, (KINDS,)),  # (C,) bribes, out of the game
        # what people own
        ("species", np.int8, (SEATS,)),  # (P,) their ability
        ("lender", np.int8, (ABILITIES,)),  # (A,) seat that has the ability, or NONE: nobody may lend it
        ("ready", np.int8, (SEATS,)),  # (P,) ability tiles to be used
        ("used", np.int8, (SEATS,)),  # (P,) used ones
        ("purse", np.int16, (SEATS, KINDS)),  # (P, C) tokens, hidden; in a view NONE for the others
        ("laurels", np.int32, (SEATS,)),  # (P,) their value
        # the turn
        ("acted", np.int8),  # 1: the turn's action is done
        ("keeper_bonus", np.int8),  # II-Keepers to be used
        ("peacock_bonus", np.int8),  # II-Peacocks to be used
        ("failed", np.int64),  # bit e: an advance along path e failed for want of votes this turn [ZV 9.6]
        ("unasked", np.int16),  # bit a: ability a may still be asked for this turn
        ("fresh_body", np.int8, (FRESH,)),  # one-space exhibits just entered, or NONE
        ("fresh_owner", np.int8, (FRESH,)),  # by whose pieces
        # the move being planned
        ("path", np.int8),  # path or tunnel, or NONE
        ("piece", np.int8),  # owner of the moving piece, or NONE
        ("again", np.int8),  # index + 1 of the fresh piece that Crocodile moves on, or 0
        ("second", np.int8),  # owner of the piece that Rhino takes along, or NONE
        ("pick", np.int8),  # path whose token Marmoset takes, or NONE
        ("wanted", np.int8),  # ability being negotiated, or NONE
        ("agreed", np.int16),  # bit a: ability a is agreed for this move
        ("fee", np.int16, (ABILITIES,)),  # (A,) agreed price, or NONE
        ("fee_promise", np.int8, (ABILITIES,)),  # (A,) 1: agreed with a promised vote
        ("need", np.int8),  # votes needed from others
        ("offer_price", np.int16),  # the mover's terms (protocol "offer"), or NONE
        ("offer_promise", np.int8),
        ("price", np.int16, (SEATS,)),  # (P,) laurels per vote, or NONE; in a view under ASK only one's own
        ("promise", np.int8, (SEATS,)),
        # the ledger [ZV 9.7]; rows: who gave or owes, columns: to whom
        ("owed", np.int16, (SEATS, SEATS)),
        ("kept", np.int16, (SEATS, SEATS)),
        ("broken", np.int16, (SEATS, SEATS)),
        ("given", np.int16, (SEATS, SEATS)),
        # the tally, for the results only; (P,)
        ("n_added", np.int16, (SEATS,)),
        ("n_moved", np.int16, (SEATS,)),
        ("n_peacock", np.int16, (SEATS,)),
        ("n_keeper", np.int16, (SEATS,)),
        ("n_asked", np.int16, (SEATS,)),  # vote negotiations begun
        ("n_deals", np.int16, (SEATS,)),  # of these, agreed
        ("n_bribes", np.int16, (SEATS,)),
        ("n_asked_ability", np.int16, (SEATS,)),  # times one's own ability was asked for
        ("n_used", np.int16, (SEATS,)),  # uses of one's own tiles
        ("n_recovered", np.int16, (SEATS,)),
        ("taken", np.int16, (SEATS, KINDS)),  # (P, C) tokens collected on the way
        ("from_paths", np.int32, (SEATS,)),  # laurels collected on the way
        ("from_votes", np.int32, (SEATS,)),  # laurels in "I"s for votes
        ("from_tiles", np.int32, (SEATS,)),  # laurels in "I"s printed on ability tiles
        ("from_peacocks", np.int32, (SEATS,)),  # laurels in "I"s for advancing peacocks
        ("paid", np.int32, (SEATS,)),  # laurels paid to others, net of change
        ("received", np.int32, (SEATS,)),
        ("fees", np.int32, (SEATS,)),  # prices agreed for one's own ability
        ("votes_sold", np.int16, (SEATS,)),
        ("promised", np.int16, (SEATS,)),
        # for strategies; blank outside views
        ("temperature", np.float64),
        ("noise_key", np.uint64),
    ]
)

CHANCE = record([("bag", np.int8, (BAG,)), ("start", np.int8)])
