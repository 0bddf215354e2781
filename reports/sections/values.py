"""What each item is worth: all estimators side by side, each called what it is, and what to make of them."""

from __future__ import annotations

import pandas as pd

from reports.content import (
    LAST,
    Column,
    Entry,
    Figure,
    Section,
    Table,
    counted,
    differing,
    estimate_of,
    estimated,
    margin,
    named,
    plain,
    shared,
    table,
)
from reports.figures.forest import differences
from reports.figures.matrix import matrix
from reports.figures.prices import prices
from reports.sections.context import MOST_NAMES, Context, least, most
from reports.stats.fairness import simultaneous
from reports.tables.values import PHASES
from reports.text import (
    NOTHING,
    count,
    listed,
    number,
    number_interval,
    percent,
    plural,
    points,
    points_interval,
    upper,
)

__all__ = ["values", "values_finding"]

SURE = 0.05  # level of what is called sure
CHEAP, DEAR = "cheap", "dear"


def values(context: Context) -> Section | None:
    """Return the section on what items are worth, or None for a run that values none."""
    frame = context.tables["items"]
    if not len(frame):
        return None
    price, called = _price(context, frame)
    frame = _standing(frame, price)
    figures = []
    if frame["value"].notna().any():
        figures = [_worth_figure(context, frame), _price_figure(context, frame, price, called)]
        if 0 < len(context.tables["item_phases"]) <= len(PHASES) * MOST_NAMES:
            figures.append(_phase_figure(context))
    tables = [_estimators(context, frame), _trust(frame)]
    if len(context.tables["item_phases"]):
        tables.insert(1, _phases(context))
    return Section(
        id=f"{context.id}-items",
        title="What each item is worth",
        findings=tuple(_findings(context, frame, price, called)),
        figures=tuple(figures),
        tables=tuple(tables),
    )


def _price(context: Context, frame: pd.DataFrame) -> tuple[str, str]:
    """Return the column of the price, and what it is called."""
    return ("cost", context.words.price) if frame["cost"].notna().any() else ("points", "face value")


def _standing(frame: pd.DataFrame, price: str) -> pd.DataFrame:
    """Return the rows with `standing`: cheap or dear for what they do, for sure, or neither."""
    sure = frame["off_p"] < SURE
    standing = [
        (CHEAP if off > 0 else DEAR) if is_sure else "" for off, is_sure in zip(frame["off"], sure, strict=True)
    ]
    return frame.assign(standing=standing)


def values_finding(context: Context) -> str:
    """Return which item is worth most, and which least; "" in a run without branches."""
    frame = context.tables["items"]
    known = frame[frame["value"].notna()] if len(frame) else frame
    if not len(known):
        return ""
    best, last = most(known, "value"), least(known, "value")
    return (
        f"Acquiring {best['item']} instead of the best other action is worth most: "
        f"{points_interval(estimate_of(best, 'value'))} points of win share and "
        f"{number_interval(estimate_of(best, 'value_points'))} {context.words.points} at the end. "
        f"Worth least is {last['item']}: {points_interval(estimate_of(last, 'value'))} and "
        f"{number_interval(estimate_of(last, 'value_points'))}."
    )


def _findings(context: Context, frame: pd.DataFrame, price: str, called: str) -> list[str]:
    found = []
    known = frame[frame["value"].notna()]
    if len(known):
        found.append(values_finding(context))
        sure = known[known["p"] < SURE]
        found.append(
            f"For {len(sure)} of {plural(len(known), 'item')} the effect on winning is beyond chance"
            + (f": {listed(list(sure['item']))}." if len(sure) else ".")
        )
        found += [
            *_phase_findings(context),
            *_equal_prices(known, price, called),
            *_price_findings(context, frame, called),
        ]
    apart = (known["acquired_lo"] > known["value_hi"]) | (known["acquired_hi"] < known["value_lo"])
    misleading = known[apart]
    if len(misleading):
        row = most(misleading.assign(gap=(misleading["acquired"] - misleading["value"]).abs()), "gap")
        found.append(
            f"Win rates mislead: seats that acquire {row['item']} win "
            f"{points_interval(estimate_of(row, 'acquired'))} points more than those that do not, but acquiring it is "
            f"worth {points_interval(estimate_of(row, 'value'))}: who is ahead acquires more of everything."
        )
    barred = frame[frame["ban"].notna()]
    if len(barred):
        row = most(barred, "ban")
        found.append(
            f"A seat that may never take {row['item']} wins {points_interval(estimate_of(row, 'ban'))} points less: of "
            "all items that one is missed most."
        )
    return found


