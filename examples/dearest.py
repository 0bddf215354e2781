"""A strategy of one's own: evenhand strategies quo_vadis --strategy-file examples/dearest.py"""

from __future__ import annotations

from sim.games.quo_vadis.state import MOVE, NONE, PLACE
from strategies.kit import Weight, pick, strategy

VOTE = 1  # its index in `weights`; 0 is the temperature, which every strategy has


@strategy(
    "quo_vadis",
    weights={VOTE: Weight(name="vote", default=1.0, low=0.0, high=5.0, says="laurels that a consent counts for")},
)
def dearest(view, box, actions, weights, values):
    """Go where the dearest laurel lies, and rather not through bodies that need many consents."""
    for i in range(len(actions)):
        action = actions[i]
        values[i] = 0.0
        if action.kind == MOVE:
            tile = view.tile[action.path]
            values[i] = 1.0 - weights[VOTE] * box.consents[action.body]
            if tile != NONE and view.caesar != action.path:
                values[i] += box.value[tile]
        elif action.kind == PLACE:
            values[i] = 0.5
    return pick(view, values)
