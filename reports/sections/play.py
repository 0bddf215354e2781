"""What seats do: where their points come from, which actions they take, what runs short."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from reports.content import Figure, Section, Table, counted, estimate_of, estimated, named, table
from reports.figures.bars import bars
from reports.sections.context import SELDOM, Context, answers, games, said
from reports.tables.play import WINNERS
from reports.text import number, number_interval, percent, upper

__all__ = ["play"]

SHARE = "share of games that "  # how the words of a fact begin that is a sentence of its own


def play(context: Context) -> Section | None:
    """Return the section on sources and actions, or None for a game whose words name none."""
    sources, actions, facts = (context.tables[name] for name in ("sources", "actions", "facts"))
    findings, figures, tables = [], [], []
    if len(sources):
        shown = sources.assign(strategy=sources["strategy"].replace(WINNERS, "winners"))
        figures.append(_sources_figure(context, shown))
        findings += _winners_more(context, shown)
        spent = dict([context.words.spent]) if context.words.spent else {}
        title = f"Where {context.words.points} come from"
        tables.append(_means_table(title, shown, {**context.words.sources, **spent}))
    if len(actions):
        figures += _actions_figures(context, actions)
        tables.append(_means_table("Actions", actions, dict(context.words.actions)))
    if len(facts):
        tables.append(table("Also counted", facts, answers("What")))
        findings += [
            f"{said('share', estimate_of(row, 'value'))} of games {row['what'].removeprefix(SHARE)}."
            for _, row in facts.iterrows()
            if row["what"].startswith(SHARE) and row["value"] >= SELDOM
        ]
    if not tables:
        return None
    return Section(
        id=f"{context.id}-play",
        title=f"Where {context.words.points} come from",
        findings=tuple(findings),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def _winners_more(context: Context, shown: pd.DataFrame) -> list[str]:
    """Return from which source winners take most more than seats in general; nothing if nobody wins."""
    winners, seats = (shown[(shown["strategy"] == "winners") == is_won] for is_won in (True, False))
    if not len(winners):
        return []
    words, row = context.words, winners.iloc[0]
    more = {column: float(row[column] - seats[column].mean()) for column in words.sources}
    first = max(more, key=more.__getitem__)
    return [
        f"Winners are ahead above all in {words.points} from {words.sources[first]}: "
        f"{number_interval(estimate_of(row, first))} a game, against {number(float(seats[first].mean()))} of all seats."
    ]


def _sources_figure(context: Context, shown: pd.DataFrame) -> Figure:
    words, seats = context.words, shown[shown["strategy"] != "winners"]
    means = {column: float(seats[column].mean()) for column in words.sources}
    first = max(means, key=means.__getitem__)
    part = percent(means[first] / (sum(means.values()) or 1.0), 0)
    title = f"{upper(words.sources[first])} bring {part} of what seats take in."
    note = (
        f"{upper(words.points)} per game and seat by where they come from, by strategy, {games(context.group.all.n)}; "
        "last, those of the winners."
    )
    axis = f"{words.points} per game"
    parts = _some(words.sources, shown)
    svg = bars(shown, "strategy", parts, words.spent, id=f"{context.id}-sources", title=title, axis=axis)
    return Figure(title=title, note=note, svg=svg)


def _some(words: Mapping[str, str], frame: pd.DataFrame) -> list[tuple[str, str]]:
    """Return those columns, with their words, of which there is any."""
    return [(column, what) for column, what in words.items() if frame[column].any()]


def _actions_figures(context: Context, actions: pd.DataFrame) -> list[Figure]:
    """Return the figure of what seats do, if they do anything."""
    words = _some(context.words.actions, actions)
    if not words:
        return []
    listed = ", ".join(f"{number(float(actions[column].mean()))} {what}" for column, what in words)
    title = f"In a seat's game: {listed}."
    note = f"Actions per game and seat, by strategy, {games(context.group.all.n)}."
    axis = "actions per game"
    svg = bars(actions, "strategy", words, id=f"{context.id}-actions", title=title, axis=axis)
    return [Figure(title=title, note=note, svg=svg)]


def _means_table(title: str, frame: pd.DataFrame, columns: dict[str, str]) -> Table:
    means = (estimated(upper(head), column) for column, head in columns.items())
    return table(
        title, frame, [named("Strategy", "strategy"), *means, counted("Games", "n")], "Means per game and seat."
    )
