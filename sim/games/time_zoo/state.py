"""What a game of Time Zoo consists of: one record a game, and the words for its parts.

A record of `STATE` is the whole public and private state of one game; a *view* is a copy of it with everything blanked
that the seat may not know (`view.py`). The orders of the two piles are not in it: they live in `CHANCE`.

Cards are counted by kind, and a kind is its place in its table of deck.toml: an *animal*, a *food* (card), an *intern*.
What lies in the row or comes off the animal deck is an *item*: an animal kind k as k, an intern kind i as INTERN + i.
An *icon* is one of the nine foods, in the order of [colours].

Axes: P seats (`SEATS`), A kinds of animal (capacity `ANIMALS`), F kinds of food card (`FOODS`), I kinds of intern
(`INTERNS`), R places of the row (`ROW`), X items (`ITEMS`). Only the first `state.n_seats`, `box.n_animals`,
`box.n_foods`, `box.n_interns`, `box.row` entries mean anything.
"""

from __future__ import annotations

import numpy as np

from sim.records import record

__all__ = ["ACTION", "CHANCE", "STATE"]

# Capacities: what a box may have at most (checked when it is made).
SEATS = 5
ANIMALS = 24
INTERNS = 8
ITEMS = 32  # ANIMALS + INTERNS
FOODS = 32  # a bit each in a word
ROW = 8
DECK = 100  # animal cards, interns included where they are shuffled in
PILE = 120  # food cards
PRICE = 5  # cards that an animal can cost
ICONS = 9  # foods
COUNT_BITS = 7  # a hand holds fewer than 128 cards: bits for each count where several share a word

INTERN = ANIMALS  # the item of the first kind of intern
NONE = -1  # no seat, no card, no place; in a view: not known

# Types of animal, and colours of food.
BLUE = 0
GREEN = 1
RED = 2
ORANGE = 3  # as a colour: any food
TYPES = ("blue", "green", "red", "orange")

# Special actions, by their words in deck.toml.
DRAW = 0
DRAW_PER_ICON = 1
DRAW_AND_PUT = 2
LURE_ANOTHER = 3
MALE = 4
FEMALE = 5
CALF = 6
TUCK_FOOD = 7
ROB_FOOD = 8
SPOIL_FOOD = 9
DISCOUNT = 10
REMOVE_ANIMALS = 11
EXCHANGE_ANIMAL = 12
DODO = 13
EGG = 14
SPECIALS = (
    "draw", "draw_per_icon", "draw_and_put", "lure_another", "male", "female", "calf", "tuck", "rob", "spoil",
    "discount", "remove", "exchange", "dodo", "egg",
)  # fmt: skip

# Where a word of counts of a zoo has the mammoths; before them it has the types.
COUNTED = {MALE: 4, FEMALE: 5, CALF: 6}

# Where a word of counts of a hand has how many cards show one same food of each colour, ORANGE being any; before them
# it has how many show each colour.
SAME = 4

# What an intern counts, by its word in deck.toml; the types come first, by their numbers.
ALL_TYPES = 4
ONE_DODO = 5
ONE_EGG = 6
INTERN_RULES = (*TYPES, "all", "dodo", "egg")

# Phases: what the active player decides now [TZ 10].
MAIN = 0  # the action of the turn: take food, lure an animal, take an intern
MORE = 1  # the next food card of the action, from the pile or the discard pile [TZ 3.2]
PAYING = 2  # with which cards the animal in `slot` is lured [TZ 4]
ORDER = 3  # in which order they go onto the discard pile [TZ 4.6]
EXTRA = 4  # lure another animal, or stop [TZ 6.4]
TUCKING = 5  # put a green food under `animal`, or stop [TZ 6.6]
PUTTING = 6  # one food card of the hand goes onto the discard pile [TZ 6.3]
ROBBING = 7  # from whom a random food card is taken [TZ 6.7]
SPOILING = 8  # whose random food card is discarded [TZ 6.8]
REMOVING = 9  # which animal of the row is removed, `left` still to go [TZ 6.10]
EXCHANGING = 10  # which animal of whom is taken for `animal` [TZ 6.11]
PHASES = (
    "main", "more", "paying", "order", "extra", "tucking", "putting", "robbing", "spoiling", "removing", "exchanging",
)  # fmt: skip

# Actions, by kind, with the phases they belong to and the fields that each uses.
PASS = 0  # MAIN: nothing else is legal [TZ 2.3]
PILE_CARD = 1  # MAIN, MORE: take the top card of the pile
DISCARD_CARD = 2  # MAIN, MORE: take the top card of the discard pile; food
LURE = 3  # MAIN, EXTRA: slot, animal
HIRE = 4  # MAIN: take an intern out of the row; slot, intern
PAY = 5  # PAYING: cards, the kinds paid in ascending order
PUT = 6  # ORDER: cards, the kinds in the order they go onto the discard pile, the last on top
STOP = 7  # EXTRA, TUCKING, EXCHANGING (where the exchange may be declined)
TUCK = 8  # TUCKING: food
DISCARD = 9  # PUTTING: food
TARGET = 10  # ROBBING, SPOILING: seat
REMOVE = 11  # REMOVING: slot, animal
EXCHANGE = 12  # EXCHANGING: seat, animal
KIND_NAMES = (
    "pass", "pile_card", "discard_card", "lure", "hire", "pay", "put", "stop", "tuck", "discard", "target", "remove",
    "exchange",
)  # fmt: skip

# How the game stands (`state.end`).
RUNNING = 0
FINISHED = 1
TRUNCATED = 2

