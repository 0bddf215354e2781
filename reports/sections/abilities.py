"""What abilities and special tokens are good for, and what peacocks do to a game. For games that have them."""

from __future__ import annotations

import pandas as pd

from reports.content import Figure, Section, counted, estimate_of, estimated, named, shared, table
from reports.figures.bars import bars
from reports.figures.forest import intervals
from reports.figures.histogram import histogram
from reports.sections.context import Context, games, least, most
from reports.stats.shares import share
from reports.text import number, number_interval, percent, percent_interval, plural, upper

__all__ = ["abilities", "peacocks"]

USED, FEES, TILES = "ability_used", "fees", "from_tiles"
CAUTION = "who advances more takes more of everything, so it does not show that a token helps"


def abilities(context: Context) -> Section | None:
    """Return the section on abilities and special tokens, or None for a game with neither."""
    frame, tokens = context.tables["abilities"], context.tables["tokens"]
    used = len(frame) > 0 and bool(frame[USED].sum())
    findings, figures, tables = [], [], []
    if used:
        findings += _findings(frame, context.words.points)
        figures += [_use_figure(context, frame), _income_figure(context, frame)]
    elif len(frame):
        findings.append("No ability is used in these games.")
    if len(frame):
        heads = [estimated(upper(what), column) for column, what in context.words.abilities.items()]
        price = estimated("Fee for each use", "per_use")
        note = (
            "Means per game with the species. Fees are as agreed; I are what the supply pays for the tile. The fee for "
            "each use is all fees over all uses."
        )
        columns = [named("Species", "species"), *heads, price, counted("Games", "n")]
        tables.append(table("Abilities by species", frame, columns, note))
    if len(tokens):
        findings += _token_findings(tokens)
        columns = [
            named("Token", "what"),
            estimated("Taken per game", "taken"),
            shared("Seats that take one", "takers"),
            shared("These win", "with_some"),
            shared("The others win", "with_none"),
            counted("Games", "n"),
        ]
        note = f"An association: {CAUTION}."
        tables.append(table("Special tokens and winning", tokens, columns, note))
    if not tables:
        return None
    return Section(
        id=f"{context.id}-abilities",
        title="Abilities and special tokens",
        findings=tuple(findings),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def peacocks(context: Context) -> Section | None:
    """Return the section on the peacocks that end in the last exhibit, or None for a game without any."""
    frame = context.tables["peacocks"]
    if not len(frame):
        return None
    usual, some = most(frame, "games"), frame[frame["peacocks"] > 0]["games"].sum()
    often = f"{plural(int(usual['peacocks']), 'peacock')} {'ends' if usual['peacocks'] == 1 else 'end'}"
    title = f"Most often {often} {context.words.qualified}: {percent(usual['share'])} of games."
    any_at_all = percent_interval(share(int(some), int(usual["n"])))
    findings = [f"At least one peacock ends {context.words.qualified} in {any_at_all} of games."]
    findings += [f"{number_interval(context.answer('facts', what))} {what}." for what in _told(context)]
    svg = histogram(
        frame, "peacocks", "games", id=f"{context.id}-peacocks", title=title, axis=f"peacocks {context.words.qualified}"
    )
    note = f"Peacocks {context.words.qualified} at the end, {games(context.group.all.n)}."
    heads = [counted("Peacocks", "peacocks"), counted("Games", "games"), shared("Share", "share")]
    return Section(
        id=f"{context.id}-peacocks",
        title="Peacocks",
        findings=tuple(findings),
        figures=(Figure(title=title, note=note, svg=svg),),
        tables=(table("Peacocks at the end", frame, heads),),
    )


def _findings(frame: pd.DataFrame, points: str) -> list[str]:
    best, last = most(frame, USED), least(frame, USED)
    uses = [number_interval(estimate_of(row, USED)) for row in (best, last)]
    findings = [
        f"The ability of {best['species']} is used most, {uses[0]} times in a game with it, that of {last['species']} "
        f"least, {uses[1]} times."
    ]
    priced = frame[frame["per_use"].notna()]
    if len(priced):
        dear, cheap = most(priced, "per_use"), least(priced, "per_use")
        fees = [number_interval(estimate_of(row, "per_use")) for row in (dear, cheap)]
        findings.append(
            f"The ability of {dear['species']} costs most, {fees[0]} {points} for each use, that of {cheap['species']} "
            f"least, {fees[1]}."
        )
    income = frame.assign(income=frame[FEES] + frame[TILES])
    rich = most(income, "income")
    findings.append(
        f"{rich['species']} earns most with its ability: {number(rich['income'], 2)} {points} in a game, "
        f"{number(rich[FEES], 2)} in fees and {number(rich[TILES], 2)} from its tiles."
    )
    return findings


def _use_figure(context: Context, frame: pd.DataFrame) -> Figure:
    shown = frame.sort_values(USED, ascending=False, kind="stable")
    first, last = shown.iloc[0], shown.iloc[-1]
    often, rare = (number(row[USED], 2) for row in (first, last))
    title = f"The ability of {first['species']} is used {often} times in a game, that of {last['species']} {rare}."
    svg = intervals(
        shown, "species", USED, id=f"{context.id}-ability-used", title=title, unit="uses of the ability in a game"
    )
    return Figure(title=title, note=f"By species, {games(context.group.all.n)}; intervals of 95 %.", svg=svg)


def _income_figure(context: Context, frame: pd.DataFrame) -> Figure:
    words = context.words
    shown = frame.assign(income=frame[FEES] + frame[TILES]).sort_values("income", ascending=False, kind="stable")
    first, last = shown.iloc[0], shown.iloc[-1]
    title = (
        f"An ability brings its owner {number(last['income'])} ({last['species']}) to {number(first['income'])} "
        f"({first['species']}) {words.points} in a game."
    )
    parts = [(FEES, words.abilities[FEES]), (TILES, words.abilities[TILES])]
    axis = f"{words.points} in a game"
    svg = bars(shown, "species", parts, id=f"{context.id}-ability-income", title=title, axis=axis)
    note = f"Fees as agreed and I from the supply, per game with the species, {games(context.group.all.n)}."
    return Figure(title=title, note=note, svg=svg)


def _token_findings(tokens: pd.DataFrame) -> list[str]:
    told = [
        f"A seat that takes {row['what']} wins {percent_interval(estimate_of(row, 'with_some'))} of its games, "
        f"one that does not {percent_interval(estimate_of(row, 'with_none'))}."
        for _, row in tokens.iterrows()
        if row["with_some"] == row["with_some"] and row["with_none"] == row["with_none"]
    ]
    return [*told, f"That is an association only: {CAUTION}."] if told else []


def _told(context: Context) -> list[str]:
    """Return the facts that belong to peacocks."""
    frame = context.tables["facts"]
    return [what for what in (frame["what"] if len(frame) else ()) if what.startswith("peacock")]
