"""How points are spread: over everybody, winners, seats and strategies; how close games are; who cannot even win."""

from __future__ import annotations

from reports.content import Figure, Section, Tile, counted, estimate_of, estimated, named, plain, shared, table
from reports.figures.frontier import frontier
from reports.figures.histogram import histogram, spans
from reports.sections.context import SELDOM, Context, answers, games, least, most, row_of, said
from reports.tables.scores import QUANTILES
from reports.text import number, number_interval, percent, percent_interval, span, upper

__all__ = ["eligibility", "out_tile", "scores", "spread_tile"]

RICHEST = "share of games with the richest disqualified"
LOST = "share of all points held by disqualified seats"
ADMITTED = "win share of a seat that qualifies"
MARGIN = "mean winning margin"
NARROW = "share of games won by at most 1"
ALONE = "share of games won without a qualified rival"
TIED = "share of games decided by a tie-break"


def spread_tile(context: Context) -> Tile:
    """Return how widely scores are spread."""
    everyone = context.tables["scores"].iloc[0]
    detail = f"nine seats in ten; mean {number(everyone['mean'])}{_winners(context, ', winners ')}"
    value = span(everyone["p5"], everyone["p95"]) if everyone["n"] else number(everyone["p5"])
    section = f"{context.id}-scores"
    brief = f"mean {number(everyone['mean'])}"
    label = upper(context.words.points)
    return Tile(label=label, value=value, detail=detail, brief=brief, mark="plain", section=section)


def out_tile(context: Context) -> Tile | None:
    """Return how often the richest is disqualified, or None for a game in which every seat qualifies."""
    words = context.words
    if not len(context.tables["eligibility"]):
        return None
    value = percent(context.answer("eligibility", RICHEST).value)
    detail = f"of games: more {words.points} than the winner, but {words.disqualified}"
    section = f"{context.id}-eligibility"
    label = "Richest disqualified"
    return Tile(label=label, value=value, detail=detail, brief="", mark="plain", section=section)


def scores(context: Context) -> Section:
    """Return the section on scores."""
    frame, closeness, points = context.tables["scores"], context.tables["closeness"], context.words.points
    figures = [_score_figure(context), *_span_figures(context), *_margin_figures(context)]
    findings = [_spread(context), *_closeness(context)]
    columns = [
        named("Whose", "who"),
        estimated("Mean", "mean"),
        plain("SD", "sd"),
        *(plain(f"{q} %", f"p{q}", 0) for q in QUANTILES),
        counted("Scores", "n"),
        counted("Games", "games"),
    ]
    note = "Quantiles: the smallest number that so many do not exceed; their intervals are in tables/scores.csv."
    tables = [table(upper(points), frame, columns, note)]
    if len(closeness):
        tables.append(table("How close games are", closeness, answers("What")))
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
    findings = []
    if context.group.all.decided:
        richest, admitted = (context.answer("eligibility", what) for what in (RICHEST, ADMITTED))
        findings = [
            f"In {percent_interval(richest)} of games somebody {words.disqualified} has more {words.points} "
            "than the winner.",
            f"A seat that is {words.qualified} wins {percent_interval(admitted)} of its games, "
            f"against {percent(context.group.all.fair)} for any seat.",
        ]
    columns = [
        named("Strategy", "strategy"),
        shared(upper(words.qualified), "qualified"),
        estimated(f"Mean {words.points}", "score"),
        counted("Games", "n"),
    ]
    return Section(
        id=f"{context.id}-eligibility",
        title=upper(words.qualifying),
        findings=tuple(findings),
        figures=tuple(_eligibility_figures(context)),
        tables=(
            table("Who can win", questions, answers("What")),
            table(f"{upper(words.qualified)}, by strategy", frame, columns),
        ),
    )


def _winners(context: Context, lead: str) -> str:
    """Return what is to be said of the winners' mean, after `lead`; "" if there are none."""
    if not context.group.all.decided:
        return ""
    return lead + number(row_of(context.tables["scores"], "who", "winner")["mean"])


def _spread(context: Context) -> str:
    everyone, points = context.tables["scores"].iloc[0], context.words.points
    low, high = number(everyone["p5"], 0), number(everyone["p95"], 0)
    return (
        f"A seat ends with {number_interval(estimate_of(everyone, 'mean'))} {points} on average, with a "
        f"standard deviation of {number(everyone['sd'])}; nine in ten end between {low} and {high}."
    )


