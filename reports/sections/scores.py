"""How points are spread: over everybody, winners, seats and strategies; how close games are; who is not even in the ranking."""

from __future__ import annotations

import pandas as pd

from reports.content import Figure, Section, Tile, counted, estimated, named, plain, shared, table
from reports.figures.frontier import frontier
from reports.figures.histogram import histogram, spans
from reports.sections.context import Context, answers, games, said
from reports.text import clean, number, percent, percent_interval, upper

__all__ = ["eligibility", "out_tile", "scores", "spread_tile"]

RICHEST = "share of games with the richest disqualified"


def spread_tile(context: Context) -> Tile | None:
    """Return how widely scores are spread."""
    frame = context.tables["scores"]
    if not len(frame):
        return None
    everyone = frame.iloc[0]
    winners = frame[frame["who"] == "winner"]
    detail = f"nine seats in ten; mean {number(everyone['mean'])}"
    if len(winners):
        detail += f", winners {number(winners.iloc[0]['mean'])}"
    return Tile(
        label=upper(context.words.points),
        value=_range(everyone["p5"], everyone["p95"]),
        detail=detail,
        mark="plain",
        section=f"{context.id}-scores",
    )


def out_tile(context: Context) -> Tile | None:
    """Return how often the richest is disqualified."""
    if not len(context.tables["eligibility"]) or not context.group.all.decided:
        return None
    answer = context.answer("eligibility", RICHEST)
    return Tile(
        label="Richest disqualified",
        value=percent(answer.value),
        detail=f"of games: more {context.words.points} than the winner, but {context.words.disqualified}",
        mark="plain",
        section=f"{context.id}-eligibility",
    )


