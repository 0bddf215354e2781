"""Is every seat as good as the others: the verdict, and its evidence."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.content import Figure, Table, Tile, counted, differing, estimate_of, margin, named, plain, shared, table
from reports.figures.forest import forest
from reports.figures.matrix import matrix
from reports.sections.context import MOST_NAMES, TOLERATED, Context, Evidence, games, least, most
from reports.stats.fairness import ABOVE, BELOW, FAIR, MARGIN, UNFAIR, Verdict, simultaneous, verdict
from reports.stats.shares import Estimate
from reports.text import count, number, number_interval, percent, percent_interval, points, upper

__all__ = ["seat_evidence", "seat_finding", "seat_furthest", "seat_tile", "seat_verdict"]

MARKS = {FAIR: "good", UNFAIR: "bad"}
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def seat_verdict(context: Context) -> Verdict:
    """Return whether seats are fair, by place in turn order where the start seat is drawn."""
    estimates = [estimate_of(row, "win_share", "_all") for _, row in _chairs(context).iterrows()]
    fair = context.group.all.fair
    return verdict(estimates, fair, MARGIN * fair * context.group.seats)


def seat_furthest(context: Context) -> pd.Series[Any]:
    """Return the row furthest from fair, of those that are outside the tolerance for sure if there are any."""
    frame = _chairs(context)
    out = frame[frame["standing"].isin([ABOVE, BELOW])]
    candidates = out if len(out) else frame
    return candidates.iloc[int(candidates["advantage"].abs().to_numpy().argmax())]


def seat_finding(context: Context) -> str:
    """Return what the seats come to, in one sentence."""
    if not context.group.all.decided:
        return "No game has a winner, so nothing can be said of seats."
    judged, worst = seat_verdict(context), seat_furthest(context)
    size = f"{number(100 * abs(worst['advantage']))} points"
    if judged.word == FAIR:
        return f"Seats are fair: each wins within {TOLERATED} points of an equal share."
    if judged.word == UNFAIR:
        side = "more" if worst["advantage"] > 0 else "less"
        wins = percent_interval(estimate_of(worst, "win_share"))
        return f"{upper(worst['chair'])} wins {wins} of games, {size} {side} than an equal share."
    side = "ahead" if worst["advantage"] > 0 else "behind"
    more = f"; about {count(_rounded(judged.games))} games would settle it" if judged.games else ""
    return f"Whether seats are fair is open: {worst['chair']} looks {size} {side}{more}."


def seat_tile(context: Context) -> Tile:
    """Return the verdict on the seats."""
    judged, worst = seat_verdict(context), seat_furthest(context)
    detail = f"{worst['chair']} {points(worst['advantage'])} points; tolerated ±{TOLERATED}"
    if not context.group.all.decided:
        detail = "no game has a winner"
    elif judged.games:
        detail += f"; about {count(_rounded(judged.games))} games would decide"
    mark = MARKS.get(judged.word, "open")
    brief = f"{worst['chair']} {points(worst['advantage'])}" if context.group.all.decided else ""
    section = f"{context.id}-wins"
    return Tile(label="Seats", value=judged.word, detail=detail, brief=brief, mark=mark, section=section)


def seat_evidence(context: Context) -> Evidence:
    """Return what is found, drawn and tabulated about seats."""
    several, decided = len(context.group.cells) > 1, bool(context.group.all.decided)
    figures = _forests(context)
    if decided and several and len(context.group.cells) <= MOST_NAMES:
        figures.append(_lineup_seats_figure(context))
    columns = [
        named("Seat", "seat"),
        shared("Win share", "win_share"),
        differing("Advantage, points", "advantage"),
        *([differing("least in a lineup", "least"), differing("most in a lineup", "most")] if several else []),
        counted("Games", "n"),
    ]
    note = "Intervals of 95 % for each seat by itself."
    tables = [table("Win share by seat", context.tables["seats"], columns, note)]
    if decided:
        tables.append(_fairness_table(context.tables["fairness"]))
    return Evidence(_findings(context) if decided else [], figures, tables)


def _findings(context: Context) -> list[str]:
    frame, fairness = context.tables["seats"], context.tables["fairness"].iloc[0]
    best, last = most(frame, "win_share"), least(frame, "win_share")
    shares = [percent_interval(estimate_of(row, "win_share")) for row in (best, last)]
    spread, noise = estimate_of(fairness, "spread"), _size(fairness["spread_by_chance"])
    gap = number_interval(Estimate(100 * spread.value, 100 * spread.lo, 100 * spread.hi, spread.n))
    findings = [
        f"By seat, {best['seat']} wins most, {shares[0]} of games, and {last['seat']} least, {shares[1]}. The gap is "
        f"{gap} points; in so many games of a fair game chance alone makes about {noise}."
    ]
    if len(context.group.cells) > 1:
        low, high = least(frame, "least"), most(frame, "most")
        findings.append(
            f"From lineup to lineup the advantage of a seat lies between {points(low['least'])} ({low['seat']}) and "
            f"{points(high['most'])} points ({high['seat']})."
        )
    return findings


def _forests(context: Context) -> list[Figure]:
    """Return win shares by seat and, where the start seat is drawn, by turn order; what is judged has the finding."""
    frame, drawn = context.tables["seats"], len(context.tables["turn_order"]) > 0
    level = percent(simultaneous(context.group.seats), 2)
    note = (
        f"Share of games won from each seat, {games(context.group.all.n)}. Intervals hold together at 95 % "
        f"({level} each). A pointed mark lies outside the band for sure, a filled round one inside it, a hollow one "
        "is open."
    )
    title = "Win share by seat." if drawn else seat_finding(context)
    svg = forest(frame, "seat", id=f"{context.id}-seats", title=title, margin=MARGIN)
    figures = [Figure(title=title, note=note, svg=svg)]
    if drawn:
        title, note = seat_finding(context), "By place in turn order, because the start seat is drawn for each game."
        svg = forest(_chairs(context), "chair", id=f"{context.id}-order", title=title, margin=MARGIN)
        figures.append(Figure(title=title, note=note, svg=svg))
    return figures


def _lineup_seats_figure(context: Context) -> Figure:
    """Return the advantage of each seat in each lineup."""
    frame = context.tables["lineup_seats"]
    out = most(frame.assign(size=frame["advantage"].abs()), "size")
    title = f"By lineup an advantage reaches {points(out['advantage'])} points: {out['seat']} in {out['cell']}."
    axis = "win share less an equal one"
    cells, seats = [cell.id for cell in context.group.cells], list(context.group.all.seats.names)
    id = f"{context.id}-lineup-seats"
    svg = matrix(frame, "cell", "seat", "advantage", id=id, title=title, axis=axis, rows=cells, columns=seats)
    note = f"Advantage of each seat in points, lineup by lineup; {count(frame['n'].min())} games or more each."
    return Figure(title=title, note=note, svg=svg)


def _fairness_table(frame: pd.DataFrame) -> Table:
    p = frame.iloc[0]["p"]
    return table(
        "Test of equal seats",
        frame.assign(chance="below 0.0001" if p < 0.0001 else number(p, 4), squares=1e4 * frame["imbalance"]),
        [
            plain("χ²", "chi2"),
            counted("Degrees of freedom", "freedom"),
            named("p", "chance"),
            plain("Cramér's V", "v", 4),
            plain("Imbalance, points²", "squares", 2),
            margin("Spread, points", "spread"),
            differing("Spread by chance, points", "spread_by_chance"),
            counted("Games with a winner", "n"),
        ],
        "With many games even a negligible difference is beyond chance: read V and the verdict, not p.",
    )


def _chairs(context: Context) -> pd.DataFrame:
    """Return the rows by which seats are judged, named in `chair`: turn order if the start seat is drawn, or seats."""
    order, seats = context.tables["turn_order"], context.tables["seats"]
    if not len(order):
        return seats.assign(chair=seats["seat"])
    return order.assign(chair=[f"{PLACES[place - 1]} in turn" for place in order["place"]])


def _size(value: float) -> str:
    """Return a difference of shares in points without a sign."""
    return number(100 * value, 1 if value >= 0.002 else 2)


def _rounded(n: int) -> int:
    """Return a number of games to two digits, upwards."""
    step = int(10 ** max(0, len(str(n)) - 2))
    return -(-n // step) * step
