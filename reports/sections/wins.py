"""Who wins: from which seat, with which strategy, against whom."""

from __future__ import annotations

from typing import Any

import pandas as pd

from reports.content import (
    Figure,
    Section,
    Table,
    Tile,
    counted,
    differing,
    estimate_of,
    margin,
    named,
    plain,
    shared,
    table,
)
from reports.figures.forest import forest
from reports.figures.matrix import matrix
from reports.sections.context import Context, games, least, most
from reports.stats.fairness import ABOVE, BELOW, FAIR, MARGIN, OPEN, UNFAIR, Verdict, simultaneous, verdict
from reports.text import NOTHING, count, number, percent, percent_interval, plural, points, points_interval, upper

__all__ = ["best_finding", "best_tile", "seat_finding", "seat_tile", "seat_verdict", "wins"]

TOLERATED = f"{100 * MARGIN:g}"
MARKS = {FAIR: "good", UNFAIR: "bad"}
MOST_NAMES = 12  # a larger matrix cannot be read
PLACES = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh")


def seat_verdict(context: Context) -> Verdict:
    """Return whether seats are fair, by place in turn order where the start seat is drawn."""
    estimates = [estimate_of(row, "win_share", "_all") for _, row in _chairs(context).iterrows()]
    fair = context.group.all.fair
    return verdict(estimates, fair, MARGIN * fair * context.group.seats)


def seat_finding(context: Context) -> str:
    """Return what the seats come to, in one sentence."""
    if not context.group.all.decided:
        return "No game has a winner, so nothing can be said of seats."
    judged, worst = seat_verdict(context), _furthest(context)
    size = f"{number(100 * abs(worst['advantage']))} points"
    if judged.word == FAIR:
        return f"Seats are fair: each wins within {TOLERATED} points of an equal share."
    if judged.word == UNFAIR:
        side = "more" if worst["advantage"] > 0 else "less"
        return (
            f"{upper(worst['chair'])} wins {percent(worst['win_share'])} of games, {size} {side} than an equal share."
        )
    side = "ahead" if worst["advantage"] > 0 else "behind"
    more = f"; about {count(_rounded(judged.games))} games would settle it" if judged.games else ""
    return f"Whether seats are fair is open: {worst['chair']} looks {size} {side}{more}."


def best_finding(context: Context) -> str:
    """Return which strategy is best, in one sentence; "" where all seats play the same or nobody wins."""
    frame = context.tables["strategies"]
    if not len(frame) or not context.group.all.decided:
        return ""
    best = frame.iloc[0]
    name, wins_now = best["strategy"], percent(best["win_share"])
    if best["standing"] == ABOVE:
        size = f"{number(100 * best['advantage'])} points above an equal share"
        lead = f"The strongest of {len(frame)} strategies is {name}"
        return f"{lead}: it wins {wins_now} of games, {size}{_beaten(context)}."
    if best["standing"] == OPEN:
        return f"The leading strategy is {name} with {wins_now} of games; whether by over {TOLERATED} points is open."
    return f"No strategy stands out: even the best, {name}, wins within {TOLERATED} points of an equal share."


def seat_tile(context: Context) -> Tile:
    """Return the verdict on the seats."""
    judged, worst = seat_verdict(context), _furthest(context)
    detail = f"{worst['chair']} {points(worst['advantage'])} points; tolerated ±{TOLERATED}"
    if not context.group.all.decided:
        detail = "no game has a winner"
    elif judged.games:
        detail += f"; about {count(_rounded(judged.games))} games would decide"
    mark = MARKS.get(judged.word, "open")
    brief = f"{worst['chair']} {points(worst['advantage'])}" if context.group.all.decided else ""
    section = f"{context.id}-wins"
    return Tile(label="Seats", value=judged.word, detail=detail, brief=brief, mark=mark, section=section)


