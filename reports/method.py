"""What a report rests on: definitions, assumed inputs and rulings, strategies, versions."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from reports.content import Section, counted, named, table
from reports.sections.context import Context
from reports.stats.fairness import MARGIN
from reports.stats.shares import LEVEL
from reports.tables.tally import WIN
from reports.text import plural
from sim.results import Run

__all__ = ["DEFINITIONS", "method"]

PRINTED = ("rulebook", "published")  # sources of inputs that are nobody's assumption

DEFINITIONS: tuple[tuple[str, str], ...] = (
    ("games", "All games that finished or were truncated by the turn cap. Failed games count nowhere and are listed."),
    (
        "win share",
        f"Part of the games that a seat or strategy wins; a win shared by k seats counts 1/k. Stored in {WIN}ths. A truncated game is won by nobody.",
    ),
    ("fair", "An equal share for every seat: games with a winner, divided by games and seats."),
    ("advantage", "Win share less the fair one, in percentage points."),
    (
        "margin, tolerance",
        f"±{100 * MARGIN:g} points around fair: a smaller advantage does not matter. It is yours to judge.",
    ),
    (
        "FAIR, UNFAIR, UNDECIDED",
        "FAIR: all intervals lie inside the tolerance. UNFAIR: one lies outside. UNDECIDED: neither; about how many games would decide is said.",
    ),
    (
        "interval",
        f"{100 * LEVEL:g} %: Wilson’s for shares, Student’s for means, by the delta method for ratios; always over games, because the seats of one game depend on each other.",
    ),
    (
        "intervals that hold together",
        "Wider ones (Bonferroni), so that all of a figure’s are right at once with 95 %. Verdicts and marks use these.",
    ),
    ("imbalance", "Sum of the squared advantages, freed of what chance alone adds; about 0 when fair."),
    (
        "spread",
        "Largest less smallest win share. Chance alone makes it positive; what a fair game shows on average stands beside it.",
    ),
    ("Cramér’s V", "Size of the chi-square test of equal seats, from 0 (equal) to 1 (always the same seat)."),
    (
        "head to head",
        "Share of games in which one strategy finishes above another, less the share in which it finishes below; truncated games count as neither.",
    ),
    ("quantile", "The smallest number that at least so many of the values do not exceed."),
    ("winning margin", "The winner’s score less the best score among the other qualified seats."),
    (
        "inequality",
        "Gini coefficient within a game, scaled to reach 1: 0 if all seats have the same, 1 if one has all.",
    ),
    (
        "richest disqualified",
        "A disqualified seat has a higher score than the winner; share of the games with a winner.",
    ),
    (
        "conditional",
        "Every number holds for these strategies under these rulings. What changes with the lineup is about strategies, not about the game.",
    ),
)


def method(run: Run, contexts: Sequence[Context]) -> tuple[Section, ...]:
    """Return the sections that close a report."""
    manifest = run.manifest
    game = manifest["game"]
    inputs = pd.DataFrame(game["inputs"], columns=["key", "value", "default", "source", "where", "says"])
    inputs["changed"] = ["changed" if row["value"] != row["default"] else "" for _, row in inputs.iterrows()]
    assumed = inputs[~inputs["source"].isin(PRINTED) | (inputs["changed"] != "")]
    shown = [
        named("Input", "key"),
        named("Value", "value"),
        named("", "changed"),
        named("Source", "source"),
        named("Where", "where"),
        named("Says", "says"),
    ]
    return (
        Section(
            id="inputs",
            title="What it rests on",
            findings=(
                f"Not as printed or published (assumed, ruled, set for the engine, or changed): {plural(len(assumed), 'input')} of {len(inputs)}.",
                f"Where the rulebook is silent, it is filled by {plural(len(game['rulings']), 'ruling')}.",
            ),
            tables=(
                table("Inputs that are not as printed", assumed, shown),
                table(
                    "Rulings",
                    pd.DataFrame(game["rulings"], columns=["id", "says"]),
                    [named("Rule", "id"), named("Ruling", "says")],
                ),
                table(
                    "Strategies",
                    _strategies(run),
                    [
                        named("Strategy", "spec"),
                        named("Idea", "idea"),
                        named("Weights", "weights"),
                        named("Origin", "origin"),
                        named("Source digest", "digest"),
                    ],
                ),
            ),
        ),
        Section(
            id="method",
            title="Method",
            findings=(
                "Every strategy sits in every seat equally often: in game g strategy i of the lineup sits in seat (i + g) mod P.",
                "Definitions below; docs/metrics.md says more.",
            ),
            tables=(
                table(
                    "Cells of the run",
                    pd.DataFrame(
                        [
                            {
                                "cell": c.id,
                                "title": c.title,
                                "seats": c.seats,
                                "lineup": ", ".join(s["spec"] for s in c.lineup),
                                "settings": ", ".join(f"{k} = {v}" for k, v in c.settings.items()) or "–",
                                "n": c.games,
                            }
                            for c in run.cells
                        ],
                        columns=["cell", "title", "seats", "lineup", "settings", "n"],
                    ),
                    [
                        named("Cell", "cell"),
                        named("Title", "title"),
                        counted("Seats", "seats"),
                        named("Lineup", "lineup"),
                        named("Settings", "settings"),
                        counted("Games", "n"),
                    ],
                ),
                table(
                    "Columns of the rows",
                    _columns(game["columns"]),
                    [named("Rows", "rows"), named("Column", "column"), named("Meaning", "meaning")],
                ),
                table("Provenance", _provenance(run), [named("What", "what"), named("Is", "is")]),
            ),
        ),
    )


def _strategies(run: Run) -> pd.DataFrame:
    seen = {strategy["spec"]: strategy for cell in run.cells for strategy in cell.lineup}
    rows = [
        {
            **{key: strategy[key] for key in ("spec", "idea", "origin")},
            "weights": ", ".join(f"{name} = {value:g}" for name, value in strategy["weights"].items()) or "–",
            "digest": str(strategy["digest"])[:12],
        }
        for _, strategy in sorted(seen.items())
    ]
    return pd.DataFrame(rows, columns=["spec", "idea", "weights", "origin", "digest"])


def _columns(columns: dict[str, dict[str, str]]) -> pd.DataFrame:
    rows = [
        {"rows": rows, "column": name, "meaning": meaning}
        for rows, names in columns.items()
        for name, meaning in names.items()
    ]
    return pd.DataFrame(rows, columns=["rows", "column", "meaning"])


def _provenance(run: Run) -> pd.DataFrame:
    manifest = run.manifest
    rows = {
        "experiment": manifest["experiment"]["name"],
        "seed": manifest["seed"],
        "games in a part": manifest["part_games"],
        "evenhand": manifest["evenhand"],
        "digest of the deciding sources": manifest["code_digest"],
        **manifest["versions"],
    }
    return pd.DataFrame([{"what": what, "is": str(value)} for what, value in rows.items()])
