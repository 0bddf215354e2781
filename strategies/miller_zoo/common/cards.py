"""What cards can do on a space."""

from __future__ import annotations

from sim.games.miller_zoo.actions import wanted
from sim.games.miller_zoo.state import NONE
from strategies.kit import njit

__all__ = ["icons_used", "useful_cards", "wanted_in_all"]


@njit
def icons_used(view, box, card, space):
    """Return how many icons of a card a space can use now: 0, 1 or 2."""
    if box.joker[card]:
        for icon in range(box.n_icons):
            if wanted(box, view, space, icon) > 0:
                return 1
        return 0
    first = int(box.first[card])
    second = int(box.second[card])
    here = wanted(box, view, space, first)
    used = 1 if here > 0 else 0
    if second != NONE and wanted(box, view, space, second) > (used if second == first else 0):
        used += 1
    return used


@njit
def wanted_in_all(view, box, space):
    """Return how many icons a space can use, of all kinds."""
    total = 0
    for icon in range(box.n_icons):
        total += wanted(box, view, space, icon)
    return total


@njit
def useful_cards(view, box, owner, space, spent):
    """Return how many of an owner's cards a space could use, but for one of the kind `spent` (or NONE): never more than
    it wants icons.
    """
    left = wanted_in_all(view, box, space)
    cards = 0
    for i in range(view.n_cards[owner]):
        card = int(view.cards[owner, i])
        if card == spent:
            spent = NONE
        elif left > 0:
            used = icons_used(view, box, card, space)
            if used > 0:
                cards += 1
                left -= used
    return cards