def scores(context: Context) -> Section | None:
    """Return the section on scores, or None for a game without them."""
    frame, points = context.tables["scores"], context.words.points
    if not len(frame):
        return None
    everyone, winner = frame.iloc[0], frame[frame["who"] == "winner"]
    by = {name: frame[frame["by"] == name] for name in ("seat", "strategy")}
    n = context.group.all.n
    title = f"Everybody ends with {number(everyone['mean'])} {points} on average"
    if len(winner):
        title += f", winners with {number(winner.iloc[0]['mean'])}"
    figures = [
        Figure(
            title=title + ".",
            note=f"How many {points} a seat ends with, {games(n)}; in front, the winners' part of each bar.",
            svg=histogram(
                context.tables["score_histogram"],
                "score",
                "seats",
                "winners",
                id=f"{context.id}-score",
                title=title,
                axis=points,
                names=("all seats", "winners"),
            ),
        )
    ]
    figures += [_spans(context, by[name], name) for name in ("strategy", "seat") if len(by[name]) > 1]
    findings = [
        f"A seat ends with {number(everyone['mean'])} {points} on average (standard deviation {number(everyone['sd'])}); "
        f"nine in ten end between {number(everyone['p5'], 0)} and {number(everyone['p95'], 0)}."
    ]
    close = context.tables["close"]
    if len(close) and context.group.all.decided:
        margins = context.tables["margins"]
        contested = margins[margins["margin"] >= 0]
        findings += _closeness(context)
        if len(contested):
            margin = context.answer("close", "mean winning margin")
            text = f"The winner is {number(margin.value)} {points} ahead on average."
            figures.append(
                Figure(
                    title=text,
                    note=f"The winner's {points} less those of the best other qualified seat, {games(int(contested['games'].sum()))}.",
                    svg=histogram(
                        contested,
                        "margin",
                        "games",
                        id=f"{context.id}-margin",
                        title=text,
                        axis=f"winning margin, {points}",
                    ),
                )
            )
    tables = [
        table(
            upper(points),
            frame,
            [
                named("Whose", "who"),
                estimated("Mean", "mean"),
                plain("SD", "sd"),
                *(plain(f"{q} %", f"p{q}", 0) for q in (5, 25, 50, 75, 95)),
                counted("Scores", "n"),
                counted("Games", "games"),
            ],
            "Quantiles: the smallest number that so many do not exceed; their intervals are in tables/scores.csv.",
        )
    ]
    if len(close):
        tables.append(table("How close games are", close, answers("What")))
    return Section(
        id=f"{context.id}-scores",
        title=upper(points),
        findings=tuple(findings),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def eligibility(context: Context) -> Section | None:
    """Return the section on who can win at all, or None for a game in which every seat qualifies."""
    questions, frame, words = context.tables["eligibility"], context.tables["frontier"], context.words
    if not len(questions):
        return None
    findings, figures = [], []
    out = context.answer("eligibility", RICHEST)
    n = context.group.all.n
    if context.group.all.decided:
        findings = [
            f"In {percent_interval(out)} of games somebody {words.disqualified} has more {words.points} than the winner.",
            f"A seat that is {words.qualified} wins {said('share', context.answer('eligibility', 'win share of a seat that qualifies'))} "
            f"of its games, against {percent(context.group.all.fair)} for any seat.",
        ]
    if len(frame) > 1:
        most, richest = (frame.loc[frame[name].idxmax()] for name in ("qualified", "score"))
        title = (
            f"Most often {words.qualified}: {clean(most['strategy'])} ({percent(most['qualified'])}); "
            f"most {words.points}: {clean(richest['strategy'])} ({number(richest['score'])})."
        )
        if most["strategy"] == richest["strategy"]:
            title = f"One strategy, {clean(most['strategy'])}, is both most often {words.qualified} and richest."
        figures.append(
            Figure(
                title=title,
                note=f"Running early against collecting, one mark a strategy, {games(n)}. A game with a real choice has strategies along a slope.",
                svg=frontier(
                    frame,
                    id=f"{context.id}-frontier",
                    title=title,
                    across=f"{words.qualified} at the end, % of games",
                    up=f"mean {words.points}",
                ),
            )
        )
    title = f"{percent(context.answer('eligibility', 'share of all points held by disqualified seats').value)} of all {words.points} end with seats {words.disqualified}."
    figures.append(
        Figure(
            title=title,
            note=f"How many {words.points} a seat ends with, {games(n)}; in front, the part of each bar that is {words.disqualified}.",
            svg=histogram(
                context.tables["score_histogram"],
                "score",
                "seats",
                "disqualified",
                id=f"{context.id}-out",
                title=title,
                axis=words.points,
                names=("all seats", words.disqualified),
                front_colour="vermilion",
            ),
        )
    )
    tables = [table("Who can win", questions, answers("What"))]
    tables.append(
        table(
            f"{upper(words.qualified)}, by strategy",
            frame,
            [
                named("Strategy", "strategy"),
                shared(upper(words.qualified), "qualified"),
                estimated(f"Mean {words.points}", "score"),
                counted("Games", "n"),
            ],
        )
    )
    return Section(
        id=f"{context.id}-eligibility",
        title=upper(words.qualifying),
        findings=tuple(findings),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def _spans(context: Context, frame: pd.DataFrame, by: str) -> Figure:
    points = context.words.points
    ordered = frame.sort_values("mean", ascending=False, kind="stable") if by == "strategy" else frame
    best, last = frame.loc[frame["mean"].idxmax()], frame.loc[frame["mean"].idxmin()]
    title = (
        f"Most {points} by {by}: {clean(best['who'])} with {number(best['mean'])}, "
        f"{number(best['mean'] - last['mean'])} more than {clean(last['who'])}."
    )
    note = (
        f"How many {points} a seat ends with, {games(context.group.all.n)}. Dot and number: mean; tick: median; "
        "thick: the middle half; thin: nine in ten."
    )
    return Figure(
        title=title, note=note, svg=spans(ordered, "who", id=f"{context.id}-score-by-{by}", title=title, axis=points)
    )


def _closeness(context: Context) -> list[str]:
    margin = context.answer("close", "mean winning margin")
    alone = context.answer("close", "share of games won without a qualified rival")
    findings = []
    if margin.n:
        narrow = context.answer("close", "share of games won by at most 1")
        findings.append(
            f"The winner is {said('mean', margin)} {context.words.points} ahead of the next; "
            f"{said('share', narrow)} of games are won by 1 or less."
        )
    if "share of games decided by a tie-break" in set(context.tables["close"]["what"]):
        tied = context.answer("close", "share of games decided by a tie-break")
        findings.append(f"{said('share', tied)} of games are decided by {context.words.ahead} between equals.")
    if alone.value > 0:
        findings.append(f"In {said('share', alone)} of games nobody but the winner is {context.words.qualified}.")
    return findings


def _range(lo: float, hi: float) -> str:
    return f"{number(lo, 0)}–{number(hi, 0)}"
