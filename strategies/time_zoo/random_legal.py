"""Takes any legal action, each equally often: the yardstick, and what remains of any idea when all skill is gone."""

from __future__ import annotations

from strategies.kit import any_of, strategy

__all__ = ["random_legal"]


@strategy("time_zoo")
def random_legal(view, box, actions, weights, values):
    """Do anything that is allowed, each thing equally often."""
    return any_of(view, len(actions))
