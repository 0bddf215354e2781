"""What a team does: where its cards go, which animals are hard, what crises take, who does the work."""

from __future__ import annotations

import pandas as pd

from reports.content import Figure, Section, Tile, counted, estimate_of, estimated, named, plain, shared, table
from reports.figures.bars import bars
from reports.figures.forest import intervals
from reports.sections.context import Context, answers, games, least, most, row_of
from reports.text import count, listed, number, number_interval, percent, percent_interval

__all__ = ["animal_tile", "animals", "crises", "crisis_tile", "spending", "teamwork"]

DRAWN = 6  # uses that have a fill of their own


def crisis_tile(context: Context) -> Tile | None:
    """Return what crises take."""
    frame = context.tables["crises"]
    if not len(frame):
        return None
    nights, cost = (row_of(frame, "what", what) for what in (frame["what"].iloc[0], "cards that a crisis takes"))
    value, detail = percent(nights["value"], 0), f"of nights; a crisis takes {number(cost['value'])} cards"
    section = f"{context.id}-crises"
    brief = f"{number(cost['value'])} cards each"
    return Tile(label="Crises", value=value, detail=detail, brief=brief, mark="plain", section=section)


def animal_tile(context: Context) -> Tile | None:
    """Return which animal is the hardest to receive."""
    frame = context.tables["animals"]
    if not len(frame):
        return None
    row = frame.iloc[0]
    received = percent(row["received"], 0)
    section = f"{context.id}-animals"
    detail = f"is received in {received} of games, the fewest; it costs {count(row['icons'])} icons"
    return Tile(
        label="Hardest",
        value=row["animal"],
        detail=detail,
        brief=f"{received} received",
        mark="plain" if _surely_hardest(frame) else "open",
        section=section,
    )


def spending(context: Context) -> Section | None:
    """Return the section on where cards go, or None for a game that does not say."""
    frame = context.tables["spending"]
    if not len(frame):
        return None
    every = float(frame["cards"].sum())
    told = listed([f"{percent(row['share'], 0)} {row['use']}" for _, row in frame.iterrows() if row["share"] >= 0.005])
    title = f"Of {count(every)} cards go {told}."
    # Small uses, such as what is dropped from the storage, are drawn together.
    shown = frame.sort_values("cards", ascending=False, kind="stable")["use"].head(DRAWN - 1).tolist()
    drawn = {use: float(cards) for use, cards in zip(frame["use"], frame["cards"], strict=True) if use in shown}
    drawn["else"] = every - sum(drawn.values())
    parts = frame.iloc[:1].assign(team=context.tables["win_rate"].iloc[0]["team"], **drawn)
    svg = bars(
        parts, "team", [(use, use) for use in drawn], id=f"{context.id}-cards", title=title, axis="cards per game"
    )
    columns = [
        named("Cards", "use"),
        estimated("Per game", "cards"),
        shared("Of all cards", "share", interval=False),
        counted("Games", "n"),
    ]
    tables = [table("Where the cards go", frame, columns)]
    if len(context.tables["facts"]):
        tables.append(table("Also counted", context.tables["facts"], answers("What")))
    return Section(
        id=f"{context.id}-spending",
        title="Where the cards go",
        findings=(title,),
        figures=(Figure(title=title, note=f"Cards per game, {games(context.group.all.n)}.", svg=svg),),
        tables=tuple(tables),
    )


def animals(context: Context) -> Section | None:
    """Return the section on animals, or None for a game without them."""
    frame = context.tables["animals"]
    if not len(frame):
        return None
    hardest, easiest = frame.iloc[0], frame.iloc[-1]
    title = (
        f"{hardest['animal']} is the hardest: received in {percent_interval(estimate_of(hardest, 'received'))} of "
        f"games, {easiest['animal']} in {percent_interval(estimate_of(easiest, 'received'))}."
    )
    found = [title]
    if not _surely_hardest(frame):
        found.append(f"That {hardest['animal']} is the hardest is not sure: its interval overlaps that of another.")
    if hardest["paid"] == hardest["paid"]:
        paid = number_interval(estimate_of(hardest, "paid"))
        found.append(
            f"Where {hardest['animal']} is not received, {paid} of its {count(hardest['icons'])} icons are paid."
        )
    unit = "received in % of games"
    svg = intervals(frame, "animal", "received", id=f"{context.id}-animal", title=title, unit=unit, share=True)
    note = f"Games in which each animal is received, {games(context.group.all.n)}."
    columns = [
        named("Animal", "animal"),
        counted("Icons", "icons"),
        shared("Received", "received"),
        estimated("On day", "day"),
        estimated("Icons paid where not", "paid"),
        counted("Games", "n"),
    ]
    return Section(
        id=f"{context.id}-animals",
        title="Animals",
        findings=tuple(found),
        figures=(Figure(title=title, note=note, svg=svg),),
        tables=(table("Animals to receive", frame, columns),),
    )


def _surely_hardest(frame: pd.DataFrame) -> bool:
    """Return whether the first animal is received less often than every other one for sure."""
    return len(frame) < 2 or bool(frame["received_hi"].iloc[0] < frame["received_lo"].iloc[1:].min())


def crises(context: Context) -> Section | None:
    """Return the section on crises and icons, or None for a game without them."""
    frame = context.tables["crises"]
    if not len(frame):
        return None
    said = {row["what"]: estimate_of(row, "value") for _, row in frame.iterrows()}
    nights, _, cost, wasted, fixed, cleared = said.values()
    return Section(
        id=f"{context.id}-crises",
        title="Crises and tokens",
        findings=(
            f"There is a crisis in {percent_interval(nights)} of the nights; one takes {number_interval(cost)} cards.",
            f"Of the tokens laid, cards remove {percent(fixed.value, 0)} in the afternoon and crises "
            f"{percent(cleared.value, 0)}.",
            f"{percent_interval(wasted)} of the icons on cards to fix or receive are wasted.",
        ),
        tables=(table("Crises, icons and tokens", frame, answers("What")),),
    )


def teamwork(context: Context) -> Section | None:
    """Return the section on who does the work, or None for a single seat."""
    mates, even = context.tables["teammates"], context.tables["teamwork"]
    if not len(even):
        return None
    uneven, busiest, idlest = (estimate_of(row, "value") for _, row in even.iterrows())
    lazy = most(mates, "idle")
    title = (
        f"In a game the busiest seat plays {number_interval(busiest)} cards, the least busy {number_interval(idlest)}."
    )
    found = [
        title,
        f"{lazy['seat'].capitalize()} has the most idle afternoons, {number_interval(estimate_of(lazy, 'idle'))} a "
        f"game; {least(mates, 'idle')['seat']} the fewest.",
        f"Cards are shared with a Gini coefficient of {number_interval(uneven)} (0: all play as many).",
    ]
    columns = [named("Seat", "seat"), estimated("Cards played", "played"), estimated("Idle afternoons", "idle")]
    tables = [table("Work by seat", mates, columns, "Means per game."), table("Sharing", even, answers("What"))]
    actions = context.tables["actions"]
    if len(actions) > 1:
        heads = [plain(head, column) for column, head in context.words.actions.items()]
        tables.append(table("Work by strategy", actions, [named("Strategy", "strategy"), *heads], "Means per seat."))
    return Section(id=f"{context.id}-teamwork", title="Who does the work", findings=tuple(found), tables=tuple(tables))
