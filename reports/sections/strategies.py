"""Which strategy is best, against whom, and from which seat."""

from __future__ import annotations

import pandas as pd

from reports.content import Figure, Table, Tile, counted, differing, estimate_of, margin, named, plain, shared, table
from reports.figures.forest import forest
from reports.figures.matrix import matrix
from reports.sections.context import MOST_NAMES, TOLERATED, Context, Evidence, games, most
from reports.stats.fairness import ABOVE, MARGIN, OPEN
from reports.text import NOTHING, count, number, percent, percent_interval, plural, points, points_interval

__all__ = ["best_finding", "best_tile", "strategy_evidence"]


def best_finding(context: Context) -> str:
    """Return which strategy is best, in one sentence; "" where all seats play the same or nobody wins."""
    frame = context.tables["strategies"]
    if not len(frame) or not context.group.all.decided:
        return ""
    best = frame.iloc[0]
    name, wins_now = best["strategy"], percent_interval(estimate_of(best, "win_share"))
    if best["standing"] == ABOVE:
        size = f"{number(100 * best['advantage'])} points above an equal share"
        lead = f"The strongest of {len(frame)} strategies is {name}"
        return f"{lead}: it wins {wins_now} of games, {size}{_beaten(context)}."
    if best["standing"] == OPEN:
        return f"The leading strategy is {name} with {wins_now} of games; whether by over {TOLERATED} points is open."
    return f"No strategy stands out: even the best, {name}, wins within {TOLERATED} points of an equal share."


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


def strategy_evidence(context: Context) -> Evidence:
    """Return what is found, drawn and tabulated about strategies; nothing where all seats play the same."""
    frame, mixed = context.tables["strategies"], context.group.mixed
    if not len(frame) or mixed is None:
        return Evidence([], [], [])
    several, order = len(context.group.cells) > 1, list(frame["strategy"])
    over = games(mixed.n)
    if several:
        lineups = sum(len({strategy["spec"] for strategy in cell.lineup}) > 1 for cell in context.group.cells)
        over += f" of {plural(lineups, 'lineup')}"
    title = best_finding(context) or "No game has a winner, so nothing can be said of strategies."
    note = f"Share of games won per seat of a strategy, {over}. Intervals hold together at 95 %; marks as for seats."
    svg = forest(frame, "strategy", id=f"{context.id}-strategies", title=title, margin=MARGIN)
    figures = [Figure(title=title, note=note, svg=svg)]
    if mixed.decided and len(order) <= MOST_NAMES:
        figures.append(_pairs_figure(context, order, over))
        figures += _one_against_many_figures(context, order) if several else [_places_figure(context, order)]
    return Evidence(_findings(context) if mixed.decided else [], figures, _tables(context, order))


def _findings(context: Context) -> list[str]:
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


def _pairs_figure(context: Context, order: list[str], over: str) -> Figure:
    title = _pair_finding(context)
    svg = matrix(
        context.tables["head_to_head"],
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
    return Figure(title=title, note=note, svg=svg)


def _places_figure(context: Context, order: list[str]) -> Figure:
    places = context.tables["places"]
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


def _tables(context: Context, order: list[str]) -> list[Table]:
    shares = [shared("Win share", "win_share"), differing("Advantage, points", "advantage")]
    tables = [
        table(
            "Win share by strategy",
            context.tables["strategies"],
            [named("Strategy", "strategy"), *shares, plain("× fair", "times_fair", 2), counted("Games", "n")],
            "Per seat of the strategy. Intervals of 95 % for each strategy by itself.",
        ),
        _places_table(context.tables["places"], order),
        table(
            "Head to head",
            context.tables["head_to_head"],
            [
                named("Strategy", "strategy"),
                named("finishes above", "other"),
                margin("Margin, points", "margin"),
                counted("Games", "n"),
            ],
            "Share of games in which the first finishes above the second, less the share in which it finishes below.",
        ),
    ]
    if len(context.group.cells) > 1:
        columns = [
            named("Lineup", "cell"),
            named("Strategy", "strategy"),
            counted("Seats", "copies"),
            *shares,
            counted("Games", "n"),
        ]
        note = "Win share per seat of the strategy."
        tables.append(table("Lineups", context.tables["lineups"], columns, note))
    return tables


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
