"""The cells of a run beside one another: which team wins how often, what lies between two, how steep a sweep is."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import pandas as pd

from reports.content import Figure, Section, counted, estimate_of, estimated, margin, named, plain, shared, table
from reports.figures.curves import curves
from reports.figures.forest import differences, intervals
from reports.sections.context import Context, games, least, most
from reports.stats.shares import Estimate
from reports.text import listed, number, number_interval, percent, percent_interval, points_interval, upper
from sim.results import Run

__all__ = ["across", "across_finding"]

MOST_TOLD = 2  # curves told one by one
MOST_ROWS = 40  # of a figure

Tables = Mapping[str, pd.DataFrame]


def across_finding(run: Run, tables: Tables) -> str:
    """Return the largest finding about several cells, "" if there is none."""
    if "sweep_curves" in tables:
        return " ".join(_crossings(run, tables["sweep_curves"])[:1])
    return _gap_finding(tables["coordination"]) if "coordination" in tables else ""


def across(run: Run, contexts: Sequence[Context], tables: Tables) -> tuple[Section, ...]:
    """Return the sections about several cells."""
    found: list[Section] = []
    if "sweep_curves" in tables:
        found.append(_sweep(run, tables["sweep_points"], tables["sweep_curves"]))
    elif not run.manifest.get("whatif"):
        teams = [context for context in contexts if context.group.team and context.group.all.n]
        found += [_teams(teams)] if len(teams) > 1 else []
    if "coordination" in tables:
        found.append(_coordination(tables["coordination"]))
    return tuple(found)


def _teams(contexts: Sequence[Context]) -> Section:
    """Return all cells' win rates in one figure."""
    frame = pd.concat(
        [
            context.tables["win_rate"].assign(title=context.group.title, seats=context.group.seats)
            for context in contexts
        ],
        ignore_index=True,
    )
    alike = len({repr(sorted(context.group.settings.items())) for context in contexts}) == 1
    best, worst = most(frame, "won"), least(frame, "won")
    ends = [f"{percent(row['won'])} ({row['title']})" for row in (worst, best)]
    title = f"Win rates lie between {ends[0]} and {ends[1]}."
    shown = frame.head(MOST_ROWS)
    svg = intervals(shown, "title", "won", id="across-teams", title=title, unit="games won, %", share=True)
    note = f"Share of the games that each team wins, {games(int(frame['n'].min()))} or more each."
    columns = [named("Cell", "title"), named("Team", "team"), shared("Games won", "won"), counted("Games", "n")]
    return Section(
        id="across",
        title="Win rates",
        findings=(title, *(_sizes(frame) if alike else ())),
        figures=(Figure(title=title, note=note, svg=svg),),
        tables=(table("Win rates", frame, columns),),
    )


def _sizes(frame: pd.DataFrame) -> list[str]:
    """Return what the size of a team does, for each that is played at several sizes."""
    found = []
    for team, own in frame.groupby("team", sort=False):
        worst, best = least(own, "won"), most(own, "won")
        if len(own) > 1 and best["won"] > 0:
            ends = [f"{percent_interval(estimate_of(row, 'won'))} with {_seats(row['seats'])}" for row in (worst, best)]
            found.append(f"Teams of {team} win from {ends[0]} to {ends[1]}.")
    return found


def _coordination(frame: pd.DataFrame) -> Section:
    title = _gap_finding(frame)
    columns = [
        named("Cell", "title"),
        named("Against", "first"),
        shared("Each for itself", "before"),
        shared("One plan", "after"),
        margin("Difference, points", "difference"),
        counted("Games", "n"),
    ]
    note = "Paired: the same shuffles in games of the same number. Each interval of 95 % by itself."
    svg = differences(
        frame.head(MOST_ROWS), "title", "difference", id="across-gap", title=title, unit="change of win rate in points"
    )
    return Section(
        id="coordination",
        title="Coordination",
        findings=(title,),
        figures=(Figure(title=title, note=f"{note} Those drawn hold together at 95 %.", svg=svg),),
        tables=(table("Coordination gap", frame, columns, note),),
    )


def _gap_finding(frame: pd.DataFrame) -> str:
    told = [
        f"{points_interval(estimate_of(row, 'difference'))} points with {_seats(row['seats'])}"
        for _, row in frame.iterrows()
    ]
    if len(told) > 2 * MOST_TOLD:
        ends = [choose(frame, "difference") for choose in (least, most)]
        told = [f"{points_interval(estimate_of(row, 'difference'))} points ({row['title']})" for row in ends]
        return f"To plan for all instead of each for itself changes the win rate by {told[0]} to {told[1]}."
    return f"To plan for all instead of each for itself changes the win rate by {listed(told)}."


