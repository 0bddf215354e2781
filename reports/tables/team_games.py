"""What is worked out for each game of a team: what came of it, of each new animal, of each teammate.

Only for games with the columns `won` and `reason`; the others have none of this.
"""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np
from numpy.typing import NDArray

from reports.stats.histograms import gini

__all__ = ["DAY", "PLAYED", "SHARING", "SHARING_UNIT", "distributed", "team_quantities"]

DAY, ICONS = "day_", "icons_"  # columns of new animal i: the day on which it is received, or -1; icons paid for it
PLAYED = ("moved", "fixed", "paid")  # seats' columns: cards that a teammate plays
SHARING = ("work_gini", "work_most", "work_least")
SHARING_UNIT = 1000  # of the Gini coefficient

Rows = Mapping[str, NDArray[np.integer]]


def team_quantities(games: Rows, table: Rows) -> dict[str, NDArray[np.int64]]:
    """Return quantities of each game (G,), from the games' columns (G,) and those of the seats (G, P).

    For new animal i `got_i` and `not_i`, 1 where it is received or not; `day_got_i` and `icons_not_i`, its day where it
    is and the icons paid where it is not; for seat s `played_s` and `idle_s`; of
    the cards that the seats play `SHARING`: the Gini coefficient, the most and the least of a seat.
    """
    if not _known(games):
        return {}
    found: dict[str, NDArray[np.int64]] = {}
    for name, day in games.items():
        if name.startswith(DAY):
            i, got = name.removeprefix(DAY), (day > 0).astype(np.int64)
            missed = 1 - got
            found |= {f"got_{i}": got, f"not_{i}": missed, f"day_got_{i}": day * got}
            found[f"icons_not_{i}"] = games[ICONS + i] * missed
    played = np.add.reduce([table[name].astype(np.int64) for name in PLAYED])  # (G, P)
    for seat in range(played.shape[1]):
        found |= {f"played_{seat}": played[:, seat], f"idle_{seat}": table["idle"][:, seat].astype(np.int64)}
    uneven = np.rint(SHARING_UNIT * gini(played)).astype(np.int64)
    return found | dict(zip(SHARING, (uneven, played.max(axis=1), played.min(axis=1)), strict=True))


def distributed(games: Rows) -> dict[str, NDArray[np.integer]]:
    """Return values of which every one is counted: `reason`, `days_won`, `days_lost`, `cards_left`, `received_lost`."""
    if not _known(games):
        return {}
    won = games["won"] == 1
    return {
        "reason": games["reason"],
        "days_won": games["days"][won],
        "days_lost": games["days"][~won],
        "cards_left": games["deck_left"][won],
        "received_lost": games["received"][~won],
    }


def _known(games: Rows) -> bool:
    return "won" in games and "reason" in games