def _phase_findings(context: Context) -> list[str]:
    """Return for which item it matters most when it is acquired, if that is beyond chance."""
    frame = context.tables["item_phases"]
    if not len(frame):
        return []
    ends = [frame[frame["phase"] == phase].set_index("item") for phase in (PHASES[0], PHASES[-1])]
    both = [item for item in ends[0].index if item in ends[1].index]
    apart = {item: abs(float(ends[1].loc[item, "value"] - ends[0].loc[item, "value"])) for item in both}
    sure = [
        item
        for item in both
        if ends[0].loc[item, "value_hi"] < ends[1].loc[item, "value_lo"]
        or ends[1].loc[item, "value_hi"] < ends[0].loc[item, "value_lo"]
    ]
    if not sure:
        return []
    item = max(sure, key=lambda each: apart[each])
    early, late = (end.loc[item] for end in ends)
    return [
        f"When an item is acquired matters most for {item}: up to turn {count(early['last_turn'])} it is worth "
        f"{points_interval(estimate_of(early, 'value'))} points of win share, from turn {count(late['first_turn'])} on "
        f"{points_interval(estimate_of(late, 'value'))}."
    ]


def _price_findings(context: Context, frame: pd.DataFrame, called: str) -> list[str]:
    if not frame["off"].notna().any():
        return []
    found = []
    for standing, says in ((CHEAP, "more"), (DEAR, "less")):
        rows = frame[frame["standing"] == standing]
        if len(rows):
            told = [f"{row['item']} by {number(abs(row['off']))}" for _, row in rows.iterrows()]
            found.append(
                f"Worth {says} than others of its {called} for sure, in {context.words.points}: {listed(told)}."
            )
    return found or [f"No item lies off the line of {called} and worth in {context.words.points} for sure."]


def _equal_prices(known: pd.DataFrame, price: str, called: str) -> list[str]:
    """Return which two items of one price lie farthest apart, if any do for sure."""
    pairs = []
    for _, own in known.groupby(price):
        best, last = most(own, "value"), least(own, "value")
        if best["value_lo_all"] > last["value_hi_all"]:
            pairs.append((best, last))
    if not pairs:
        return []
    best, last = max(pairs, key=lambda pair: float(pair[0]["value"] - pair[1]["value"]))
    worth = [points_interval(estimate_of(row, "value")) for row in (best, last)]
    return [
        f"Of the items with {called} {number(best[price], 0)}, {best['item']} is worth {worth[0]} points of win share, "
        f"{last['item']} {worth[1]}."
    ]


def _worth_figure(context: Context, frame: pd.DataFrame) -> Figure:
    known = frame[frame["value"].notna()].sort_values("value", ascending=False, kind="stable")
    best, last = known.iloc[0], known.iloc[-1]
    title = (
        f"Acquiring {best['item']} adds {points(best['value'])} points of win share, {last['item']} "
        f"{points(last['value'])}."
    )
    unit = "win share added by acquiring the item, points"
    svg = differences(known, "item", "value", id=f"{context.id}-item-worth", title=title, unit=unit)
    level = percent(simultaneous(len(known)), 2)
    note = (
        f"By branching, {plural(int(known['n'].sum()), 'opportunity', 'opportunities')}: the same game played on with "
        f"and without. Intervals hold together at 95 % ({level} each). A pointed mark is beyond zero for sure, a "
        "hollow one is open."
    )
    return Figure(title=title, note=note, svg=svg)


def _price_figure(context: Context, frame: pd.DataFrame, price: str, called: str) -> Figure:
    off = frame[frame["standing"] != ""]
    names = [f"{row['item']} ({row['standing']})" for _, row in off.iterrows()]
    title = (
        f"Off the line of worth and {called}: {listed(names)}."
        if names
        else f"No item lies off the line of {called} and worth for sure."
    )
    svg = prices(
        frame,
        price,
        id=f"{context.id}-item-prices",
        title=title,
        across=called,
        up=f"worth by branching, {context.words.points}",
    )
    note = (
        f"Worth in {context.words.points}, with intervals of 95 % each, against {called}. Pointing up: worth more than "
        "a line through the other items gives for its price; pointing down: less; Holm's test at 5 % over all items."
    )
    return Figure(title=title, note=note, svg=svg)


