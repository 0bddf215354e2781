"""What seats do: where their points come from, which actions they take, what runs short."""

from __future__ import annotations

from reports.content import Figure, Section, counted, estimated, named, table
from reports.figures.bars import bars
from reports.sections.context import Context, answers, games, said
from reports.tables.play import WINNERS
from reports.text import number, percent, upper

__all__ = ["play"]


def play(context: Context) -> Section | None:
    """Return the section on sources and actions, or None for a game whose words name none."""
    sources, actions, words = context.tables["sources"], context.tables["actions"], context.words
    n = context.group.all.n
    findings, figures, tables = [], [], []
    if len(sources):
        totals = sources[sources["strategy"] != WINNERS]
        means = {column: float(totals[column].mean()) for column in words.sources}
        most = max(means, key=means.__getitem__)
        shown = sources.assign(strategy=[s if s != WINNERS else "winners" for s in sources["strategy"]])
        title = f"{upper(words.sources[most])} bring {percent(means[most] / (sum(means.values()) or 1.0), 0)} of what seats take in."
        figures.append(
            Figure(
                title=title,
                note=f"{upper(words.points)} per game and seat by where they come from, by strategy, {games(n)}; last, those of the winners.",
                svg=bars(
                    shown,
                    "strategy",
                    list(words.sources.items()),
                    words.spent,
                    id=f"{context.id}-sources",
                    title=title,
                    axis=f"{words.points} per game",
                ),
            )
        )
        columns = {**words.sources, **(dict([words.spent]) if words.spent else {})}
        tables.append(
            table(
                f"Where {words.points} come from",
                shown,
                [
                    named("Strategy", "strategy"),
                    *(estimated(upper(head), column) for column, head in columns.items()),
                    counted("Games", "n"),
                ],
                "Means per game and seat.",
            )
        )
    if len(actions):
        totals = {column: float(actions[column].mean()) for column in words.actions}
        listed = ", ".join(f"{number(value)} {words.actions[column]}" for column, value in totals.items())
        title = f"In a seat’s game: {listed}."
        figures.append(
            Figure(
                title=title,
                note=f"Actions per game and seat, by strategy, {games(n)}.",
                svg=bars(
                    actions,
                    "strategy",
                    list(words.actions.items()),
                    id=f"{context.id}-actions",
                    title=title,
                    axis="actions per game",
                ),
            )
        )
        tables.append(
            table(
                "Actions",
                actions,
                [
                    named("Strategy", "strategy"),
                    *(estimated(upper(head), column) for column, head in words.actions.items()),
                    counted("Games", "n"),
                ],
                "Means per game and seat.",
            )
        )
    facts = context.tables["facts"]
    if len(facts):
        tables.append(table("Also counted", facts, answers("What")))
        findings += [
            f"{said('share', context.answer('facts', what))} of games {what.removeprefix('share of games that ')}."
            for what in facts["what"]
            if what.startswith("share of games that ")
        ]
    if not tables:
        return None
    return Section(
        id=f"{context.id}-play",
        title=f"Where {words.points} come from",
        findings=tuple(findings),
        figures=tuple(figures),
        tables=tuple(tables),
    )
