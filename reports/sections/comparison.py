"""What a change does: the variants of a what-if beside their base, in sentences, figures and tables."""

from __future__ import annotations

import math
from typing import Any

import pandas as pd

from reports.content import LAST, Column, Entry, Figure, Section, Table, counted, estimate_of, named, table
from reports.figures.beside import MOST_VARIANTS, beside
from reports.figures.forest import differences
from reports.figures.matrix import matrix
from reports.sections.context import games, most
from reports.stats.paired import IMMATERIAL, MATERIAL, UNDECIDED
from reports.stats.shares import Estimate
from reports.tables.metrics import DIFFERENT, FLIPPED, MEAN, SHARE, TEAM
from reports.text import (
    NOTHING,
    count,
    number,
    number_interval,
    percent,
    percent_interval,
    plain_number,
    plural,
    points_interval,
    upper,
)
from sim.results import Run

__all__ = ["comparison", "comparison_finding", "findings", "shown_difference", "shown_value", "shown_verdict"]

TOLD = 3  # effects in a sentence
OWN = "win share of the species concerned, change in points"
WON = "share of games won, change in points"
NONE_SEEN = 3  # what happens in fewer than 3 of n games may not be seen in n games (95 %)


def comparison_finding(frame: pd.DataFrame) -> str:
    """Return the largest effect of all variants; "" without variants."""
    if not len(frame):
        return ""
    material = _effects(frame)
    if not len(material):
        numbers = _numbers(frame)
        open_ones = int((numbers["verdict"] == UNDECIDED).sum())
        if open_ones:
            return f"Nothing changes materially for sure; {count(open_ones)} of {count(len(numbers))} are undecided."
        return f"Nothing changes materially: all {plural(len(numbers), 'number')} stay within their margins."
    row = material.iloc[0]
    return f"{_lead(row, ':')} {_effect(row)}."


def findings(frame: pd.DataFrame) -> list[str]:
    """Return what a comparison says, in sentences: what a change does, by how much, and how sure that is.

    Of many variants only the largest effects of all are said.
    """
    found = []
    if frame["change"].nunique() > MOST_VARIANTS:
        found.append(_effects_said(frame))
    else:
        for _, own in frame.groupby("change", sort=False):
            found += [sentence for sentence in (_moved(own), _effects_said(own)) if sentence]
    numbers = _numbers(frame)
    verdicts = numbers["verdict"].value_counts()
    open_rows = numbers[numbers["verdict"] == UNDECIDED]
    one = len(open_rows) == 1
    moved, stayed = (int(verdicts.get(verdict, 0)) for verdict in (MATERIAL, IMMATERIAL))
    told = (
        f"Of {plural(len(numbers), 'number')} {count(moved)} {'changes' if moved == 1 else 'change'} materially, "
        f"{count(stayed)} {'does' if stayed == 1 else 'do'} not, and "
        f"{count(len(open_rows))} {'is' if one else 'are'} undecided"
    )
    further = open_rows[open_rows["more_games"] > 0]["more_games"]
    if len(further):
        ends = dict.fromkeys(_about(games) for games in (further.min(), further.max()))
        told += f"; {' to '.join(ends)} further games would decide {'it' if one else 'them'}"
    return [*found, f"{told}."]


def comparison(run: Run, frame: pd.DataFrame) -> Section | None:
    """Return the section that compares the variants of a what-if with its base, or None if the run is none."""
    if not len(frame):
        return None
    asked = run.manifest["whatif"]
    base = next(cell for cell in run.cells if cell.id == asked["base"])
    frame = _told_apart(frame)
    variants = frame["change"].nunique()
    return Section(
        id="comparison",
        title=f"Against “{base.title}”",
        findings=(*findings(frame), _means(frame, asked["margins"])),
        figures=tuple(_beside(frame) if variants <= MOST_VARIANTS else _many(frame)),
        tables=tuple(
            _table(str(question), own, variants > 1) for question, own in frame.groupby("question", sort=False)
        ),
    )


def shown_value(row: pd.Series[Any], name: str, brief: bool = False) -> str:
    """Return a number as it is with the `base` or with the `variant`, with its interval; briefly, without it."""
    if name == "base" and _of_pairs(row):
        return NOTHING
    own = estimate_of(row, name)
    if brief:
        return percent(own.value) if row["kind"] == SHARE else plain_number(own.value)
    return percent_interval(own) if row["kind"] == SHARE else number_interval(own)


def shown_difference(row: pd.Series[Any]) -> str:
    """Return a difference with its interval, of shares in points; of what only pairs of games have, there is none."""
    if _of_pairs(row):
        return NOTHING
    own = Estimate(row["difference"], row["lo"], row["hi"], int(row["n"]))
    if row["kind"] == SHARE:
        return points_interval(own)
    shown = number_interval(own)
    return f"+{shown}" if own.value > 0 and shown.split()[0].strip("0.") else shown


