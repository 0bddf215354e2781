"""What a game of Miller Zoo consists of: one record a game, and the words for its parts.

A record of `STATE` is all there is of one game but the order of the decks, which lives in `CHANCE`: hands are open, so
a *view* is a plain copy of the state.

Axes: M teammates (capacity `MATES`), O owners of cards: the teammates, then the storage (`OWNERS`), I icons: resources
and problems (`ICONS`), K kinds of resource card (`KINDS`), N kinds of needs card (`NEEDS`), A animals: the printed
ones, then those to be received (`ANIMALS`), H habitats (`HABITATS`), R receptions (`RECEPTIONS`), S spaces (`SPACES`).
The space of habitat h is h, that of reception r is `box.n_habitats + r`.
"""

from __future__ import annotations

import numpy as np

from sim.records import record

__all__ = ["ACTION", "CHANCE", "STATE"]

# Capacities: what a designer's own challenge may have at most (checked on loading).
MATES = 6
STORAGE = 6  # the owner of stored cards
OWNERS = 7
ICONS = 8
KINDS = 40
NEEDS = 40
ANIMALS = 24
NEW = 12  # animals to be received
HABITATS = 5
RECEPTIONS = 6
SPACES = 11
DECK = 240
NEEDS_DECK = 120
HAND = 12  # cards of one owner
MORNING = 12  # needs cards of one morning

NONE = -1  # no card, no space (a teammate's: the Cantine), no animal, no icon, no teammate, no day

# Phases: what is decided now, and by whom.
AFTERNOON = 0  # the active teammate: play a card, or pass [MZ 4.1]
RIDING = 1  # a teammate at the reception of an animal just received: go with it, or stay [MZ 4.10]
STORING = 2  # teammate 0: a card to store, or no more [MZ 5.2]
CRISIS = 3  # teammate 0: the problem that a joker removes [MZ 5.5]
SHARING = 4  # teammate 0: who draws one of the last cards [MZ 2.3]
SUPPLYING = 5  # teammate 0: where one of the last tokens goes [MZ 3.5]
PHASES = ("afternoon", "riding", "storing", "crisis", "sharing", "supplying")

# Actions, by kind, with the fields that each uses.
PASS = 0  # AFTERNOON
MOVE = 1  # AFTERNOON: card, stored, space; card NONE for a free first move
FIX = 2  # AFTERNOON: card, stored; icon for a joker
PAY = 3  # AFTERNOON: card, stored; icon for a joker
RIDE = 4  # RIDING: space
STAY = 5  # RIDING
STORE = 6  # STORING: card
DROP = 7  # STORING under rules.storage = renewed: card
DONE = 8  # STORING: no more
CLEAR = 9  # CRISIS: icon
TAKE = 10  # SHARING: mate
LAY = 11  # SUPPLYING: space, icon
KIND_NAMES = ("pass", "move", "fix", "pay", "ride", "stay", "store", "drop", "done", "clear", "take", "lay")

# How the game stands (`state.end`), and why it ended (`state.reason`).
RUNNING = 0
FINISHED = 1
WON = 0
LOST_TO_CRISIS = 1
DECK_EMPTY = 2

ACTION = record(
    [
        ("kind", np.int8),
        ("card", np.int8),  # kind of resource card, or NONE
        ("stored", np.int8),  # 1: from the storage, 0: from the own hand
        ("space", np.int8),  # where to, or NONE
        ("icon", np.int8),  # what a joker stands for, which problem, or NONE
        ("mate", np.int8),  # teammate, or NONE
    ]
)

