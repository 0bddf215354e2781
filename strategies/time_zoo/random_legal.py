"""Takes any legal action, each equally often: the yardstick, and what remains of any idea when all skill is gone."""

from __future__ import annotations

from sim.chance import address, below
from strategies.kit import njit, strategy

__all__ = ["random_legal"]


@njit
def any_of(view, n):
    """Return one of `n` indices by an addressed number: a tenth of the time that `pick` takes among equals."""
    return below(address(view.noise_key, view.turn, view.step, 0, 0)[0], n)


@strategy("time_zoo")
def random_legal(view, box, actions, weights, values):
    """Do anything that is allowed, each thing equally often."""
    return any_of(view, len(actions))