def shown_verdict(row: pd.Series[Any]) -> str:
    """Return a verdict, with about how many further games would make it a clear one."""
    if _of_pairs(row):
        return NOTHING
    if row["verdict"] == UNDECIDED and row["more_games"]:
        return f"{row['verdict']}, {_about(row['more_games'])} more games"
    return str(row["verdict"])


def _told_apart(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with the variant's id behind its title where another variant has the same title."""
    ids = frame.groupby("title")["change"].transform("nunique")
    return frame.assign(title=frame["title"].where(ids == 1, frame["title"] + " (" + frame["change"] + ")"))


def _of_pairs(row: pd.Series[Any]) -> bool:
    """Return whether a row says how many pairs of games differ."""
    return row["metric"] in (*FLIPPED, DIFFERENT)


def _numbers(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows that are about the game, not about how many pairs of games differ."""
    return frame[~frame["metric"].isin([*FLIPPED, DIFFERENT])]


def _effects(frame: pd.DataFrame) -> pd.DataFrame:
    """Return the rows with material differences: whom the change concerns first, then who wins, the largest first; then
    the others, the clearest first.
    """
    own = _numbers(frame)
    own = own[own["verdict"] == MATERIAL]
    clear = own["difference"].abs() / ((own["hi"] - own["lo"]) / 2).where(own["hi"] > own["lo"])
    wins = (own["about"] != "") & (own["kind"] == SHARE)
    size = own["difference"].abs().where(wins, clear.fillna(math.inf))
    return own.assign(wins=wins, size=size).sort_values(["concerned", "wins", "size"], ascending=False, kind="stable")


def _effect(row: pd.Series[Any]) -> str:
    """Return what became of a number, as part of a sentence."""
    shown = percent if row["kind"] == SHARE else plain_number
    unit = " points" if row["kind"] == SHARE else ""
    return f"{row['metric']} {shown(row['base'])} → {shown(row['variant'])}, {shown_difference(row)}{unit}"


def _effects_said(frame: pd.DataFrame) -> str:
    material = _effects(frame).head(TOLD)
    several = frame["change"].nunique() > 1
    if not len(material):
        who = "any of these changes" if several else _name(frame.iloc[0])
        return f"No number changes materially for sure with {who}."
    told = "; ".join(f"{_effect(row)}{f' ({_name(row)})' if several else ''}" for _, row in material.iterrows())
    return f"What changes most{'' if several else f' with {_name(frame.iloc[0])}'}: {told}."


def _name(row: pd.Series[Any]) -> str:
    """Return what a variant is called: by what is changed, or by a title of its own."""
    return str(row["changed"]) if row["title"] == row["changed"] else f"“{row['title']}”"


def _lead(row: pd.Series[Any], mark: str) -> str:
    """Return how a sentence on a variant begins."""
    return f"With {row['changed']}{mark}" if row["title"] == row["changed"] else f"{_name(row)}:"


def _moved(own: pd.DataFrame) -> str:
    """Return how many games the change reaches; "" where the games are no pairs."""
    differ = own[own["metric"] == DIFFERENT]
    if not len(differ):
        return ""
    row, flips = differ.iloc[0], own[own["metric"].isin(FLIPPED)].iloc[0]
    lead, pairs = _lead(row, ","), plural(int(row["n"]), "pair of games", "pairs of games")
    if row["variant"] == 0:
        return (
            f"{lead} nothing goes differently in any of {pairs}: the game is the same, or differs in fewer than "
            f"{NONE_SEEN} of so many games."
        )
    ends = "another winner" if "winner" in flips["metric"] else "another result"
    differ_in, other = percent(row["variant"]), shown_value(flips, "variant")
    return f"{lead} {differ_in} of {pairs} go differently, and {other} have {ends}."


def _means(frame: pd.DataFrame, margins: dict[str, float]) -> str:
    """Return what is compared how, and what counts as material."""
    rest = _numbers(frame)["variance_reduction"]
    known = rest[rest.map(math.isfinite)]
    saved = (
        f" Half of the intervals are as narrow as unpaired runs of {number(known.median())} times as many games would "
        "make them."
        if len(known)
        else ""
    )
    holm = (
        " Verdicts on a number take into account, by Holm's rule, that it is judged for "
        f"{frame['change'].nunique()} variants; each interval holds by itself."
        if frame["change"].nunique() > 1
        else " Each interval holds by itself: of a hundred, about five miss."
    )
    share = f"{100 * margins[SHARE]:g} {'point' if margins[SHARE] == 0.01 else 'points'}"
    return (
        "Paired: the same shuffles and the same seating in games of the same number; the unit is a block of one turn "
        f"of the seats. Material is more than {share} for a share and more than "
        f"{100 * margins[MEAN]:g} % of the base for a mean.{holm}{saved}"
    )


def _beside(frame: pd.DataFrame) -> list[Figure]:
    """Return a figure for each question and kind of number."""
    figures = []
    shown = _numbers(frame)
    shown = shown[(shown["base"] != 0) | (shown["variant"] != 0)].dropna(subset=["base", "variant"])
    for i, ((question, kind), own) in enumerate(shown.groupby(["question", "kind"], sort=False)):
        material = _effects(own)
        title = (
            f"{question} {upper(_effect(material.iloc[0]))}."
            if len(material)
            else f"{question} No material change for sure."
        )
        note = (
            "Hollow: the base; filled: the variant. Because games are paired, the difference is surer than the two "
            "intervals show."
        )
        svg = beside(own, id=f"beside-{i}", title=title, share=kind == SHARE)
        figures.append(Figure(title=title, note=note, svg=svg))
    return figures


def _many(frame: pd.DataFrame) -> list[Figure]:
    """Return a figure for whom the changes concern, if anybody, and a matrix for each question about wins."""
    figures = []
    for id, own, nothing, unit in (
        ("own", frame[frame["concerned"]], "No change does anything for sure to the species that it concerns.", OWN),
        ("team", frame[frame["about"] == TEAM], "No change makes the team win more or less often for sure.", WON),
    ):
        if not len(own):
            continue
        title = _titled(own, nothing)
        drawn = own.rename(columns={"lo_all": "difference_lo_all", "hi_all": "difference_hi_all"})
        drawn = drawn.sort_values("difference", ascending=False, kind="stable")
        svg = differences(drawn, "title", "difference", id=f"comparison-{id}", title=title, unit=unit)
        note = f"Paired, {games(int(own['n'].min()))} or more each. Intervals hold together at 95 %."
        figures.append(Figure(title=title, note=note, svg=svg))
    about = frame[frame["about"] != ""]
    asked = sorted(about.groupby("question", sort=False), key=lambda each: not each[1]["concerned"].any())
    for i, (question, rows) in enumerate(asked):  # first what the changes are about
        wins = rows[rows["metric"].str.startswith("win share")]
        if not len(wins) or wins["about"].nunique() < 2:
            continue
        title = f"{question} {_titled(wins, 'No change does anything for sure.')}"
        svg = matrix(
            wins,
            "title",
            "about",
            "difference",
            id=f"comparison-{i}",
            title=title,
            axis="change of win share",
            rows=list(dict.fromkeys(wins["title"])),
            columns=list(dict.fromkeys(wins["about"])),
        )
        note = f"Change of each win share, in points. Paired, {games(int(wins['n'].min()))} or more each."
        figures.append(Figure(title=title, note=note, svg=svg))
    return figures


def _titled(frame: pd.DataFrame, nothing: str) -> str:
    """Return the largest difference that is not 0 for sure, as a title."""
    sure = frame[(frame["lo_all"] > 0) | (frame["hi_all"] < 0)]
    if not len(sure):
        return nothing
    row = most(sure.assign(size=sure["difference"].abs()), "size")
    whom = "" if row["about"] == TEAM else f" for {row['about']}"
    return f"{row['title']}: {shown_difference(row)} points{whom}."


def _table(question: str, own: pd.DataFrame, several: bool) -> Table:
    def reduction(row: pd.Series[Any]) -> Entry:
        value = row["variance_reduction"]
        return Entry(number(value), value) if math.isfinite(value) else Entry(NOTHING, LAST)

    columns = [
        *([named("Variant", "title")] if several else []),
        named("Number", "metric"),
        Column("Base", lambda row: Entry(shown_value(row, "base"), row["base"])),
        Column("Variant", lambda row: Entry(shown_value(row, "variant"), row["variant"])),
        Column("Difference", lambda row: Entry(shown_difference(row), row["difference"])),
        Column("Variance reduction", reduction),
        Column("Verdict", lambda row: Entry(shown_verdict(row), str(row["verdict"])), numeric=False),
        counted("Games", "n"),
    ]
    note = (
        "Shares in percent, their differences in points. Variance reduction: two unpaired runs would need so many "
        "times the games."
    )
    return table(question, own, columns, note)


def _about(games: float) -> str:
    """Return a number of games to two digits."""
    n = int(games)
    step = 10 ** max(0, len(str(n)) - 2)
    return count(-(-n // step) * step)
