"""Record types whose fields read the same, `state.laurels[seat]`, in compiled code and in plain Python."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

__all__ = ["record"]


def record(fields: Sequence[Any]) -> np.dtype[Any]:
    """Return an aligned structured dtype whose scalars are `np.record`.

    >>> np.zeros(1, record([("turn", np.int32)]))[0].turn
    np.int32(0)
    """
    return np.dtype((np.record, np.dtype(list(fields), align=True)))