STATE = record(
    [
        # where the game is
        ("n_seats", np.int8),
        ("n_team", np.int8),  # teammates: as many as seats, but for a solo seat [MZ 1.1]
        ("actor", np.int8),  # seat that decides now: mate mod n_seats; in a view, the seat that looks
        ("mate", np.int8),  # teammate who decides now
        ("active", np.int8),  # teammate whose turn it is
        ("phase", np.int8),
        ("end", np.int8),
        ("reason", np.int8),  # WON, LOST_TO_CRISIS, DECK_EMPTY; NONE while the game runs
        ("day", np.int16),  # 1, 2, …
        (
            "turn",
            np.int32,
        ),  # turns completed so far: a dawn, a hand-over to a teammate and a night begin one
        ("dawn", np.int32),  # the turn that this day began with
        ("decision", np.int32),
        ("step", np.int16),  # decisions taken so far in this turn
        # cards
        ("cards", np.int8, (OWNERS, HAND)),  # (O, ·) kinds, ascending, then NONE: hands, and the storage in row STORAGE
        ("n_cards", np.int8, (OWNERS,)),  # (O,) how many
        ("drawn", np.int16),  # cards that have left the deck
        ("gone", np.int16, (KINDS,)),  # (K,) of these, by kind; what the deck still has is box.copies less this
        ("discarded", np.int16),  # cards on the discard pile
        # people
        ("at", np.int8, (MATES,)),  # (M,) space, or NONE for the Cantine
        ("passed", np.int8, (MATES,)),  # (M,) 1: passed since the last card was played
        # animals
        ("visitor", np.int8, (RECEPTIONS,)),  # (R,) animal at a reception, or NONE
        ("due", np.int16, (RECEPTIONS, ICONS)),  # (R, I) icons of its cost still to be paid
        ("beside", np.int8, (RECEPTIONS,)),  # (R,) cards beside it
        ("turned", np.int8),  # animals turned up so far
        ("home", np.int8, (ANIMALS,)),  # (A,) 1: lives in its habitat
        ("received", np.int8),  # animals received so far
        # problems
        ("tokens", np.int16, (ANIMALS, ICONS)),  # (A, I) tokens on an animal
        ("open", np.int16, (HABITATS, ICONS)),  # (H, I) the same, summed over the animals of a habitat
        ("supply", np.int16),  # tokens not on animals
        ("waiting", np.int16, (ANIMALS, ICONS)),  # (A, I) SUPPLYING: 1 where a token of this round may still be laid
        # needs cards
        ("morning", np.int8, (MORNING,)),  # needs cards drawn this morning, in order of drawing, or NONE
        ("n_morning", np.int8),
        ("shuffles", np.int16),  # times that the needs cards were shuffled anew
        ("needs_in", np.int8, (NEEDS,)),  # (N,) copies that were in the needs deck when it was last shuffled
        ("needs_left", np.int8, (NEEDS,)),  # (N,) copies still in it
        ("needs_drawn", np.int16),  # needs cards drawn since then
        ("needs_stock", np.int16),  # needs cards still in the deck
        # what is going on
        ("ride_from", np.int8),  # RIDING: reception's space
        ("ride_to", np.int8),  # RIDING: habitat
        ("to_share", np.int8),  # SHARING: cards left to be drawn
        ("shared", np.int8, (MATES,)),  # (M,) SHARING: 1 has drawn one of them
        # the tally, for the results only
        ("played_today", np.int8, (MATES,)),  # (M,) cards played this afternoon
        ("n_moved", np.int16, (MATES,)),  # (M,) cards played to move
        ("n_fixed", np.int16, (MATES,)),  # (M,) cards played to fix
        ("n_paid", np.int16, (MATES,)),  # (M,) cards played to receive
        ("n_stored_used", np.int16, (MATES,)),  # (M,) of all these, cards from the storage
        ("n_idle", np.int16, (MATES,)),  # (M,) afternoons without playing a card
        ("n_rides", np.int16, (MATES,)),  # (M,) rides along with an animal
        ("n_unused", np.int16, (MATES,)),  # (M,) cards from the hand discarded at night
        ("tokens_fixed", np.int16, (MATES,)),  # (M,) tokens removed by cards
        ("icons_paid", np.int16, (MATES,)),  # (M,) icons paid for animals
        ("wasted", np.int16, (MATES,)),  # (M,) icons of cards to fix or receive that were of no use
        ("n_stored", np.int16),  # cards put into the storage
        ("n_dropped", np.int16),  # cards discarded from the storage
        ("n_extra", np.int16),  # cards drawn for the extra-resource symbol
        ("crises", np.int16),  # nights with a crisis
        ("crisis_cards", np.int16),  # cards discarded in crises
        ("burned", np.int16),  # of these, last night's
        ("tokens_laid", np.int16),
        ("tokens_cleared", np.int16),  # tokens removed in crises
        ("tokens_lost", np.int16),  # tokens that were due when the supply was empty
        ("day_received", np.int16, (ANIMALS,)),  # (A,) or NONE
        ("paid_for", np.int8, (ANIMALS,)),  # (A,) icons paid for it so far
        # for strategies; blank outside views
        ("temperature", np.float64),
        ("noise_key", np.uint64),
    ]
)

CHANCE = record(
    [
        ("seed", np.uint64),  # with game_id: the address of every later shuffle of the needs cards
        ("game_id", np.int64),
        ("deck", np.int8, (DECK,)),  # kinds of resource card in the order they are drawn
        ("needs", np.int8, (NEEDS_DECK,)),  # kinds of needs card, as first shuffled
        ("animals", np.int8, (ANIMALS,)),  # animals in the order they are turned up
    ]
)
