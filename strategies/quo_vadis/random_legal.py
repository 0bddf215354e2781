"""Takes any legal action, each equally often: the yardstick, and what remains of any idea when all skill is gone."""

from __future__ import annotations

from sim.chance import address, below
from strategies.kit import strategy

__all__ = ["random_legal"]


def anything(view, box, actions, weights, values):
    """Take any action, by one addressed number."""
    return below(address(view.noise_key, view.turn, view.step, 0, 0)[0], len(actions))


@strategy("quo_vadis", deal=anything)
def random_legal(view, box, actions, weights, values):
    """Do anything that is allowed, each thing equally often."""
    return below(address(view.noise_key, view.turn, view.step, 0, 0)[0], len(actions))
