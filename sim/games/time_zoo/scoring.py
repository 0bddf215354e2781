"""What an outcome is worth, and the outcome of a game: one row for the game and one for each seat."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import numpy as np
from numba import literal_unroll

from sim.compiled import njit
from sim.games.time_zoo.box import Deck, animal_keys, intern_keys, printed
from sim.games.time_zoo.holdings import counted
from sim.games.time_zoo.payments import of_type
from sim.games.time_zoo.state import (
    ALL_TYPES,
    ANIMALS,
    CALF,
    COUNTED,
    DODO,
    EGG,
    FEMALE,
    FINISHED,
    MALE,
    NONE,
    ONE_DODO,
    ONE_EGG,
    ORANGE,
)
from sim.outcome import GAME_COLUMNS, SEAT_COLUMNS, WHOLE_SHARE, Column, meanings, row_of, with_meanings

__all__ = [
    "GAME_ROW",
    "SEAT_ROW",
    "animal_points",
    "columns",
    "intern_points",
    "mammoth_points",
    "points",
    "score",
    "seat_columns",
    "set_points",
    "tucked_points",
]

_MALES = COUNTED[MALE]
_FEMALES = COUNTED[FEMALE]
_CALVES = COUNTED[CALF]


def _lured(deck: Deck) -> tuple[str, ...]:
    return tuple(f"got_animals_{key}" for key in animal_keys(deck))


def _hired(deck: Deck) -> tuple[str, ...]:
    return tuple(f"got_interns_{key}" for key in intern_keys(deck))


def _dealt(deck: Deck) -> tuple[str, ...]:
    return tuple(f"dealt_interns_{key}" for key in intern_keys(deck))


# One column for each kind of card; those of another deck take the place of these (`seat_columns`).
_LURED = _lured(printed())
_HIRED = _hired(printed())
_DEALT = _dealt(printed())

_GAMES: tuple[Column, ...] = (
    *with_meanings(GAME_COLUMNS, winner="winning seat; -1 if nobody won or the win is shared"),
    ("margin", np.int32, "the best score less the next best (0 where it is shared); -1 if nobody won"),
    ("tie_broken", np.int8, "1 if the tie-break decided between equal scores"),
    ("n_winners", np.int8, "seats that share the win; 0 if nobody won"),
    ("start", np.int8, "seat that began"),
    ("deck_left", np.int16, "cards left in the animal deck: none in a game that finished"),
    ("row_left", np.int8, "cards left in the row"),
    ("pile_left", np.int16, "cards left in the food pile"),
    ("reshuffles", np.int32, "times the discard pile became the food pile"),
    ("lures", np.int16, "animals lured, extra ones included"),
    ("extra_lures", np.int16, "of these, lured by the action of another animal"),
    ("food_turns", np.int32, "turns spent on taking food"),
    ("food_lost", np.int32, "food taken from other seats or discarded for them"),
    ("exchanges", np.int16, "animals exchanged for another seat's"),
    ("removed", np.int16, "animals removed from the row"),
    ("tucked", np.int16, "food put under animals"),
)

_SEATS: tuple[Column, ...] = (
    *with_meanings(
        SEAT_COLUMNS,
        qualified="always 1: every seat can win",
        rank="1 is best, equals share a rank; 0 where there is no winner",
    ),
    ("from_animals", np.int32, "points of the animals by themselves"),
    ("from_tucked", np.int32, "points of food under animals"),
    ("from_mammoths", np.int32, "points of mammoths for each other"),
    ("from_dodos", np.int32, "points of sets of dodos"),
    ("from_eggs", np.int32, "points of sets of eggs"),
    ("from_interns", np.int32, "points of interns for types"),
    ("animals", np.int16, "animals at the end"),
    ("blue", np.int16, "blue animals at the end"),
    ("green", np.int16, "green animals at the end"),
    ("red", np.int16, "red animals at the end"),
    ("orange", np.int16, "orange animals at the end"),
    ("food_turns", np.int32, "turns spent on taking food"),
    ("food_pile", np.int32, "food taken from the pile in these turns"),
    ("food_discard", np.int32, "food taken from the discard pile in these turns"),
    ("food_drawn", np.int32, "food drawn by animals"),
    ("food_paid", np.int32, "food paid for animals"),
    ("food_left", np.int16, "food in the hand at the end"),
    ("passes", np.int32, "turns without anything to do"),
    ("lures", np.int16, "animals lured, extra ones included"),
    ("extra_lures", np.int16, "of these, lured by the action of another animal"),
    ("hired", np.int16, "turns spent on taking an intern (advanced rule)"),
    ("robbed", np.int16, "food taken from other seats"),
    ("spoiled", np.int16, "food of other seats discarded"),
    ("food_lost", np.int32, "food lost to other seats, either way"),
    ("removed", np.int16, "animals removed from the row"),
    ("exchanges", np.int16, "exchanges made"),
    ("exchanged_by", np.int16, "exchanges that other seats made with this one"),
    (
        "start_intern",
        np.int8,
        "kind of the first intern dealt, by its place among the interns of the deck file; -1 for none",
    ),
)


def _columns(deck: Deck) -> tuple[Column, ...]:
    """Return the columns of a seat with a deck: one for each kind of card after the others."""
    return (
        *_SEATS,
        *((name, np.int8, f"{key} lured") for name, key in zip(_lured(deck), animal_keys(deck), strict=True)),
        *((name, np.int8, f"{key} interns taken") for name, key in zip(_hired(deck), intern_keys(deck), strict=True)),
        *((name, np.int8, f"{key} interns dealt") for name, key in zip(_dealt(deck), intern_keys(deck), strict=True)),
    )


GAME_ROW = row_of(_GAMES)
SEAT_ROW = row_of(_columns(printed()))


def columns(deck: Deck) -> Mapping[str, Mapping[str, str]]:
    """Return what each column means, with a deck."""
    return {"games": meanings(_GAMES), "seats": meanings(_columns(deck))}


def seat_columns(deck: Deck) -> np.dtype[Any]:
    """Return the type that rows of `SEAT_ROW` have under the names of a deck: its cards, instead of those in the box.

    One compiled `score` so fills the rows of any deck.
    """
    fields: Mapping[str, Any] = SEAT_ROW.fields or {}
    names = {name: name for name in SEAT_ROW.names or () if name not in (*_LURED, *_HIRED, *_DEALT)}
    for own, place in ((_lured(deck), _LURED), (_hired(deck), _HIRED), (_dealt(deck), _DEALT)):
        names |= dict(zip(own, place, strict=False))
    return np.dtype(
        (
            np.record,
            {
                "names": list(names),
                "formats": [fields[place][0] for place in names.values()],
                "offsets": [fields[place][1] for place in names.values()],
                "itemsize": SEAT_ROW.itemsize,
            },
        )
    )


# What a zoo is worth [TZ 8.2]; each for one seat, in points.


@njit
def points(box, state, seat):
    """Return a seat's score as it stands [TZ 8.2]."""
    return (
        animal_points(box, state, seat)
        + tucked_points(box, state, seat)
        + mammoth_points(box, state, seat)
        + set_points(box, state, seat, DODO)
        + set_points(box, state, seat, EGG)
        + intern_points(box, state, seat)
    )


