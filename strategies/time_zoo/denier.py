"""Takes what others need for their sets, feeds nobody, and robs who is ahead.

Who plays like that: the player who looks at the other zoos first. A point that a set would bring an opponent counts
nearly as much as an own one. Tested: the others get fewer points from sets and mammoths than when the same player
denies them nothing, in the same games.
"""

from __future__ import annotations

from strategies.kit import Weight, strategy
from strategies.time_zoo.common.acting import choose
from strategies.time_zoo.common.worth import USUAL, Taste

__all__ = ["denier"]

DENY, FEED = 1, 2


@strategy(
    "time_zoo",
    temperature=0.1,
    weights={
        DENY: Weight(name="deny", default=0.9, low=0.0, high=10.0, says="a point that a set would bring an opponent"),
        FEED: Weight(name="feed", default=0.4, low=0.0, high=5.0, says="a point in the row that others are fed for"),
    },
)
def denier(view, box, actions, weights, values):
    """Lure, exchange and remove what would bring others most; leave them nothing on the discard pile."""
    taste = Taste(
        points=USUAL.points, sets=USUAL.sets, hope=USUAL.hope, deny=weights[DENY], draw=USUAL.draw, again=USUAL.again,
        food=USUAL.food, dual=USUAL.dual, hold=USUAL.hold, near=USUAL.near, feed=weights[FEED], horizon=USUAL.horizon,
    )  # fmt: skip
    return choose(view, box, actions, values, taste)