def best_tile(context: Context) -> Tile:
    """Return the best strategy, and whether another one finishes above it."""
    frame, section = context.tables["strategies"], f"{context.id}-wins"
    if not len(frame):
        specs = sorted({cell.lineup[0]["spec"] for cell in context.group.cells})
        value = specs[0] if len(specs) == 1 else f"{len(specs)} in turn"
        detail = "all seats play the same"
        return Tile(label="Strategy", value=value, detail=detail, brief="all alike", mark="plain", section=section)
    if not context.group.all.decided:
        detail = "no game has a winner"
        return Tile(label="Best strategy", value=NOTHING, detail=detail, brief="", mark="open", section=section)
    best, beaten = frame.iloc[0], _beaten(context)
    detail = f"wins {percent(best['win_share'])}, {points(best['advantage'])} points{beaten}"
    mark = {ABOVE: "plain" if beaten else "bad", OPEN: "open"}.get(best["standing"], "good")
    brief, value = f"{points(best['advantage'])} points", best["strategy"]
    return Tile(label="Best strategy", value=value, detail=detail, brief=brief, mark=mark, section=section)


def wins(context: Context) -> Section:
    """Return the section on seats and strategies."""
    seats, strategies = _of_seats(context), _of_strategies(context)
    return Section(
        id=f"{context.id}-wins",
        title="Who wins",
        findings=(*seats[0], *strategies[0]),
        figures=(*seats[1], *strategies[1]),
        tables=(*seats[2], *strategies[2]),
    )


def _of_seats(context: Context) -> tuple[list[str], list[Figure], list[Table]]:
    frame, order, fairness = (context.tables[name] for name in ("seats", "turn_order", "fairness"))
    several, decided = len(context.group.cells) > 1, context.group.all.decided
    level = percent(simultaneous(context.group.seats), 2)
    note = (
        f"Share of games won from each seat, {games(context.group.all.n)}. Intervals hold together at 95 % "
        f"({level} each). A pointed mark lies outside the band for sure, a filled round one inside it, a hollow one "
        "is open."
    )
    figures = [
        _forest(context, frame, "seat", "seats", "Win share by seat." if len(order) else seat_finding(context), note)
    ]
    if len(order):
        note = "The same by place in turn order, because the start seat is drawn for each game."
        figures.append(_forest(context, _chairs(context), "chair", "order", seat_finding(context), note))
    findings = []
    if decided:
        best, last = most(frame, "win_share"), least(frame, "win_share")
        shares = [percent_interval(estimate_of(row, "win_share")) for row in (best, last)]
        gap, noise = (_size(fairness.iloc[0][name]) for name in ("spread", "spread_by_chance"))
        findings.append(
            f"By seat, {best['seat']} wins most, {shares[0]} of games, and {last['seat']} least, {shares[1]}. The "
            f"gap is {gap} points; in so many games of a fair game chance alone makes about {noise}."
        )
    if decided and several:
        low, high = least(frame, "least"), most(frame, "most")
        findings.append(
            f"From lineup to lineup the advantage of a seat lies between {points(low['least'])} ({low['seat']}) and "
            f"{points(high['most'])} points ({high['seat']})."
        )
    if several and decided and len(context.group.cells) <= MOST_NAMES:
        figures.append(_lineup_seats_figure(context))
    columns = [
        named("Seat", "seat"),
        shared("Win share", "win_share"),
        differing("Advantage, points", "advantage"),
        *([differing("least in a lineup", "least"), differing("most in a lineup", "most")] if several else []),
        counted("Games", "n"),
    ]
    tables = [table("Win share by seat", frame, columns, "Intervals of 95 % for each seat by itself.")]
    if decided:
        tables.append(_fairness_table(fairness))
    return findings, figures, tables


