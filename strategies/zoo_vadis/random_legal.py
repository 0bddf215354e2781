"""Any legal action is as good as any other.

Who plays like that: nobody. It is the measure of what the rules alone do.
"""

from __future__ import annotations

from strategies.kit import any_of, strategy

__all__ = ["random_legal"]


def deal(view, box, actions, weights, values):
    """Bargain at random."""
    return any_of(view, len(actions))


@strategy("zoo_vadis", deal=deal)
def random_legal(view, box, actions, weights, values):
    """Take any legal action, all equally likely."""
    return any_of(view, len(actions))
