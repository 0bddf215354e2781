"""What a team does with its cards: where they go, which animals cost most, what crises take, who does the work."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.stats.shares import Estimate
from reports.tables.columns import named
from reports.tables.groups import Group
from reports.tables.team_games import DAY, SHARING, SHARING_UNIT
from reports.words import Words

__all__ = ["animals", "crises", "spending", "teammates", "teamwork"]


def spending(group: Group, words: Words) -> pd.DataFrame:
    """Return one row for each use of cards; no rows for a game without such uses.

    Columns
    -------
    use, n
        What cards are used for; games.
    cards, cards_lo, cards_hi
        Cards per game that go there, with their interval.
    share
        The same as a share of all cards of a game.
    """
    games = group.all.games
    if not words.spending or not set(words.spending) <= set(games.names):
        return pd.DataFrame()
    every = sum(games.total(column) for column in words.spending)
    return pd.DataFrame(
        [
            {
                "use": use,
                "n": games.n,
                **named("cards", games.mean(column)),
                "share": games.total(column) / every if every else float("nan"),
            }
            for column, use in words.spending.items()
        ]
    )


def animals(group: Group) -> pd.DataFrame:
    """Return one row for each animal to be received, the hardest first; no rows for a game without animals.

    Columns
    -------
    animal, icons, n
        Its id; the icons that it costs; games.
    received, received_lo, received_hi
        Share of the games in which it is received, with its interval.
    day, day_lo, day_hi
        The day on which it is received, mean over these games.
    paid, paid_lo, paid_hi
        Icons paid for it where it is not received, mean over these games.
    """
    games, costs = group.all.games, _costs(group)
    if f"{DAY}1" not in games.names or not costs:
        return pd.DataFrame()
    rows: list[dict[str, Any]] = []
    for i, (animal, icons) in enumerate(costs.items(), 1):
        rows.append(
            {
                "animal": animal,
                "icons": icons,
                "n": games.n,
                **named("received", games.share(f"got_{i}")),
                **named("day", games.ratio([f"day_got_{i}"], [f"got_{i}"])),
                **named("paid", games.ratio([f"icons_not_{i}"], [f"not_{i}"])),
            }
        )
    return pd.DataFrame(rows).sort_values("received", kind="stable", ignore_index=True)


def crises(group: Group) -> pd.DataFrame:
    """Return one row for each question about nights and icons; no rows for a game without crises.

    Columns
    -------
    what, n
        The question; games.
    value, value_lo, value_hi
        The answer with its interval.
    """
    games = group.all.games
    if not {"crises", "crisis_cards", "days"} <= set(games.names):
        return pd.DataFrame()
    answers = {
        "share of nights with a crisis": games.share_ratio(["crises"], ["days"]),
        "crises per game": games.mean("crises"),
        "cards that a crisis takes": games.ratio(["crisis_cards"], ["crises"]),
        "share of icons of cards to fix or receive that are wasted": games.share_ratio(
            ["icons_wasted"], ["icons_wasted", "icons_paid", "tokens_fixed"]
        ),
        "share of tokens that cards remove in the afternoon": games.share_ratio(["tokens_fixed"], ["tokens_laid"]),
        "share of tokens that crises remove": games.share_ratio(["tokens_cleared"], ["tokens_laid"]),
    }
    return pd.DataFrame([{"what": what, "n": games.n, **named("value", value)} for what, value in answers.items()])


def teammates(group: Group) -> pd.DataFrame:
    """Return one row for each seat of a team; no rows for a game that does not say who plays the cards.

    Columns
    -------
    seat, n
        The seat; games.
    played, played_lo, played_hi, idle, idle_lo, idle_hi
        Cards that it plays per game; its afternoons without playing one; with their intervals.
    """
    games = group.all.games
    if "played_0" not in games.names:
        return pd.DataFrame()
    return pd.DataFrame(
        [
            {
                "seat": f"seat {seat}",
                "n": games.n,
                **named("played", games.mean(f"played_{seat}")),
                **named("idle", games.mean(f"idle_{seat}")),
            }
            for seat in range(group.seats)
        ]
    )


def teamwork(group: Group) -> pd.DataFrame:
    """Return one row for each question about how evenly the seats of a team work; no rows for a single seat.

    Columns
    -------
    what, n
        The question; games.
    value, value_lo, value_hi
        The answer with its interval.
    """
    games = group.all.games
    if group.seats < 2 or not set(SHARING) <= set(games.names):
        return pd.DataFrame()
    uneven, most, least = SHARING
    found = games.mean(uneven)
    value, lo, hi = (each / SHARING_UNIT for each in found[:3])
    scaled = Estimate(value, lo, hi, found.n)
    answers = {
        "inequality of cards played (Gini, 0 to 1)": scaled,
        "cards that the busiest seat plays": games.mean(most),
        "cards that the least busy seat plays": games.mean(least),
    }
    return pd.DataFrame([{"what": what, "n": games.n, **named("value", value)} for what, value in answers.items()])


def _costs(group: Group) -> dict[str, int]:
    """Return the icons that each animal costs, by its id, from the settings `animals.<id>.cost.<icon>`."""
    costs: dict[str, int] = {}
    for key, value in group.in_force.items():
        parts = key.split(".")
        if len(parts) == 4 and parts[0] == "animals" and parts[2] == "cost":
            costs[parts[1]] = costs.get(parts[1], 0) + int(value)
    return costs