def _of_strategies(context: Context) -> tuple[list[str], list[Figure], list[Table]]:
    frame, pairs, places, lineups = (
        context.tables[name] for name in ("strategies", "head_to_head", "places", "lineups")
    )
    if not len(frame) or context.group.mixed is None:
        return [], [], []
    several, decided = len(context.group.cells) > 1, bool(context.group.mixed.decided)
    over = games(context.group.mixed.n)
    if several:
        mixed = sum(len({strategy["spec"] for strategy in cell.lineup}) > 1 for cell in context.group.cells)
        over += f" of {plural(mixed, 'lineup')}"
    order = list(frame["strategy"])
    note = f"Share of games won per seat of a strategy, {over}. Intervals hold together at 95 %; marks as for seats."
    title = best_finding(context) or "No game has a winner, so nothing can be said of strategies."
    figures = [_forest(context, frame, "strategy", "strategies", title, note)]
    if decided and len(order) <= MOST_NAMES:
        title = _pair_finding(context)
        svg = matrix(
            pairs,
            "strategy",
            "other",
            "margin",
            id=f"{context.id}-pairs",
            title=title,
            axis="finishes above …",
            rows=order,
            columns=order,
        )
        note = (
            "How much more often the strategy on the left finishes above the one below than the other way round, "
            f"in points, {over}."
        )
        figures.append(Figure(title=title, note=note, svg=svg))
        if several:
            figures += _one_against_many_figures(context, order)
        else:
            figures.append(_places_figure(context, places, order))
    tables = [
        table(
            "Win share by strategy",
            frame,
            [
                named("Strategy", "strategy"),
                shared("Win share", "win_share"),
                differing("Advantage, points", "advantage"),
                plain("× fair", "times_fair", 2),
                counted("Games", "n"),
            ],
            "Per seat of the strategy. Intervals of 95 % for each strategy by itself.",
        ),
        _places_table(places, order),
        table(
            "Head to head",
            pairs,
            [
                named("Strategy", "strategy"),
                named("finishes above", "other"),
                margin("Margin, points", "margin"),
                counted("Games", "n"),
            ],
            "Share of games in which the first finishes above the second, less the share in which it finishes below.",
        ),
    ]
    if several:
        columns = [
            named("Lineup", "cell"),
            named("Strategy", "strategy"),
            counted("Seats", "copies"),
            shared("Win share", "win_share"),
            differing("Advantage, points", "advantage"),
            counted("Games", "n"),
        ]
        tables.append(table("Lineups", lineups, columns, "Win share per seat of the strategy."))
    return _strategy_findings(context) if decided else [], figures, tables


def _strategy_findings(context: Context) -> list[str]:
    frame, pairs = context.tables["strategies"], context.tables["head_to_head"]
    best, last = frame.iloc[0], frame.iloc[-1]
    findings = [
        f"By strategy, {best['strategy']} wins most, {percent_interval(estimate_of(best, 'win_share'))}, "
        f"and {last['strategy']} least, {percent_interval(estimate_of(last, 'win_share'))}."
    ]
    largest = most(pairs, "margin")
    if largest["margin_lo_all"] > 0:
        findings.append(
            f"Head to head the clearest pair is {largest['strategy']} before {largest['other']}: "
            f"{points_interval(estimate_of(largest, 'margin'))} points more often above than below."
        )
    return findings


def _chairs(context: Context) -> pd.DataFrame:
    """Return the rows by which seats are judged, named in `chair`: turn order if the start seat is drawn, or seats."""
    order, seats = context.tables["turn_order"], context.tables["seats"]
    if not len(order):
        return seats.assign(chair=seats["seat"])
    return order.assign(chair=[f"{PLACES[place - 1]} in turn" for place in order["place"]])


def _furthest(context: Context) -> pd.Series[Any]:
    """Return the row furthest from fair, of those that are outside the tolerance for sure if there are any."""
    frame = _chairs(context)
    out = frame[frame["standing"].isin([ABOVE, BELOW])]
    candidates = out if len(out) else frame
    return candidates.iloc[int(candidates["advantage"].abs().to_numpy().argmax())]


def _beaten(context: Context) -> str:
    """Return what is to be said if another strategy finishes above the best one for sure."""
    best, pairs = context.tables["strategies"].iloc[0]["strategy"], context.tables["head_to_head"]
    above = pairs[(pairs["strategy"] == best) & (pairs["margin_hi_all"] < 0)].sort_values("margin", kind="stable")
    return f", but finishes below {above.iloc[0]['other']} more often than above" if len(above) else ""