def _phase_figure(context: Context) -> Figure:
    frame = context.tables["item_phases"]
    best = most(frame[frame["value"].notna()], "value")
    title = f"Worth most is {best['item']} {best['phase']} in the game: {points(best['value'])} points of win share."
    turns = {row["phase"]: f"{count(row['first_turn'])}–{count(row['last_turn'])}" for _, row in frame.iterrows()}
    svg = matrix(
        frame,
        "item",
        "phase",
        "value",
        id=f"{context.id}-item-phases",
        title=title,
        axis="win share added by acquiring the item",
        rows=list(dict.fromkeys(frame["item"])),
        columns=list(turns),
    )
    told = listed([f"{phase}, turns {span}" for phase, span in turns.items()])
    note = f"By branching, in points, by the turn of the opportunity: {told}. Intervals are in the table."
    return Figure(title=title, note=note, svg=svg)


def _estimators(context: Context, frame: pd.DataFrame) -> Table:
    words = context.words
    columns: list[tuple[str, Column]] = [
        ("item", named("Item", "item")),
        ("points", plain("Face value", "points", 0)),
        ("cost", plain(upper(words.price), "cost", 0)),
        ("value", margin("Branching, win share (causal)", "value")),
        ("value", estimated(f"Branching, {words.points} (causal)", "value_points")),
        ("value", _ranked()),
        ("shrunk", margin("Branching, shrunk", "shrunk")),
        ("aipw", margin("Weighted, AIPW (causal)", "aipw")),
        ("ipw", margin("Weighted, IPW (causal)", "ipw")),
        ("aipw", margin("Branching, where weighted", "open")),
        ("chance", margin("Dealt by chance (causal)", "chance")),
        ("ban", margin("Barred seat loses (causal)", "ban")),
        ("acquired", margin("Won more when acquired (misleads)", "acquired")),
        ("acquired", differing("The same, shrunk", "acquired_shrunk")),
        ("n", counted("Opportunities", "n")),
    ]
    shown = [column for name, column in columns if frame[name].notna().any()]
    note = (
        "Win shares in points. Branching: both games of an opportunity, the same but for this choice. Weighted: the "
        "games as played, where the choice was open, made comparable by its known odds; AIPW predicts outcomes too. "
        "Branching at the same opportunities stands beside it; the two should agree. Barred: one seat may never take "
        "the item. Won more when acquired: an association, not an effect; who is ahead acquires more. Shrunk: drawn to "
        "the mean of its group by as much as chance explains. Ranks hold together at 95 %."
    )
    return table("What each item is worth, by estimator", frame, shown, note)


def _ranked() -> Column:
    """Return a column of ranks with the ranks that are possible."""

    def entry(row: pd.Series[float]) -> Entry:
        if row["rank"] != row["rank"]:
            return Entry(NOTHING, -LAST)
        return Entry(f"{row['rank']:.0f} ({row['rank_lo']:.0f}–{row['rank_hi']:.0f})", float(row["rank"]))

    return Column("Rank", entry)


def _phases(context: Context) -> Table:
    frame = context.tables["item_phases"]
    shown = frame.assign(
        turns=[
            f"{row['phase']}: turns {count(row['first_turn'])}–{count(row['last_turn'])}" for _, row in frame.iterrows()
        ],
        order=[PHASES.index(phase) for phase in frame["phase"]],
    )
    columns = [
        named("Item", "item"),
        Column("Phase", lambda row: Entry(str(row["turns"]), f"{row['order']}"), numeric=False),
        margin("Win share", "value"),
        estimated(upper(context.words.points), "value_points"),
        counted("Opportunities", "n"),
    ]
    note = (
        "By branching. Phases are cut at turns, the same in all games, so that each has a third of all opportunities. "
        "What an item adds also depends on how much of the game is left to use it."
    )
    return table("When an item is worth what", shown, columns, note)


def _trust(frame: pd.DataFrame) -> Table:
    columns = [
        named("Item", "item"),
        counted("Opportunities", "n"),
        counted("Games with one", "games"),
        shared("Taken", "taken", interval=False),
        plain("p, adjusted", "p", 3),
        shared("Left out of weighting", "trimmed", interval=False),
        counted("Worth so many rows", "ess"),
        plain("Off the price line", "off", 2),
        plain("p of that, adjusted", "off_p", 3),
        plain("Fair price", "fair_price"),
    ]
    note = (
        "p: of the effect on winning, by Benjamini and Hochberg over all items; of the distance from the line through "
        "the other items, by Holm. Weighting leaves out opportunities at which the choice was as good as certain, and "
        "rests on so many equally weighted rows."
    )
    return table("How sure it is", frame, columns, note)
