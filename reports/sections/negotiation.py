"""What is negotiated, at what price, and whether promises are kept."""

from __future__ import annotations

import pandas as pd

from reports.content import Figure, Section, counted, estimated, named, shared, table
from reports.figures.forest import intervals
from reports.sections.context import Context, answers, games
from reports.text import number, number_interval, percent, percent_interval, upper

__all__ = ["negotiation"]

PRICE = "laurels per sold vote"


def negotiation(context: Context) -> Section | None:
    """Return the section on negotiations, or None for a game without any."""
    overall, frame = context.tables["negotiation"], context.tables["negotiators"]
    if not len(overall):
        return None
    points = context.words.points
    begun, agreed = (context.answer("negotiation", f"negotiations {what} per game") for what in ("begun", "agreed"))
    findings = [
        f"{number_interval(begun)} negotiations are begun per game, {number_interval(agreed)} end in a deal."
        if begun.value
        else "No votes are negotiated in these games.",
    ]
    sold = context.answer("negotiation", "share of traded votes sold")
    if sold.value == sold.value:
        price = context.answer("negotiation", PRICE).value if PRICE in set(overall["what"]) else float("nan")
        findings.append(
            f"{percent_interval(sold)} of the votes that others give are sold"
            + (
                f", at {number_interval(context.answer('negotiation', PRICE))} {points} each."
                if price == price
                else "."
            )
        )
    kept = context.answer("negotiation", "share of called promises kept")
    if kept.value == kept.value:
        promised = context.answer("negotiation", "votes promised per game")
        findings.append(
            f"{number_interval(promised)} later votes are promised per game; of the promises called in, "
            f"{'all' if kept.value == 1 else percent_interval(kept)} are kept."
        )
    figures = [
        figure
        for figure in (
            _figure(context, frame, "asked", "negotiations begun", "negotiations begun per game", False),
            _figure(context, frame, "agreed_share", "deals reached", "negotiations begun that end in a deal, %", True),
            _figure(
                context, frame, "price", f"{points} for a vote", f"{points} received per vote given, sold or not", False
            ),
            _figure(context, frame, "kept_share", "promises kept", "promises kept, % of those called in", True),
        )
        if figure
    ]
    return Section(
        id=f"{context.id}-negotiation",
        title="Negotiation",
        findings=tuple(findings),
        figures=tuple(figures),
        tables=(
            table(
                "Negotiation", overall, answers("What"), "Shares and prices are totals over totals; intervals by games."
            ),
            table(
                "Deals, by strategy",
                frame,
                [
                    named("Strategy", "strategy"),
                    estimated("Begun", "asked"),
                    estimated("Agreed", "agreed"),
                    shared("Share agreed", "agreed_share"),
                    estimated("Votes taken", "votes_taken"),
                    estimated("Votes given", "votes_given"),
                    counted("Games", "n"),
                ],
                "Means per game and seat.",
            ),
            table(
                f"{'Prices' if 'price' in frame else 'Payments'} and promises, by strategy",
                frame,
                [
                    named("Strategy", "strategy"),
                    estimated("Paid", "paid"),
                    estimated("Received", "received"),
                    *([estimated("Per vote given", "price")] if "price" in frame else []),
                    estimated("Promised", "promised"),
                    estimated("Kept", "kept"),
                    estimated("Broken", "broken"),
                    shared("Share kept", "kept_share"),
                ],
                "Means per game and seat. A promise that is never called in is neither kept nor broken.",
            ),
        ),
    )


def _figure(context: Context, frame: pd.DataFrame, value: str, what: str, unit: str, share: bool) -> Figure | None:
    """Return a figure of one quantity by strategy, or None if there is nothing to compare."""
    if value not in frame:
        return None
    known = frame[frame[value] > 0].sort_values(value, ascending=False, kind="stable")
    if len(known) < 2:
        return None
    first, last = known.iloc[0], known.iloc[-1]
    shown = [percent(row[value]) if share else number(row[value], 2) for row in (first, last)]
    if shown[0] == shown[1]:
        return None
    if first[f"{value}_lo"] > last[f"{value}_hi"]:
        title = f"Most {what}: {first['strategy']} ({shown[0]}); fewest: {last['strategy']} ({shown[1]})."
    else:
        title = f"{upper(what)}: no sure difference, {shown[1]} to {shown[0]}."
    svg = intervals(
        known, "strategy", value, id=f"{context.id}-{value.replace('_', '-')}", title=title, unit=unit, share=share
    )
    return Figure(title=title, note=f"By strategy, {games(context.group.all.n)}; intervals of 95 %.", svg=svg)