@njit
def animal_points(box, state, seat):
    """Return the points printed on a seat's animals."""
    total = 0
    for animal in range(ANIMALS):
        total += int(state.zoo[seat, animal]) * int(box.points[animal])
    return total


@njit
def tucked_points(box, state, seat):
    """Return the points of the food under a seat's animals [TZ 6.6]."""
    cards = 0
    for animal in range(ANIMALS):
        cards += int(state.tucked[seat, animal])
    return cards * int(box.tuck)


@njit
def mammoth_points(box, state, seat):
    """Return what a seat's mammoths bring for each other [TZ 6.5]."""
    zoo = state.counts[seat]
    males = counted(zoo, _MALES)
    females = counted(zoo, _FEMALES)
    total = 0
    if males > 0 and females > 0:
        total += (males + females) * int(box.adult)
    beside = (1 if males > 0 else 0) + (1 if females > 0 else 0)
    if box.calf_once:
        beside = min(beside, 1)
    return total + counted(zoo, _CALVES) * beside * int(box.calf)


@njit
def set_points(box, state, seat, special):
    """Return what a seat's dodos (DODO) or eggs (EGG), interns included, bring as sets [TZ 6.12–6.14, 7.4]."""
    table = box.dodo_set if special == DODO else box.egg_set
    most = int(box.dodo_most if special == DODO else box.egg_most)
    cards = int(state.dodos[seat] if special == DODO else state.eggs[seat])
    if box.several_sets:
        return cards // most * int(table[most]) + int(table[cards % most])
    return int(table[min(cards, most)])


@njit
def intern_points(box, state, seat):
    """Return the points of a seat's interns for types [TZ 7.2, 7.3]."""
    total = 0
    for intern in range(box.n_interns):
        held = int(state.interns[seat, intern])
        rule = box.intern_rule[intern]
        if held == 0 or rule == ONE_DODO or rule == ONE_EGG:
            continue
        if rule == ALL_TYPES:
            earned = True
            for kind in range(ORANGE + 1):
                if of_type(state, seat, kind) == 0:
                    earned = False
        else:
            earned = of_type(state, seat, rule) >= box.needed
        if earned:
            total += held * int(box.intern_bonus[intern])
    return total


# The outcome [TZ 8]


