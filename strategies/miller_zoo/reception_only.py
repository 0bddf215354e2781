"""Receives animals and nothing else; what problems there are, the crisis may clear.

Who plays like that: a team that has seen that cards are scarce and afternoons short, and takes the nights as they come.
Tested: it fixes nothing, and at two seats it still wins more often than a team that fixes first.
"""

from __future__ import annotations

import numpy as np

from sim.games.miller_zoo.state import ICONS, SPACES
from strategies.kit import pick, strategy
from strategies.miller_zoo.common.trips import fill_worth, rate_trips

__all__ = ["reception_only"]


@strategy("miller_zoo")
def reception_only(view, box, actions, weights, values):
    """Play every card for an animal, or to go to one, and leave all problems to the crisis."""
    worth = np.empty((SPACES, ICONS))
    fill_worth(box, worth, 1.0, 0.0)
    rate_trips(view, box, actions, values, worth, 0.0)
    return pick(view, values)
