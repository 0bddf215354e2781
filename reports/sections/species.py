"""Is every species as good as the others: the verdict, and its evidence. For games whose seats play species."""

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
    named,
    plain,
    shared,
    table,
)
from reports.figures.forest import forest
from reports.figures.matrix import matrix
from reports.sections.context import TOLERATED, Context, games, least, most
from reports.stats.fairness import ABOVE, BELOW, FAIR, MARGIN, UNFAIR, Verdict, simultaneous, verdict
from reports.text import count, number, percent, percent_interval, points

__all__ = ["species", "species_finding", "species_furthest", "species_tile", "species_verdict"]

MARKS = {FAIR: "good", UNFAIR: "bad"}


def species_verdict(context: Context) -> Verdict:
    """Return whether species are fair."""
    fair, estimates = context.group.all.fair, []
    for _, row in context.tables["species"].iterrows():
        own, off = estimate_of(row, "win_share", "_all"), fair - row["fair"]  # each against its own fair share
        estimates.append(own._replace(value=own.value + off, lo=own.lo + off, hi=own.hi + off))
    return verdict(estimates, fair, MARGIN * fair * context.group.seats)


def species_furthest(context: Context) -> pd.Series[Any]:
    """Return the row furthest from fair, of those that are outside the tolerance for sure if there are any."""
    frame = context.tables["species"]
    out = frame[frame["standing"].isin([ABOVE, BELOW])]
    candidates = out if len(out) else frame
    return candidates.iloc[int(candidates["advantage"].abs().to_numpy().argmax())]


def species_finding(context: Context) -> str:
    """Return what the species come to, in one sentence; "" for a game without species."""
    if not len(context.tables["species"]):
        return ""
    if not context.group.all.decided:
        return "No game has a winner, so nothing can be said of species."
    judged, furthest = species_verdict(context), species_furthest(context)
    size = f"{number(100 * abs(furthest['advantage']))} points"
    if judged.word == FAIR:
        return f"Species are fair: each wins within {TOLERATED} points of an equal share."
    if judged.word == UNFAIR:
        side = "more" if furthest["advantage"] > 0 else "less"
        wins = percent_interval(estimate_of(furthest, "win_share"))
        return f"{furthest['species']} wins {wins} of its games, {size} {side} than an equal share."
    side = "ahead" if furthest["advantage"] > 0 else "behind"
    return f"Whether species are fair is open: {furthest['species']} looks {size} {side}."


def species_tile(context: Context) -> Tile | None:
    """Return the verdict on the species, or None for a game without any."""
    if not len(context.tables["species"]):
        return None
    judged, furthest = species_verdict(context), species_furthest(context)
    brief = f"{furthest['species']} {points(furthest['advantage'])}" if context.group.all.decided else ""
    detail = f"{brief} points; tolerated ±{TOLERATED}" if brief else "no game has a winner"
    mark, section = MARKS.get(judged.word, "open"), f"{context.id}-species"
    return Tile(label="Species", value=judged.word, detail=detail, brief=brief, mark=mark, section=section)


def species(context: Context) -> Section | None:
    """Return the section on species, or None for a game without any."""
    frame, several = context.tables["species"], len(context.group.cells) > 1
    if not len(frame):
        return None
    columns = [
        named("Species", "species"),
        shared("Win share", "win_share"),
        differing("Advantage, points", "advantage"),
        *([differing("least in a lineup", "least"), differing("most in a lineup", "most")] if several else []),
        plain("× fair", "times_fair", 2),
        counted("Games", "n"),
    ]
    note = "Over the games with the species. Intervals of 95 % for each species by itself."
    decided = bool(context.group.all.decided)
    return Section(
        id=f"{context.id}-species",
        title="Species",
        findings=tuple(_findings(context)) if decided else (),
        figures=(_forest(context), *([_matrix(context)] if decided else [])),
        tables=(
            table("Win share by species", frame, columns, note),
            _seats_table(context),
            *([_balance_table(context.tables["species_balance"])] if decided else []),
        ),
    )


