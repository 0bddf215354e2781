"""Makes the trip on which each card does most, and never asks what the others hold.

Who plays like that: friends who all speak at once. Everyone sees the table as it is, nobody the plan of another.
Tested: such a team wins far more often than one that fixes problems first, and far less often than one that plans.
"""

from __future__ import annotations

import numpy as np

from sim.games.miller_zoo.state import ICONS, SPACES
from strategies.kit import Weight, pick, strategy
from strategies.miller_zoo.common.trips import fill_worth, rate_trips

__all__ = ["greedy"]

FIX = 1
LEAST = 2


@strategy(
    "miller_zoo",
    weights={
        FIX: Weight(name="fix", default=0.5, low=0.0, high=5.0, says="a token removed, in icons paid"),
        LEAST: Weight(name="least", default=0.0, low=0.0, high=2.0, says="icons per card that a trip must bring"),
    },
)
def greedy(view, box, actions, weights, values):
    """Play what is of use here; then make the trip on which one's own cards do most for each card, whatever the others
    hold.
    """
    worth = np.empty((SPACES, ICONS))
    fill_worth(box, worth, 1.0, weights[FIX])
    rate_trips(view, box, actions, values, worth, weights[LEAST])
    return pick(view, values)
