"""Any legal action is as good as any other.

Who plays like that: nobody. It is the measure of what the rules alone do.
"""

from __future__ import annotations

from strategies.kit import pick, strategy

__all__ = ["random_legal"]


def other(view, box, actions, weights, values):
    """Decide at random."""
    for i in range(len(actions)):
        values[i] = 0.0
    return pick(view, values)


@strategy("miller_zoo", store=other, team=other)
def random_legal(view, box, actions, weights, values):
    """Take any legal action, all equally likely."""
    for i in range(len(actions)):
        values[i] = 0.0
    return pick(view, values)
