"""Goes for sets: dodos, eggs, mammoths, and the animals that its intern counts.

Who plays like that: the player who cannot leave a set unfinished. An animal that belongs to a set is worth what the
set will bring, and a single one already hopes for the rest. Tested: sets, mammoths and interns bring it more than they
bring the others.
"""

from __future__ import annotations

from strategies.kit import Weight, strategy
from strategies.time_zoo.common.acting import choose
from strategies.time_zoo.common.worth import USUAL, Taste

__all__ = ["set_collector"]

SETS, HOPE = 1, 2


@strategy(
    "time_zoo",
    temperature=0.1,
    weights={
        SETS: Weight(name="sets", default=2.0, low=0.0, high=10.0, says="a point that a set or an intern brings"),
        HOPE: Weight(name="hope", default=1.0, low=0.0, high=5.0, says="a point that they bring with one animal more"),
    },
)
def set_collector(view, box, actions, weights, values):
    """Lure dodos, eggs, mammoths and what the intern counts; other animals when they are cheap."""
    taste = Taste(
        points=0.7, sets=weights[SETS], hope=weights[HOPE], deny=0.0, draw=USUAL.draw, again=USUAL.again,
        food=USUAL.food, dual=USUAL.dual, hold=USUAL.hold, near=USUAL.near, feed=0.0, horizon=USUAL.horizon,
    )  # fmt: skip
    return choose(view, box, actions, values, taste)