def _sweep(run: Run, points: pd.DataFrame, fits: pd.DataFrame) -> Section:
    name = str(run.manifest["sweep"])
    found = [*_crossings(run, fits), *_steepness(run, fits), *_parities(run, fits), *_misfits(fits)]
    team = bool(run.manifest["game"].get("team"))
    levels = set(fits["level"])
    title = found[0]
    up = "games that the team wins, %" if team else "win share of the first strategy, %"
    svg = curves(
        points, fits, levels.pop() if len(levels) == 1 else None, id="across-sweep", title=title, across=name, up=up
    )
    note = (
        f"Share of games won against {name}, with intervals of 95 %, {games(int(points['n'].iloc[0]))} each; the "
        f"curves are logistic fits, the line is {'one half' if team else 'an equal share'}."
    )
    level = "half of the games" if team else "an equal share"
    curve_columns = [
        named("Curve", "curve"),
        estimated(f"{upper(name)} at {level}", "theta"),
        named("Which is", "where"),
        margin("Points for one more, there", "steepness"),
        estimated("More for as many wins as the first cell", "parity"),
        shared("Largest misfit", "misfit", interval=False),
    ]
    point_columns = [
        named("Curve", "curve"),
        plain(upper(name), "x"),
        shared("Games won", "share"),
        shared("On the curve", "fitted", interval=False),
        counted("Games", "n"),
    ]
    about = (
        "Intervals take into account that all cells play the same shuffles. Inside, below or above the range swept; an "
        "interval is missing where the slope may be 0."
    )
    return Section(
        id="sweep",
        title=f"By {name}",
        findings=tuple(found),
        figures=(Figure(title=title, note=note, svg=svg),),
        tables=(table("Curves", fits, curve_columns, about), table("Points", points, point_columns)),
    )


def _crossings(run: Run, fits: pd.DataFrame) -> list[str]:
    """Return where each curve crosses its level."""
    name, team = str(run.manifest["sweep"]), bool(run.manifest["game"].get("team"))
    does = "A team wins half of its games" if team else "The first strategy wins an equal share"
    inside, outside = fits[fits["where"] == "inside"], fits[fits["where"] != "inside"]
    found = []
    if len(inside):
        at = [number_interval(estimate_of(row, "theta")) for _, row in inside.iterrows()]
        where = "at " + listed([f"{x} with {curve}" for x, curve in zip(at, inside["curve"], strict=True)])
        if len(inside) > MOST_TOLD:
            ends = inside["theta"].argmin(), inside["theta"].argmax()
            where = "between " + listed([f"{at[i]} with {inside['curve'].iloc[i]}" for i in ends])
        found.append(f"{does} with the {name} {where}.")
    if len(outside):
        said = [f"{row['curve']} ({_outside(row)})" for _, row in outside.iterrows()]
        found.append(f"Outside the range swept, {does[:1].lower()}{does[1:]} with {listed(said)}.")
    return found


def _outside(row: pd.Series[Any]) -> str:
    if row["where"] == "nowhere":
        return "no curve can be fitted"
    return f"{row['where']} it, at about {number(row['theta'])}"


def _steepness(run: Run, fits: pd.DataFrame) -> list[str]:
    known = fits[fits["steepness"] == fits["steepness"]]
    if not len(known):
        return []
    level = "one half" if run.manifest["game"].get("team") else "an equal share"
    flat, steep = (choose(known.assign(size=known["steepness"].abs()), "size") for choose in (least, most))
    told = [f"{points_interval(estimate_of(row, 'steepness'))} points with {row['curve']}" for row in (steep, flat)]
    return [f"At {level}, one more changes the share of wins by {listed(told if len(known) > 1 else told[:1])}."]


def _parities(run: Run, fits: pd.DataFrame) -> list[str]:
    """Return how much more each other curve needs to win as often as the first cell."""
    others = fits[(fits["parity"] == fits["parity"]) & (fits["parity_lo"] != fits["parity_hi"])]
    if not len(others):
        return []
    said = [f"{_signed(estimate_of(row, 'parity'))} with {row['curve']}{_beyond(row)}" for _, row in others.iterrows()]
    return [
        f"To win as often as “{fits['reference'].iloc[0]}”, the {run.manifest['sweep']} would change by {listed(said)}."
    ]


def _beyond(row: pd.Series[Any]) -> str:
    place = row["reference_x"] + row["parity"]
    return "" if row["low"] <= place <= row["high"] else " (outside the range swept)"


def _signed(estimate: Estimate) -> str:
    return f"{'+' if estimate.value > 0 else ''}{number_interval(estimate)}"


def _misfits(fits: pd.DataFrame) -> list[str]:
    known = fits[fits["misfit"] == fits["misfit"]]
    if not len(known):
        return []
    row = most(known, "misfit")
    return [f"The curves miss the shares by {number(100 * row['misfit'])} points at most ({row['curve']})."]


def _seats(n: int) -> str:
    return f"{n} seat{'' if n == 1 else 's'}"
