"""How long games are, whether they end, and which ones are worth a look."""

from __future__ import annotations

from reports.content import (
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
    table,
)
from reports.figures.histogram import histogram
from reports.sections.context import Context, games
from reports.text import count, number, number_interval, percent, percent_interval

__all__ = ["TRUNCATED_LIMIT", "end_tile", "length", "length_tile"]

TRUNCATED_LIMIT = 0.001  # a larger share of truncated games is worth a warning


def length_tile(context: Context) -> Tile:
    """Return how long games are."""
    row = context.tables["length"].iloc[0]
    known = row["n"] > 0
    return Tile(
        label="Length",
        value=f"{count(row['p5'])}–{count(row['p95'])}" if known else "–",
        detail=f"turns, nine games in ten; median {count(row['p50'])}" if known else "no games",
        mark="plain",
        section=f"{context.id}-length",
    )


def end_tile(context: Context) -> Tile:
    """Return how many games did not end by the rules."""
    ends = context.tables["ends"].set_index("end")
    truncated, failed = ends.loc["truncated"], int(ends.loc["failed", "games"])
    share = truncated["share"]
    value = "none" if truncated["games"] == 0 else percent(share, 1 if share >= 0.001 else 3)
    detail = f"of {count(truncated['n'])} games" + (f"; {count(failed)} failed" if failed else "")
    mark = "bad" if failed or share > TRUNCATED_LIMIT else "good"
    return Tile(label="Truncated", value=value, detail=detail, mark=mark, section=f"{context.id}-length")


def length(context: Context) -> Section:
    """Return the section on the length of games."""
    frame, ends, turns = (context.tables[name] for name in ("length", "ends", "length_histogram"))
    row, n = frame.iloc[0], context.group.all.n
    figures, findings = [], []
    if n:
        title = f"A game takes {count(row['p50'])} turns, nine in ten take {count(row['p5'])} to {count(row['p95'])}."
        findings.append(
            f"A game takes {number_interval(estimate_of(row, 'mean'))} turns on average, that is {number(row['mean'] / context.group.seats)} rounds."
        )
        truncated = bool(turns["truncated"].sum())
        shown = turns.assign(all=turns["finished"] + turns["truncated"])
        far = shown[shown["turns"] <= max(3 * row["p95"] - 2 * row["p50"], row["p95"] + 1)]
        note = f"Turns until the end, {games(n)}."
        if len(far) < len(shown):
            note += f" {count(shown['all'].sum() - far['all'].sum())} longer games are not drawn; the longest takes {count(shown['turns'].max())} turns."
        figures.append(
            Figure(
                title=title,
                note=note,
                svg=histogram(
                    far,
                    "turns",
                    "all",
                    "truncated" if truncated and far["truncated"].sum() else "",
                    id=f"{context.id}-turns",
                    title=title,
                    axis="turns",
                    names=("games", "truncated"),
                    front_colour="vermilion",
                    marks={"5 %": row["p5"], "50 %": row["p50"], "95 %": row["p95"]},
                ),
            )
        )
    stopped = ends.set_index("end").loc["truncated"]
    if stopped["games"]:
        findings.append(
            f"{percent_interval(estimate_of(stopped, 'share'))} of games were stopped by the turn cap and have no winner."
        )
    elif n:
        findings.append(f"All games came to an end by the rules; fewer than {percent(stopped['share_hi'], 4)} do not.")
    return Section(
        id=f"{context.id}-length",
        title="Length",
        findings=tuple(findings),
        figures=tuple(figures),
        tables=(
            table("How games end", ends, [named("End", "end"), counted("Games", "games"), shared("Share", "share")]),
            table(
                "Turns",
                frame,
                [
                    estimated("Mean", "mean"),
                    plain("SD", "sd"),
                    *(Column(f"{q} %", _quantile(f"p{q}")) for q in (5, 25, 50, 75, 95)),
                    counted("Games", "n"),
                ],
                "A truncated game counts with the turns that it was given.",
            ),
        ),
    )


def _quantile(name: str):
    def entry(row) -> Entry:
        lo, hi = row[f"{name}_lo"], row[f"{name}_hi"]
        known = lo == lo and hi == hi
        return Entry(count(row[name]) + (f" ({count(lo)}–{count(hi)})" if known else ""), row[name])

    return entry
