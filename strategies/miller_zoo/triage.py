"""Fixes the problems that a crisis would make dear, and leaves the cheap ones to it.

Who plays like that: somebody who counts. A token alone costs a crisis (N + 1) / (M + 1) cards on average, of N in the
deck of which M help; one more of another kind hardly costs more, for the same cards are turned for both. And the fewer
days are left, the more an icon paid is worth.
Tested: the more it thinks a crisis costs, the more it fixes, and the fewer cards its crises take; and it wins more
often than a team that fixes everything.
"""

from __future__ import annotations

import numpy as np

from sim.games.miller_zoo.actions import tokens_of
from sim.games.miller_zoo.state import ICONS, SPACES, STORAGE
from strategies.kit import Weight, pick, strategy
from strategies.miller_zoo.common.clock import icon_price
from strategies.miller_zoo.common.crisis import DRAWS, MOST, fill_deck, fill_odds, fill_savings
from strategies.miller_zoo.common.trips import fill_worth, rate_trips

__all__ = ["triage"]

CRISIS = 1


@strategy(
    "miller_zoo",
    weights={
        CRISIS: Weight(name="crisis", default=0.4, low=0.0, high=10.0, says="a card that a crisis does not turn"),
    },
)
def triage(view, box, actions, weights, values):
    """Weigh the cards that a token would cost the crisis against the cards that an icon saves, paid for an animal; then
    make the trip that is worth most for each card.
    """
    tokens = np.empty(ICONS, np.int64)
    icons = np.empty(ICONS, np.int64)
    savings = np.empty(ICONS)
    odds = np.empty((ICONS, MOST + 1, DRAWS))
    worth = np.empty((SPACES, ICONS))
    cards = int(view.n_cards[STORAGE])
    for mate in range(view.n_team):
        cards += int(view.n_cards[mate])
    for icon in range(box.n_icons):
        tokens[icon] = tokens_of(box, view, icon)
    deck = int(box.deck_size) - int(view.drawn)
    jokers = fill_deck(view, box, icons)
    fill_odds(box, deck, icons, jokers, tokens, odds)
    burned = fill_savings(box, deck, tokens, odds, savings)
    fill_worth(box, worth, 1.0, 0.0)
    scale = weights[CRISIS] / icon_price(view, box, cards, burned)
    for habitat in range(box.n_habitats):
        for icon in range(box.n_icons):
            worth[habitat, icon] = scale * savings[icon]
    rate_trips(view, box, actions, values, worth, 0.0)
    return pick(view, values)
