"""How long games are, whether they end, and which ones are worth a look."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.content import (
    LAST,
    Column,
    Entry,
    Figure,
    Section,
    Tile,
    counted,
    estimate_of,
    estimated,
    named,
    plain,
    shared,
)
from reports.content import table as shown_table
from reports.figures.histogram import histogram
from reports.sections.context import Context, games, row_of
from reports.tables.scores import QUANTILES
from reports.text import NOTHING, count, number, number_interval, percent, percent_interval, plural, span

__all__ = ["TRUNCATED_LIMIT", "end_tile", "length", "length_tile"]

TRUNCATED_LIMIT = 0.001  # a larger share of truncated games is worth a warning


def length_tile(context: Context) -> Tile:
    """Return how long games are."""
    row = context.tables["length"].iloc[0]
    value, detail, brief = NOTHING, "no games", ""
    if row["n"]:
        value = span(row["p5"], row["p95"])
        detail, brief = f"turns, nine games in ten; median {count(row['p50'])}", "turns"
    section = f"{context.id}-length"
    return Tile(label="Length", value=value, detail=detail, brief=brief, mark="plain", section=section)


def end_tile(context: Context) -> Tile:
    """Return how many games did not end by the rules."""
    truncated, failed = (row_of(context.tables["ends"], "end", end) for end in ("truncated", "failed"))
    share = truncated["share"]
    value = percent(share, 1 if share >= TRUNCATED_LIMIT else 3) if truncated["games"] else "none"
    detail = f"of {plural(int(truncated['n']), 'game')}"
    if failed["games"]:
        detail += f"; {count(failed['games'])} failed"
    mark = "bad" if failed["games"] or share > TRUNCATED_LIMIT else "good"
    brief = f"{count(failed['games'])} failed" if failed["games"] else ""
    section = f"{context.id}-length"
    return Tile(label="Truncated", value=value, detail=detail, brief=brief, mark=mark, section=section)


def length(context: Context) -> Section:
    """Return the section on the length of games."""
    frame, ends = context.tables["length"], context.tables["ends"]
    turns = [
        estimated("Mean", "mean"),
        plain("SD", "sd"),
        *(_quantile(q) for q in QUANTILES),
        counted("Games", "n"),
    ]
    return Section(
        id=f"{context.id}-length",
        title="Length",
        findings=tuple(_findings(context)),
        figures=(_figure(context),),
        tables=(
            shown_table(
                "How games end", ends, [named("End", "end"), counted("Games", "games"), shared("Share", "share")]
            ),
            shown_table("Turns", frame, turns, "A truncated game counts with the turns that it was given."),
        ),
    )


def _findings(context: Context) -> list[str]:
    mean = estimate_of(context.tables["length"].iloc[0], "mean")
    truncated = row_of(context.tables["ends"], "end", "truncated")
    rounds = number(mean.value / context.group.seats)
    share = estimate_of(truncated, "share")
    return [
        f"A game takes {number_interval(mean)} turns on average, that is {rounds} rounds.",
        f"{percent_interval(share)} of games were stopped by the turn cap and have no winner."
        if truncated["games"]
        else f"No game was stopped by the turn cap: fewer than 1 in {count(_round_down(1 / share.hi))} are.",
    ]


def _round_down(n: float) -> int:
    """Return a number to two digits, downwards."""
    step = int(10 ** max(0, len(str(int(n))) - 2))
    return int(n) // step * step


def _figure(context: Context) -> Figure:
    row, turns = context.tables["length"].iloc[0], context.tables["length_histogram"]
    title = f"A game takes {count(row['p50'])} turns, nine in ten take {count(row['p5'])} to {count(row['p95'])}."
    every = turns.assign(all=turns["finished"] + turns["truncated"])
    drawn = every[every["turns"] <= max(3 * row["p95"] - 2 * row["p50"], row["p95"] + 1)]
    note = f"Turns until the end, {games(context.group.all.n)}."
    if len(drawn) < len(every):
        more, longest = every["all"].sum() - drawn["all"].sum(), every["turns"].max()
        left_out = plural(int(more), "longer game is", "longer games are")
        note += f" {left_out} not drawn; the longest takes {count(longest)} turns."
    svg = histogram(
        drawn,
        "turns",
        "all",
        "truncated" if drawn["truncated"].sum() else "",
        id=f"{context.id}-turns",
        title=title,
        axis="turns",
        names=("games", "truncated"),
        front_colour="vermilion",
        marks={"5 %": row["p5"], "50 %": row["p50"], "95 %": row["p95"]},
    )
    return Figure(title=title, note=note, svg=svg)


def _quantile(q: int) -> Column:
    def entry(row: pd.Series[Any]) -> Entry:
        value, lo, hi = row[f"p{q}"], row[f"p{q}_lo"], row[f"p{q}_hi"]
        interval = f" ({count(lo)}–{count(hi)})" if lo == lo and hi == hi else ""
        return Entry(count(value) + interval, value if value == value else LAST)

    return Column(f"{q} %", entry)
