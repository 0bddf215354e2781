"""Begins with the blue animals that draw food, so that later ones are paid by them.

Who plays like that: the player who builds an engine in every game. What an animal draws counts most at the beginning
and nothing at the end. Tested: its animals draw more food than those of the others, and it has more blue ones.
"""

from __future__ import annotations

from strategies.kit import Weight, strategy
from strategies.time_zoo.common.acting import choose
from strategies.time_zoo.common.worth import USUAL, Taste

__all__ = ["engine_builder"]

DRAW = 1


@strategy(
    "time_zoo",
    temperature=0.1,
    weights={DRAW: Weight(name="draw", default=4.0, low=0.0, high=10.0, says="points that a card drawn counts for")},
)
def engine_builder(view, box, actions, weights, values):
    """Lure what draws food first, and what lures another; points later."""
    taste = Taste(
        points=0.7, sets=0.5, hope=0.0, deny=0.0, draw=weights[DRAW], again=weights[DRAW], food=USUAL.food,
        dual=USUAL.dual, hold=USUAL.hold, near=USUAL.near, feed=0.0, horizon=USUAL.horizon,
    )  # fmt: skip
    return choose(view, box, actions, values, taste)