@njit
def _ahead(box, a, b):
    """Return whether the seat of row a stands before that of row b [TZ 8.3, 8.4]."""
    if a.score != b.score or not box.tie_by_animals:
        return a.score > b.score
    if a.animals != b.animals:
        return a.animals > b.animals
    return a.food_left > b.food_left


@njit
def score(box, state, game_row, seat_rows):
    """Fill the outcome of a game that has ended: one row, and one for each seat [TZ 8]."""
    n_seats = int(state.n_seats)
    game_row.end = state.end
    game_row.fault_seat = NONE
    game_row.turns = state.turn
    game_row.decisions = state.decision
    game_row.start = state.start
    game_row.deck_left = state.deck
    game_row.row_left = 0
    for slot in range(box.row):
        if state.row[slot] != NONE:
            game_row.row_left += 1
    game_row.pile_left = state.pile
    game_row.reshuffles = state.reshuffles
    game_row.lures = 0
    game_row.extra_lures = 0
    game_row.food_turns = 0
    game_row.food_lost = 0
    game_row.exchanges = 0
    game_row.removed = 0
    game_row.tucked = 0
    for seat in range(n_seats):
        row = seat_rows[seat]
        _score_seat(box, state, seat, row)
        game_row.lures += row.lures
        game_row.extra_lures += row.extra_lures
        game_row.food_turns += row.food_turns
        game_row.food_lost += row.food_lost
        game_row.exchanges += row.exchanges
        game_row.removed += row.removed
        for animal in range(box.n_animals):
            game_row.tucked += state.tucked[seat, animal]
    game_row.winner = NONE
    game_row.margin = NONE
    game_row.tie_broken = 0
    game_row.n_winners = 0
    if state.end == FINISHED:
        _rank(box, n_seats, game_row, seat_rows)


@njit
def _score_seat(box, state, seat, row):
    """Fill the row of one seat, all but rank and share."""
    row.seat = seat
    row.qualified = 1
    row.rank = 0
    row.share = 0
    row.from_animals = animal_points(box, state, seat)
    row.from_tucked = tucked_points(box, state, seat)
    row.from_mammoths = mammoth_points(box, state, seat)
    row.from_dodos = set_points(box, state, seat, DODO)
    row.from_eggs = set_points(box, state, seat, EGG)
    row.from_interns = intern_points(box, state, seat)
    row.score = row.from_animals + row.from_tucked + row.from_mammoths + row.from_dodos + row.from_eggs
    row.score += row.from_interns
    row.blue = of_type(state, seat, 0)
    row.green = of_type(state, seat, 1)
    row.red = of_type(state, seat, 2)
    row.orange = of_type(state, seat, 3)
    row.animals = row.blue + row.green + row.red + row.orange
    row.food_turns = state.n_takes[seat]
    row.food_pile = state.n_pile[seat]
    row.food_discard = state.n_discarded[seat]
    row.food_drawn = state.n_drawn[seat]
    row.food_paid = state.n_paid_food[seat]
    row.food_left = state.hand_size[seat]
    row.passes = state.n_passes[seat]
    row.lures = state.n_lures[seat]
    row.extra_lures = state.n_extra[seat]
    row.hired = state.n_hired[seat]
    row.robbed = state.n_robbed[seat]
    row.spoiled = state.n_spoiled[seat]
    row.food_lost = state.n_lost[seat]
    row.removed = state.n_removed[seat]
    row.exchanges = state.n_exchanged[seat]
    row.exchanged_by = state.n_exchanged_by[seat]
    row.start_intern = state.start_intern[seat]
    at = 0
    for name in literal_unroll(_LURED):
        row[name] = state.lured[seat, at]
        at += 1
    at = 0
    for name in literal_unroll(_HIRED):
        row[name] = state.interns[seat, at] if box.advanced else 0
        at += 1
    at = 0
    for name in literal_unroll(_DEALT):
        row[name] = 0 if box.advanced else state.interns[seat, at]
        at += 1


@njit
def _rank(box, n_seats, game_row, seat_rows):
    """Rank the seats and share out the win [TZ 8.3–8.5]."""
    best = 0
    for seat in range(n_seats):
        rank = 1
        for other in range(n_seats):
            if _ahead(box, seat_rows[other], seat_rows[seat]):
                rank += 1
        seat_rows[seat].rank = rank
        if rank == 1:
            game_row.n_winners += 1
            best = seat
    next_best = NONE
    for seat in range(n_seats):
        if seat_rows[seat].rank == 1:
            seat_rows[seat].share = WHOLE_SHARE // int(game_row.n_winners)
        elif seat_rows[seat].score == seat_rows[best].score:
            game_row.tie_broken = 1
        if seat != best:
            next_best = max(next_best, int(seat_rows[seat].score))
    game_row.margin = int(seat_rows[best].score) - next_best
    if game_row.n_winners == 1:
        game_row.winner = best
