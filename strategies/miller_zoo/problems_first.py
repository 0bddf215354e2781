"""Fixes what can be fixed, and receives animals with what is left.

Who plays like that: a team in its first game, afraid of the night.
"""

from __future__ import annotations

from sim.games.miller_zoo.state import FIX, MOVE, NONE, PAY
from strategies.kit import pick, strategy
from strategies.miller_zoo.common.cards import icons_used, useful_cards

__all__ = ["problems_first"]


@strategy("miller_zoo", temperature=0.1)
def problems_first(view, box, actions, weights, values):
    """Go where one's cards fix most and fix it; only then go to an animal and pay for it."""
    here = int(view.at[view.active])
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind == FIX or action.kind == PAY:
            used = icons_used(view, box, action.card, here)
            values[i] = (20.0 if action.kind == FIX else 12.0) + 2.0 * used - box.joker[action.card]
            if box.second[action.card] != NONE and used == 1:
                values[i] -= 1.0
        elif action.kind == MOVE:
            cards = useful_cards(view, box, view.active, action.space, action.card)
            if cards == 0:
                values[i] = -5.0
            else:
                values[i] = (6.0 if action.space < box.n_habitats else 0.0) + cards
                if action.card != NONE:  # go with the card that is worth least
                    values[i] -= 0.3 * box.joker[action.card] + 0.1 * (box.second[action.card] != NONE)
    return pick(view, values)
