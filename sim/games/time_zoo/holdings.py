"""What a seat has, and the counts that the state keeps of it, so that nobody counts a hand or a zoo at each decision.

A word of counts has COUNT_BITS bits for each count, and what has so few kinds as to be a bit each is a word of bits.
Whatever changes a hand, a zoo or the interns of a seat does it here. What the counts are good for is said elsewhere:
prices and payments in `payments`, points in `scoring`.
"""

from __future__ import annotations

import numpy as np

from sim.compiled import njit
from sim.games.time_zoo.state import COUNT_BITS, INTERN, ORANGE, SAME

__all__ = ["counted", "employ", "give", "lose", "lose_all", "lowest", "own", "with_card"]

_COUNT = (1 << COUNT_BITS) - 1
_COLOURS = (1 << (COUNT_BITS * SAME)) - 1

# Where the only bit of a 32-bit number is, by the top five bits of its product with a de Bruijn sequence: without a
# branch, and in plain Python the same.
_SEQUENCE = 0x077CB531
_PLACES = np.zeros(32, np.int64)
for _place in range(32):
    _PLACES[((_SEQUENCE << _place) >> 27) & 31] = _place


@njit
def counted(word, place):
    """Return one count out of a word of counts."""
    return (int(word) >> (COUNT_BITS * int(place))) & _COUNT


@njit
def lowest(bits):
    """Return the place of the lowest bit of a word of 32 bits that is not 0."""
    bits = int(bits)
    return _PLACES[(((bits & -bits) * _SEQUENCE) >> 27) & 31]


# Hands


@njit
def with_card(box, shown, fits, food):
    """Return what `fits` of a hand becomes with one card more; shown: `shown` of the hand, that card included."""
    first = counted(shown, box.first_icon[food])
    last = counted(shown, box.last_icon[food])
    fits = _raised(fits + box.colour_words[food], box.first_same[food], first)
    fits = _raised(fits, box.last_same[food], last)
    return _raised(fits, SAME + ORANGE, max(first, last))


@njit
def _raised(word, place, n):
    """Return a word of counts with one of them raised to n, which is no more than one above it."""
    return word + (1 << (COUNT_BITS * int(place))) if n > counted(word, place) else word


@njit
def give(box, state, seat, food):
    """Put a food card into a hand."""
    state.hand[seat, food] += 1
    state.hand_size[seat] += 1
    state.held[seat] |= 1 << int(food)
    state.shown[seat] += box.icon_words[food]
    state.fits[seat] = with_card(box, state.shown[seat], state.fits[seat], food)


@njit
def lose(box, state, seat, food):
    """Take a food card out of a hand."""
    _take_out(box, state, seat, food)
    _count_same(box, state, seat)


@njit
def lose_all(box, state, seat, cards, n):
    """Take the first n of `cards` out of a hand."""
    for i in range(n):
        _take_out(box, state, seat, cards[i])
    _count_same(box, state, seat)


@njit
def _take_out(box, state, seat, food):
    state.hand[seat, food] -= 1
    state.hand_size[seat] -= 1
    if state.hand[seat, food] == 0:
        state.held[seat] ^= 1 << int(food)
    state.shown[seat] -= box.icon_words[food]
    state.fits[seat] -= box.colour_words[food]


@njit
def _count_same(box, state, seat):
    """Count again how many cards of a hand show one same food."""
    shown = state.shown[seat]
    word = int(state.fits[seat]) & _COLOURS
    most = 0
    for colour in range(ORANGE):
        of_colour = 0
        for icon in range(box.icons_from[colour], box.icons_to[colour]):
            of_colour = max(of_colour, counted(shown, icon))
        word |= of_colour << (COUNT_BITS * (SAME + colour))
        most = max(most, of_colour)
    state.fits[seat] = word | (most << (COUNT_BITS * (SAME + ORANGE)))


# Zoos and interns


@njit
def own(box, state, seat, animal, n):
    """Put an animal into a zoo, or take it away: n = 1 or −1."""
    state.zoo[seat, animal] += n
    bit = 1 << int(animal)
    if state.zoo[seat, animal] > 0:
        state.owned[seat] |= bit
    else:
        state.owned[seat] &= ~bit
    state.counts[seat] += n * box.zoo_words[animal]
    state.discounts[seat] += n * box.discount_words[animal]
    state.dodos[seat] += n * box.dodos[animal]
    state.eggs[seat] += n * box.eggs[animal]


@njit
def employ(box, state, seat, intern):
    """Give a seat an intern."""
    state.interns[seat, intern] += 1
    state.employed[seat] |= 1 << int(intern)
    state.dodos[seat] += box.dodos[INTERN + int(intern)]
    state.eggs[seat] += box.eggs[INTERN + int(intern)]
