"""The errors that a user may meet: one message, one exit code, never a traceback."""

from __future__ import annotations

from collections.abc import Iterable
from difflib import get_close_matches

__all__ = ["BadInput", "EvenhandError", "FailedGames", "OutputError", "nearest", "unknown"]


class EvenhandError(Exception):
    """Something the user can understand went wrong; `str()` is the whole message."""

    exit_code = 1


class BadInput(EvenhandError):
    """The command line, an experiment, a data file or a strategy file is not what it should be."""

    exit_code = 2


class FailedGames(EvenhandError):
    """The run is complete, but a strategy failed in some of its games."""

    exit_code = 3


class OutputError(EvenhandError):
    """Results could not be written or read."""

    exit_code = 5


def nearest(given: str, allowed: Iterable[str]) -> str:
    """Return " Did you mean 'racer'?" for the allowed name nearest to the given one, or "" if none is near.

    >>> nearest("gredy", ["greedy", "racer"])
    " Did you mean 'greedy'?"
    """
    names = list(allowed)
    by_lower = {name.lower(): name for name in names}
    close = get_close_matches(given.lower(), by_lower, n=1, cutoff=0.5)
    return f" Did you mean '{by_lower[close[0]]}'?" if close else ""


def unknown(what: str, given: str, allowed: Iterable[str], where: str = "") -> BadInput:
    """Return the error for a name that does not exist: what was given, the nearest one, and what is allowed.

    >>> print(unknown("game", "quo_vadi", ["quo_vadis"]))
    No game 'quo_vadi'. Did you mean 'quo_vadis'? There is: quo_vadis.
    """
    names = sorted(allowed)
    listed = ", ".join(names) if names else "nothing"
    place = f" {where}" if where else ""
    return BadInput(f"No {what} '{given}'{place}.{nearest(given, names)} There is: {listed}.")