ACTION = record(
    [
        ("kind", np.int8),
        ("slot", np.int8),  # place in the row, or NONE
        ("animal", np.int8),  # animal kind, or NONE
        ("intern", np.int8),  # intern kind, or NONE
        ("food", np.int8),  # food kind, or NONE
        ("seat", np.int8),  # whose card, or NONE
        ("cards", np.int8, (PRICE,)),  # food kinds, NONE after the last
    ]
)

STATE = record(
    [
        # where the game is
        ("n_seats", np.int8),
        ("start", np.int8),  # seat that began
        ("actor", np.int8),  # seat whose turn it is: it takes every decision; in a view, the seat that looks
        ("phase", np.int8),
        ("end", np.int8),  # RUNNING, FINISHED, TRUNCATED
        ("last_round", np.int8),  # 1: the last card of the animal deck has entered the row [TZ 8.1]
        ("turn", np.int32),  # turns completed so far
        ("decision", np.int32),  # decisions taken so far
        ("step", np.int16),  # decisions taken so far in this turn
        # the table
        ("row", np.int8, (ROW,)),  # (R,) items, NONE: a gap
        ("deck", np.int16),  # cards left in the animal deck
        ("pile", np.int16),  # cards left in the food pile
        ("discard", np.int8, (PILE,)),  # (n_discard,) food kinds from the bottom up; NONE above the top
        ("n_discard", np.int16),
        ("reshuffles", np.int32),  # times the discard pile was made the pile
        # what people own
        ("hand", np.int8, (SEATS, FOODS)),  # (P, F) cards, hidden; in a view NONE for the others
        ("hand_size", np.int16, (SEATS,)),  # (P,) cards, public
        ("held", np.int64, (SEATS,)),  # (P,) bit f: cards of kind f in the hand; hidden like the hand
        ("shown", np.int64, (SEATS,)),  # (P,) word of counts: cards of the hand that show each food; hidden
        ("fits", np.int64, (SEATS,)),  # (P,) word of counts: by colour, and from SAME on of one same food; hidden
        ("zoo", np.int8, (SEATS, ANIMALS)),  # (P, A) animals
        ("owned", np.int32, (SEATS,)),  # (P,) bit a: animals of kind a in the zoo
        ("counts", np.int64, (SEATS,)),  # (P,) word of counts: animals of each type, and mammoths where COUNTED says
        ("discounts", np.int64, (SEATS,)),  # (P,) word of counts: animals of each type that lower a price [TZ 6.9]
        ("dodos", np.int16, (SEATS,)),  # (P,) dodos, interns that count as such included [TZ 7.4]
        ("eggs", np.int16, (SEATS,)),  # (P,) eggs in the same way
        ("interns", np.int8, (SEATS, INTERNS)),  # (P, I) interns
        ("employed", np.int16, (SEATS,)),  # (P,) bit i: interns of kind i
        ("tucked", np.int8, (SEATS, ANIMALS)),  # (P, A) food cards under the animals of a kind
        # what is out of the game
        ("out", np.int8, (FOODS,)),  # (F,) food cards under animals, by kind
        ("removed", np.int8, (ANIMALS,)),  # (A,) animals removed from the row
        # the lure going on
        ("slot", np.int8),  # place in the row of the animal being lured, or NONE
        ("animal", np.int8),  # its kind; from its payment until its special action is done the kind just lured; or NONE
        ("extra", np.int8),  # 1: it is lured by the action of another
        ("paid", np.int8, (PRICE,)),  # food kinds paid in ascending order, not yet on the discard pile; NONE after
        ("n_paid", np.int8),
        ("left", np.int8),  # MORE: food cards still to take; REMOVING: animals still to remove
        # the tally, for the results only; (P,)
        ("start_intern", np.int8, (SEATS,)),  # kind of the first intern dealt, or NONE
        ("n_pile", np.int16, (SEATS,)),  # food taken from the pile by the action of a turn
        ("n_discarded", np.int16, (SEATS,)),  # food taken from the discard pile
        ("n_drawn", np.int16, (SEATS,)),  # food drawn by animals
        ("n_paid_food", np.int16, (SEATS,)),  # food paid for animals
        ("n_takes", np.int16, (SEATS,)),  # turns spent on food
        ("n_passes", np.int16, (SEATS,)),
        ("n_lures", np.int16, (SEATS,)),  # animals lured, extra ones included
        ("n_extra", np.int16, (SEATS,)),  # of these, lured by the action of another
        ("n_hired", np.int16, (SEATS,)),  # turns spent on an intern
        ("n_robbed", np.int16, (SEATS,)),  # food taken from others
        ("n_spoiled", np.int16, (SEATS,)),  # food of others discarded
        ("n_lost", np.int16, (SEATS,)),  # food lost to others, either way
        ("n_removed", np.int16, (SEATS,)),  # animals removed from the row
        ("n_exchanged", np.int16, (SEATS,)),  # exchanges made
        ("n_exchanged_by", np.int16, (SEATS,)),  # exchanges suffered
        ("lured", np.int8, (SEATS, ANIMALS)),  # (P, A) animals lured
        # for strategies; blank outside views
        ("temperature", np.float64),
        ("noise_key", np.uint64),
    ]
)

CHANCE = record(
    [
        ("seed", np.uint64),  # with game_id the address of whatever is drawn later: reshuffles, random cards
        ("game_id", np.int64),
        ("deck", np.int8, (DECK,)),  # items; deck[state.deck − 1] is the next card
        ("pile", np.int8, (PILE,)),  # food kinds; pile[state.pile − 1] is the next card
    ]
)
