"""Which species wins, from which seat; what its ability does; what special tokens and peacocks have to do with it.

For games whose seats have a column `species`. No species sits twice at a table.
"""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.stats.fairness import simultaneous
from reports.stats.shares import share
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.tally import TOOK, TOOK_NONE, TOOK_SOME, WIN
from reports.tables.wins import win_share
from reports.words import Words

__all__ = ["abilities", "peacocks", "species", "species_balance", "species_seats", "tokens"]


def species(group: Group, words: Words) -> pd.DataFrame:
    """Return one row a species, in the order of their numbers; no rows for a game without species.

    Columns
    -------
    species, n
        The species; games that it was in.
    win_share, win_share_lo, win_share_hi, win_share_lo_all, win_share_hi_all, fair, advantage, times_fair, standing
        As in `seats`; `fair` is one seat's equal share of the games that the species was in.
    least, most
        The lowest and the highest advantage among the lineups.
    """
    found, level = group.all.species, simultaneous(len(group.all.species))
    rows = []
    for number, moments in sorted(found.items()):
        lineups = [t.species[number] for t in group.tallies if number in t.species]
        over = [m.share("share", WIN).value - m.share("decided").value / group.seats for m in lineups]
        rows.append(
            {
                "species": words.species_name(number),
                **win_share(group, moments, "share", moments.share("decided").value / group.seats, level),
                "least": min(over),
                "most": max(over),
            }
        )
    return pd.DataFrame(rows)


def species_seats(group: Group, words: Words) -> pd.DataFrame:
    """Return one row a species and seat; no rows for a game without species.

    Columns
    -------
    species, seat, n
        The species, the seat that it sat in; games.
    win_share, win_share_lo, win_share_hi
        Share of these games that it won, with its interval.
    """
    rows: list[dict[str, Any]] = []
    for (number, seat), moments in sorted(group.all.homes.items()):
        estimate = moments.share("share", WIN)
        rows.append(
            {"species": words.species_name(number), "seat": seat, "n": estimate.n, **named("win_share", estimate)},
        )
    return pd.DataFrame(rows)


def species_balance(group: Group, words: Words) -> pd.DataFrame:
    """Return one row: how far the species are from equal; no rows for a game without species.

    Columns
    -------
    n
        Games.
    imbalance
        Sum of the squared advantages, freed of what chance alone adds.
    spread
        Largest less smallest advantage.
    """
    if not group.all.species:
        return pd.DataFrame()
    frame = species(group, words)
    shares, n = frame["win_share"], frame["n"].clip(lower=2)
    by_chance = (shares * (1.0 - shares) / (n - 1)).sum()
    over = frame["advantage"]
    row = {"n": group.all.n, "imbalance": float((over**2).sum() - by_chance), "spread": float(over.max() - over.min())}
    return pd.DataFrame([row])


def abilities(group: Group, words: Words) -> pd.DataFrame:
    """Return one row a species: what happened with its ability; no rows for a game without abilities.

    Columns
    -------
    species, n
        The species; games that it was in.
    <column>, <column>_lo, <column>_hi
        Mean per game with the species, with its interval, for each of the game's columns on abilities.
    per_use, per_use_lo, per_use_hi
        Fees agreed per use: totals over totals, where the game has both columns.
    """
    columns = [*words.abilities]
    if not columns or not set(columns) <= set(group.all.winners.names):
        return pd.DataFrame()
    rows: list[dict[str, Any]] = []
    for number, moments in sorted(group.all.species.items()):
        row: dict[str, Any] = {"species": words.species_name(number), "n": moments.n}
        for column in columns:
            row |= named(column, moments.mean(column))
        rows.append(row | named("per_use", moments.ratio(("fees",), ("ability_used",))))
    return pd.DataFrame(rows)


def tokens(group: Group, words: Words) -> pd.DataFrame:
    """Return one row for each thing that can be taken: how often it is, and how often those win who took some.

    Columns
    -------
    what, n
        What is taken; games.
    taken, taken_lo, taken_hi
        How many are taken per game, by all seats together.
    takers, takers_lo, takers_hi
        Share of the seats that take one or more.
    with_some, with_some_lo, with_some_hi, with_none, with_none_lo, with_none_hi
        Win share of the seats that take one or more, and of those that take none.
    """
    games = group.all.games
    rows: list[dict[str, Any]] = []
    for column, what in words.tokens.items():
        name = column.removeprefix(TOOK)
        (some, won_some), (none, won_none) = ([part + name for part in parts] for parts in (TOOK_SOME, TOOK_NONE))
        if some in games.names:
            rows.append(
                {
                    "what": what,
                    "n": games.n,
                    **named("taken", games.mean(column)),
                    **named("takers", games.share_ratio((some,), (some, none))),
                    **named("with_some", games.share_ratio((won_some,), (some,))),
                    **named("with_none", games.share_ratio((won_none,), (none,))),
                }
            )
    return pd.DataFrame(rows)


def peacocks(group: Group) -> pd.DataFrame:
    """Return one row for each number of peacocks that end in the last exhibit; no rows for a game without peacocks.

    Columns
    -------
    peacocks, n
        How many; all games.
    games, share, share_lo, share_hi
        Games with so many; their share, with its interval.
    """
    counted, n = group.all.distributions.get("peacocks_in_star"), group.all.n
    if counted is None:
        return pd.DataFrame()
    return pd.DataFrame(
        [
            {"peacocks": value, "n": n, "games": k, **named("share", share(k, n))}
            for value, k in counted.select("value", "count").iter_rows()
        ]
    )