def _findings(context: Context) -> list[str]:
    frame = context.tables["species"]
    best, last = most(frame, "advantage"), least(frame, "advantage")
    shares = [percent_interval(estimate_of(row, "win_share")) for row in (best, last)]
    out = [row["species"] for _, row in frame.iterrows() if row["standing"] in (ABOVE, BELOW)]
    findings = [
        f"By species, {best['species']} wins most, {shares[0]} of its games, and {last['species']} least, {shares[1]}; "
        f"an equal share is {percent(context.group.all.fair)}.",
        f"{len(out)} of {len(frame)} species lie outside the tolerance of {TOLERATED} points for sure"
        + (f": {', '.join(out)}." if out else "."),
    ]
    homes = context.tables["species_seats"]
    if len(homes) == len(frame):
        return [*findings, "Each species sits in one seat only: what is the species' and what the seat's is not known."]
    return [
        *findings,
        f"Each species sits in each seat in {_range(homes['n'])} games, and is dealt to each strategy in turn, so that "
        "neither seats nor strategies favour a species.",
    ]


def _forest(context: Context) -> Figure:
    frame = context.tables["species"]
    shown = frame.sort_values("advantage", ascending=False, kind="stable")
    level = percent(simultaneous(len(frame)), 2)
    note = (
        f"Share of its games that each species wins, {games(context.group.all.n)}, {_range(frame['n'])} with each. "
        f"Intervals hold together at 95 % ({level} each). A pointed mark lies outside the band for sure, a filled "
        "round one inside it, a hollow one is open."
    )
    title = species_finding(context)
    svg = forest(shown, "species", id=f"{context.id}-species-shares", title=title, margin=MARGIN)
    return Figure(title=title, note=note, svg=svg)


def _matrix(context: Context) -> Figure:
    """Return the win share of each species in each seat against what species and seat by themselves explain."""
    homes, own = context.tables["species_seats"], context.tables["species"].set_index("species")
    seats = {f"seat {seat}": seat for seat in sorted(homes["seat"].unique())}
    shown = homes.assign(
        chair=[f"seat {seat}" for seat in homes["seat"]],
        more=[row["win_share"] - own["fair"][row["species"]] for _, row in homes.iterrows()],
    )
    best = most(shown, "more")
    title = f"Best placed is {best['species']} in {best['chair']}: {points(best['more'])} points."
    order = list(context.tables["species"].sort_values("advantage", ascending=False, kind="stable")["species"])
    axis, id = "win share less an equal one", f"{context.id}-species-seats"
    svg = matrix(shown, "species", "chair", "more", id=id, title=title, axis=axis, rows=order, columns=list(seats))
    note = (
        f"Advantage of each species in each seat, in points; {count(homes['n'].min())} games or more each. Of "
        f"{len(homes)} entries some stand out by chance alone."
    )
    return Figure(title=title, note=note, svg=svg)


def _seats_table(context: Context) -> Table:
    homes, order = context.tables["species_seats"], list(context.tables["species"]["species"])
    seats = sorted(homes["seat"].unique())
    wide = pd.DataFrame({"species": order})
    for seat in seats:
        here = homes[homes["seat"] == seat].set_index("species")
        for part in ("", "_lo", "_hi"):
            wide[f"seat{seat}{part}"] = [here[f"win_share{part}"].get(name, float("nan")) for name in order]
    columns = [named("Species", "species"), *(shared(f"Seat {seat}", f"seat{seat}") for seat in seats)]
    note = f"Each entry is over {_range(homes['n'])} games."
    return table("Win share by species and seat", wide, columns, note)


def _balance_table(frame: pd.DataFrame) -> Table:
    return table(
        "How far species are from equal",
        frame.assign(squares=1e4 * frame["imbalance"]),
        [
            plain("Imbalance, points²", "squares", 2),
            differing("Spread, points", "spread"),
            counted("Games", "n"),
        ],
        "Imbalance: the squared advantages of all species added up, freed of what chance alone adds; about 0 when "
        "fair. Spread: the largest advantage less the smallest.",
    )


def _range(n: pd.Series[Any]) -> str:
    low, high = count(n.min()), count(n.max())
    return low if low == high else f"{low} to {high}"