def _closeness(context: Context) -> list[str]:
    """Return how close games are, in sentences."""
    questions = context.tables["closeness"]
    if not len(questions) or not context.group.all.decided:
        return []
    margin, narrow = (context.answer("closeness", what) for what in (MARGIN, NARROW))
    findings = []
    if margin.n:
        findings.append(
            f"The winner is {said(MARGIN, margin)} {context.words.points} ahead of the next; "
            f"{percent_interval(narrow)} of games are won by 1 or less."
        )
    tied = questions[(questions["what"] == TIED) & (questions["value"] > 0)]
    findings += [
        f"{percent_interval(estimate_of(row, 'value'))} of games are decided by {context.words.ahead} between equals."
        for _, row in tied.iterrows()
    ]
    if not len(tied):
        level = context.tables["margins"].query("margin == 0")
        findings += [
            f"{percent_interval(estimate_of(row, 'share'))} of games are shared by several winners."
            for _, row in level.iterrows()
        ]
    alone = questions[(questions["what"] == ALONE) & (questions["value"] >= SELDOM)]
    findings += [
        f"In {percent_interval(estimate_of(row, 'value'))} of games nobody but the winner is {context.words.qualified}."
        for _, row in alone.iterrows()
    ]
    return findings


def _score_figure(context: Context) -> Figure:
    points = context.words.points
    mean = number(context.tables["scores"].iloc[0]["mean"])
    title = f"Everybody ends with {mean} {points} on average{_winners(context, ', winners with ')}."
    note = f"How many {points} a seat ends with, {games(context.group.all.n)}; in front, the winners' part of each bar."
    svg = histogram(
        context.tables["score_histogram"],
        "score",
        "seats",
        "winners",
        id=f"{context.id}-score",
        title=title,
        axis=points,
        names=("all seats", "winners"),
    )
    return Figure(title=title, note=note, svg=svg)


def _span_figures(context: Context) -> list[Figure]:
    """Return the distributions by strategy and by seat, each if there is more than one."""
    points, figures = context.words.points, []
    note = (
        f"How many {points} a seat ends with, {games(context.group.all.n)}. Dot and number: mean; tick: median; "
        "thick: the middle half; thin: nine in ten."
    )
    for by in ("strategy", "seat"):
        frame = context.tables["scores"].query("by == @by")
        if len(frame) < 2:
            continue
        first, last = most(frame, "mean"), least(frame, "mean")
        title = (
            f"Most {points} by {by}: {first['who']} with {number(first['mean'])}, "
            f"{number(first['mean'] - last['mean'])} more than {last['who']}."
        )
        ordered = frame.sort_values("mean", ascending=False, kind="stable") if by == "strategy" else frame
        svg = spans(ordered, "who", id=f"{context.id}-score-by-{by}", title=title, axis=points)
        figures.append(Figure(title=title, note=note, svg=svg))
    return figures


def _margin_figures(context: Context) -> list[Figure]:
    """Return the distribution of winning margins, if any game has one."""
    margins, points = context.tables["margins"], context.words.points
    contested = margins[margins["margin"] >= 0] if len(margins) else margins
    if not len(contested):
        return []
    title = f"The winner is {number(context.answer('closeness', MARGIN).value)} {points} ahead on average."
    over = games(int(contested["games"].sum()))
    rival = "best other qualified seat" if len(context.tables["eligibility"]) else "second"
    note = f"The winner's {points} less those of the {rival}, {over}."
    axis = f"winning margin, {points}"
    svg = histogram(contested, "margin", "games", id=f"{context.id}-margin", title=title, axis=axis)
    return [Figure(title=title, note=note, svg=svg)]


def _eligibility_figures(context: Context) -> list[Figure]:
    frame, words, over = context.tables["frontier"], context.words, games(context.group.all.n)
    figures = []
    if len(frame) > 1:
        surest, richest = most(frame, "qualified"), most(frame, "score")
        title = (
            f"Most often {words.qualified}: {surest['strategy']} ({percent(surest['qualified'])}); "
            f"most {words.points}: {richest['strategy']} ({number(richest['score'])})."
        )
        if surest["strategy"] == richest["strategy"]:
            title = f"One strategy, {surest['strategy']}, is both most often {words.qualified} and richest."
        note = (
            f"Running early against collecting, one mark a strategy, {over}. A game with a real choice between the two "
            "has strategies along a slope."
        )
        across, up = f"{words.qualified} at the end, % of games", f"mean {words.points}"
        svg = frontier(frame, id=f"{context.id}-frontier", title=title, across=across, up=up)
        figures.append(Figure(title=title, note=note, svg=svg))
    lost = percent(context.answer("eligibility", LOST).value)
    title = f"{lost} of all {words.points} end with seats {words.disqualified}."
    svg = histogram(
        context.tables["score_histogram"],
        "score",
        "seats",
        "disqualified",
        id=f"{context.id}-out",
        title=title,
        axis=words.points,
        names=("all seats", words.disqualified),
        front_colour="vermilion",
    )
    note = f"How many {words.points} a seat ends with, {over}; in front, the part of each bar {words.disqualified}."
    return [*figures, Figure(title=title, note=note, svg=svg)]
