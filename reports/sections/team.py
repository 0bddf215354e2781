"""A team: how often it wins, why it loses, how close it was, how many days it took."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pandas as pd

from reports.content import Column, Entry, Figure, Section, Tile, counted, estimate_of, estimated, named, shared, table
from reports.figures.histogram import histogram
from reports.sections.context import Context, answers, games, most, row_of
from reports.tables.scores import QUANTILES
from reports.text import NOTHING, count, listed, number, number_interval, percent, percent_interval, plural, span, upper

__all__ = [
    "closeness",
    "closeness_tile",
    "days",
    "days_tile",
    "headline",
    "reason_tile",
    "win_finding",
    "win_rate",
    "win_tile",
]

NEARLY = ("all animals received", "one missing")
PHOTO, LEFT, MISSING = "share of wins by a photo finish", "cards left at a win", "animals missing at a loss"


def win_tile(context: Context) -> Tile:
    """Return how often the team wins."""
    row = context.tables["win_rate"].iloc[0]
    own = estimate_of(row, "won")
    interval = percent_interval(own).partition(" (")[2].rstrip(")")
    detail = f"{interval}; {plural(int(row['n']), 'game')}" if row["n"] else "no games"
    return Tile(
        label="Win rate",
        value=percent(own.value),
        detail=detail,
        brief=interval,
        mark="plain",
        section=f"{context.id}-team",
    )


def reason_tile(context: Context) -> Tile | None:
    """Return why the team loses."""
    frame = context.tables["reasons"]
    if not len(frame):
        return None
    value, detail, brief = NOTHING, "no game is lost", ""
    if frame["losses"].iloc[0]:
        row = most(frame, "games")
        value, detail, brief = percent(row["of_losses"], 0), f"of losses to {row['reason']}", f"to {row['reason']}"
    section = f"{context.id}-team"
    return Tile(label="Most losses", value=value, detail=detail, brief=brief, mark="plain", section=section)


def closeness_tile(context: Context) -> Tile | None:
    """Return how many wins are photo finishes."""
    row = _photo(context)
    if row is None:
        return None
    left = row_of(context.tables["closeness"], "what", LEFT)
    value = percent(row["value"], 0)
    detail = f"of wins; {number(left['value'])} cards are left on average" if row["n"] else "no game is won"
    section = f"{context.id}-close"
    brief = f"{number(left['value'])} cards left" if row["n"] else ""
    return Tile(label="Photo finish", value=value, detail=detail, brief=brief, mark="plain", section=section)


def days_tile(context: Context) -> Tile | None:
    """Return how many days games last."""
    frame = context.tables["spans"]
    if not len(frame):
        return None
    row = row_of(frame, "what", "days")
    value, detail = span(row["p5"], row["p95"]), f"nine games in ten; mean {number(row['mean'])}"
    section = f"{context.id}-days"
    return Tile(label="Days", value=value, detail=detail, brief="", mark="plain", section=section)


def win_finding(context: Context) -> str:
    """Return how often the team wins, why it loses and how close it is, in one sentence."""
    row, frame = context.tables["win_rate"].iloc[0], context.tables["reasons"]
    told = [f"{upper(_team(context))} wins {percent_interval(estimate_of(row, 'won'))} of its games"]
    if len(frame) and frame["losses"].iloc[0]:
        reason = most(frame, "games")
        told.append(f"{percent(reason['of_losses'], 0)} of the losses are due to {reason['reason']}")
    photo = _photo(context)
    if photo is not None and photo["n"]:
        told.append(f"{percent(photo['value'], 0)} of the wins leave no more than the cards of one day")
    return f"{'; '.join(told)}."


def headline(contexts: Sequence[Context]) -> str:
    """Return how often the team wins, or which of several teams wins most and least often."""
    if len(contexts) == 1:
        return win_finding(contexts[0])
    known = [context for context in contexts if context.group.all.n]
    best = max(known, key=_rate)
    worst = min(known, key=_rate)
    said = [f"“{context.group.title}”, {_won(context)}" for context in (best, worst)]
    return f"The team wins most often with {said[0]}, and least with {said[1]}."


def win_rate(context: Context) -> Section:
    """Return the section on wins and losses."""
    frame = context.tables["win_rate"]
    tables = [
        table("Win rate", frame, [named("Team", "team"), shared("Games won", "won"), counted("Games", "n")]),
    ]
    if len(context.tables["reasons"]):
        columns = [
            named("Lost to", "reason"),
            counted("Games", "games"),
            shared("Of losses", "of_losses"),
            shared("Of all games", "of_games"),
        ]
        tables.append(table("Why games are lost", context.tables["reasons"], columns))
    ends = context.tables["ends"]
    columns = [named("End", "end"), counted("Games", "games"), shared("Share", "share")]
    tables.append(table("How games end", ends, columns))
    return Section(
        id=f"{context.id}-team",
        title="How often the team wins",
        findings=(win_finding(context), *_other_reasons(context)),
        tables=tuple(tables),
    )


def closeness(context: Context) -> Section | None:
    """Return the section on how close games are, or None for a game that does not say."""
    frame = context.tables["closeness"]
    if not len(frame):
        return None
    figures, found = [], []
    left, missing = context.tables["cards_left"], context.tables["animals_missing"]
    if len(left):
        span = row_of(context.tables["spans"], "what", LEFT)
        title = (
            f"A win leaves {number_interval(estimate_of(span, 'mean'))} cards in the deck on average, "
            f"half of them {count(span['p50'])} at most."
        )
        found.append(title)
        note = f"Cards left in the deck when the team has won, {games(int(span['n']))} won."
        id = f"{context.id}-left"
        svg = histogram(left, "cards", "wins", id=id, title=title, axis="cards left", names=("wins", ""))
        figures.append(Figure(title=title, note=note, svg=svg))
    if len(missing):
        short = row_of(frame, "what", MISSING)
        none, one = (row_of(frame, "what", f"share of losses with {what}") for what in NEARLY)
        title = (
            f"A loss misses {number_interval(estimate_of(short, 'value'))} animals on average; "
            f"{percent(none['value'], 0)} miss none and {percent(one['value'], 0)} one."
        )
        found.append(title)
        note = f"Animals that are missing when the team has lost, {games(int(short['n']))} lost."
        id = f"{context.id}-missing"
        svg = histogram(missing, "missing", "losses", id=id, title=title, axis="animals missing", names=("losses", ""))
        figures.append(Figure(title=title, note=note, svg=svg))
    return Section(
        id=f"{context.id}-close",
        title="How close it is",
        findings=tuple(found),
        figures=tuple(figures),
        tables=(table("Closeness", frame, answers("What")),),
    )


def days(context: Context) -> Section | None:
    """Return the section on days, or None for a game without days."""
    frame, spans = context.tables["days"], context.tables["spans"]
    if not len(frame):
        return None
    row = row_of(spans, "what", "days")
    longest = most(frame, "days")
    title = f"A game lasts {number_interval(estimate_of(row, 'mean'))} days, {count(longest['days'])} at most."
    svg = histogram(
        frame,
        "days",
        "games",
        "lost",
        id=f"{context.id}-day",
        title=title,
        axis="days",
        names=("games", "lost"),
        front_colour="vermilion",
    )
    columns = [
        named("What", "what"),
        estimated("Mean", "mean"),
        *(Column(f"{q} %", _quantile(q)) for q in QUANTILES),
        counted("Games", "n"),
    ]
    return Section(
        id=f"{context.id}-days",
        title="Days",
        findings=(title, *_turning_point(frame)),
        figures=(Figure(title=title, note=f"Days until the end, {games(context.group.all.n)}.", svg=svg),),
        tables=(table("Days and cards left", spans, columns),),
    )


def _turning_point(frame: pd.DataFrame) -> list[str]:
    """Return after which day a game is lost more often than won."""
    late = frame[2 * frame["lost"] > frame["games"]]["days"]
    good = frame[2 * frame["lost"] <= frame["games"]]["days"]
    if not len(late) or (len(good) and late.min() < good.max()):
        return []
    return [f"Of the games that end on day {count(late.min())} or later most are lost; of the others most are won."]


def _rate(context: Context) -> float:
    return float(context.tables["win_rate"].iloc[0]["won"])


def _won(context: Context) -> str:
    return percent_interval(estimate_of(context.tables["win_rate"].iloc[0], "won"))


def _team(context: Context) -> str:
    return f"the team of {context.group.seats} ({context.tables['win_rate'].iloc[0]['team']})"


def _other_reasons(context: Context) -> list[str]:
    frame = context.tables["reasons"]
    if not len(frame) or not frame["losses"].iloc[0]:
        return []
    shares = [percent_interval(estimate_of(row, "of_losses")) for _, row in frame.iterrows()]
    said = [
        f"{share} to {reason}"
        for share, reason in zip([f"{shares[0]} are due", *shares[1:]], frame["reason"], strict=True)
    ]
    return [f"Of {count(frame['losses'].iloc[0])} losses {listed(said)}."]


def _photo(context: Context) -> pd.Series[Any] | None:
    """Return how many wins are photo finishes, or None for a game that does not say what one is."""
    frame = context.tables["closeness"]
    rows = frame[frame["what"].str.startswith(PHOTO)] if len(frame) else frame
    return rows.iloc[0] if len(rows) else None


def _quantile(q: int) -> Any:
    def entry(row: pd.Series[Any]) -> Entry:
        lo, hi = row[f"p{q}_lo"], row[f"p{q}_hi"]
        interval = f" ({count(lo)}–{count(hi)})" if lo == lo and hi == hi else ""
        return Entry(count(row[f"p{q}"]) + interval, row[f"p{q}"])

    return entry