def _pair_finding(context: Context) -> str:
    """Return whether one strategy finishes above every other for sure."""
    pairs = context.tables["head_to_head"]
    for strategy, own in pairs.groupby("strategy"):
        if (own["margin_lo_all"] > 0).all():
            return f"Head to head {strategy!s} comes out above every other strategy."
    return "Head to head no strategy comes out above every other for sure."


def _forest(context: Context, frame: pd.DataFrame, name: str, id: str, title: str, note: str) -> Figure:
    svg = forest(frame, name, id=f"{context.id}-{id}", title=title, margin=MARGIN)
    return Figure(title=title, note=note, svg=svg)


def _places_figure(context: Context, places: pd.DataFrame, order: list[str]) -> Figure:
    own = context.tables["strategies"].set_index("strategy")["win_share"]
    seats = [f"seat {seat}" for seat in sorted(places["seat"].unique())]
    shown = places.assign(
        chair=[f"seat {seat}" for seat in places["seat"]],
        more=[row["win_share"] - own[row["strategy"]] for _, row in places.iterrows()],
        sure=[not row["win_share_lo"] <= own[row["strategy"]] <= row["win_share_hi"] for _, row in places.iterrows()],
    )
    title = "No strategy depends on its seat for sure."
    if shown["sure"].any():
        first = most(shown[shown["sure"]].assign(size=shown["more"].abs()), "size")
        title = f"The seat matters most to {first['strategy']}: {points(first['more'])} points in {first['chair']}."
    svg = matrix(
        shown,
        "strategy",
        "chair",
        "more",
        id=f"{context.id}-places",
        title=title,
        axis="win share less the strategy's own",
        rows=order,
        columns=seats,
    )
    return Figure(
        title=title, note="Win share of a strategy in each seat, less its win share over all seats, in points.", svg=svg
    )


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


def _one_against_many_figures(context: Context, order: list[str]) -> list[Figure]:
    """Return how one strategy does among copies of another, if there are such lineups."""
    frame = context.tables["one_against_many"]
    if not len(frame):
        return []
    best = most(frame, "advantage")
    kept_out = [spec for spec in order if len(own := frame[frame["others"] == spec]) and (own["advantage"] < 0).all()]
    gain = f"{points(best['advantage'])} points"
    title = f"One alone gains most as {best['strategy']} among {best['others']}: {gain}."
    if kept_out:
        title = f"Nobody gains by joining a table of {' or '.join(kept_out)} alone."
    svg = matrix(
        frame,
        "strategy",
        "others",
        "advantage",
        id=f"{context.id}-one-against-many",
        title=title,
        axis="alone among copies of …",
        rows=order,
        columns=order,
    )
    note = (
        "Advantage in points of the strategy on the left, alone at a table where everybody else plays the one below; "
        f"{count(frame['n'].min())} games or more each."
    )
    return [Figure(title=title, note=note, svg=svg)]


def _places_table(places: pd.DataFrame, order: list[str]) -> Table:
    numbers = sorted(places["seat"].unique())
    wide = pd.DataFrame({"strategy": order})
    for seat in numbers:
        here = places[places["seat"] == seat].set_index("strategy")
        for part in ("", "_lo", "_hi"):
            wide[f"seat{seat}{part}"] = [here[f"win_share{part}"].get(strategy, float("nan")) for strategy in order]
    columns = [named("Strategy", "strategy"), *(shared(f"Seat {seat}", f"seat{seat}") for seat in numbers)]
    low, high = count(places["n"].min()), count(places["n"].max())
    each = low if low == high else f"{low} to {high}"
    return table("Win share by strategy and seat", wide, columns, f"Each entry is over {each} games.")


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
            differing("Spread, points", "spread"),
            differing("Spread by chance, points", "spread_by_chance"),
            counted("Games with a winner", "n"),
        ],
        "With many games even a negligible difference is beyond chance: read V and the verdict, not p.",
    )


def _size(value: float) -> str:
    """Return a difference of shares in points without a sign."""
    return number(100 * value, 1 if value >= 0.002 else 2)


def _rounded(n: int) -> int:
    """Return a number of games to two digits, upwards."""
    step = int(10 ** max(0, len(str(n)) - 2))
    return -(-n // step) * step
