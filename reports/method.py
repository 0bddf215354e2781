"""What a report rests on: definitions, assumed inputs and rulings, strategies, versions."""

from __future__ import annotations

from collections.abc import Mapping

import pandas as pd

from reports.content import Section, counted, named, table
from reports.stats.fairness import MARGIN
from reports.stats.shares import LEVEL
from reports.tables.tally import DISQUALIFIES, WIN
from reports.text import plural, setting, typed
from sim.results import Run

__all__ = ["definitions", "method"]

PRINTED = ("rulebook", "published")  # sources of inputs that are nobody's assumption

CELL = "The games of one seat count, one set of settings and one lineup."
# Words of which only some runs speak: of games that disqualify, of runs that value items or compare variants, of cells.
DISQUALIFIED = frozenset({"richest disqualified"})
WORTH = frozenset({"worth by branching", "weighted (IPW, AIPW)", "won more when acquired", "shrunk"})
COMPARED = frozenset({"variance reduction", "material, not material, undecided"})
CELLS = frozenset({"cell", "paired", "coordination gap"})
# Word → meaning, in short; docs/metrics.md has the formulas.
DEFINITIONS: Mapping[str, str] = {
    "games": "All that finished or were truncated by the turn cap. Failed games count nowhere and are listed.",
    "win share": "Part of the games that a seat or strategy wins; a win shared by k seats counts 1/k each "
    f"(stored in {WIN}ths). A truncated game is won by nobody.",
    "fair": "An equal share for every seat: games with a winner, divided by games and seats.",
    "advantage": "Win share less the fair one, in percentage points.",
    "tolerance": f"±{100 * MARGIN:g} points around fair: a smaller advantage hardly matters. It is yours to judge.",
    "FAIR, UNFAIR, UNDECIDED": "FAIR: all intervals lie inside the tolerance. UNFAIR: one lies outside. "
    "UNDECIDED: neither; about how many games would decide is said.",
    "interval": f"{100 * LEVEL:g} %: Wilson's for shares, Student's for means, the delta method for ratios; always "
    "over games, because the seats of one game depend on each other.",
    "together": "Wider intervals (Bonferroni) that hold for all rows of a figure at once. Verdicts and marks use them.",
    "imbalance": "Sum of the squared advantages, freed of what chance alone adds; about 0 when fair.",
    "spread": "Largest less smallest win share. Chance alone makes it positive; what a fair game shows on average is "
    "beside it.",
    "Cramér's V": "Size of the chi-square test of equal seats, from 0 (equal) to 1 (always the same seat).",
    "head to head": "Share of games in which one strategy finishes above another, less the share in which it finishes "
    "below; games without a winner count as neither.",
    "quantile": "The smallest number that at least so many of the values do not exceed.",
    "winning margin": "The winner's score less the best score of anybody else who could win.",
    "inequality": "Gini coefficient within a game, scaled to reach 1: 0 if all seats have the same, 1 if one has all.",
    "richest disqualified": "A disqualified seat has a higher score than the winner; share of games with a winner.",
    "worth by branching": "At a decision at which an item can be acquired, the game is played on twice, with it and "
    "without, on the same chance; the mean difference for who decides. Causal, relative to the best other action.",
    "weighted (IPW, AIPW)": "The same from the games as played, each choice weighted by how probable it was. "
    "Causal, noisy.",
    "won more when acquired": "An association. Who is ahead acquires more, so it misleads about the item.",
    "shrunk": "Drawn to the mean of its group by as much as chance explains: the largest of many is large by luck.",
    "paired": "Games of one number have the same shuffles and the same seating with the base and with the variant: "
    "what differs between them is the change's doing.",
    "variance reduction": "Variance that the difference of two unpaired runs of this size would have, divided by the "
    "variance that it has: they would need so many times the games for the same interval.",
    "material, not material, undecided": "The interval of a difference lies outside the margin, inside it, or neither.",
    "cell": CELL,
    "conditional": "Every number holds for these strategies under these rulings. What changes with the lineup is about "
    "strategies, not about the game.",
}
# What a report of a team says instead of what is about seats against one another.
TEAM_DEFINITIONS: Mapping[str, str] = {
    "games": DEFINITIONS["games"],
    "win rate": "Share of the games that the team wins; a truncated game is not won.",
    "photo finish": "A win with no more cards left in the deck than the team draws for one day.",
    "hardest": "The animal that is received in the fewest games.",
    "crisis": "A night on which problem tokens are removed with cards off the deck.",
    "wasted": "Icons of cards to fix or receive that removed no token and paid for nothing.",
    "inequality": "Gini coefficient of the cards that the seats play in a game: 0 if all play as many, 1 if one does.",
    "interval": f"{100 * LEVEL:g} %: Wilson's for shares, Student's for means, the delta method for ratios; always "
    "over games.",
    "together": DEFINITIONS["together"],
    "paired": "Cells play the same shuffles: the difference is taken game by game.",
    **{word: DEFINITIONS[word] for word in sorted(COMPARED)},
    "coordination gap": "How much more often a team wins whose strategy plans for all than one in which each decides "
    "for itself.",
    "quantile": DEFINITIONS["quantile"],
    "cell": CELL,
    "conditional": "Every number holds for these strategies under these rulings and assumptions.",
}


def definitions(run: Run) -> tuple[tuple[str, str], ...]:
    """Return word and meaning of what the report of a run speaks of, for a team or for seats against one another."""
    game = run.manifest["game"]
    left_out: set[str] = set()
    for words, spoken_of in (
        (DISQUALIFIED, DISQUALIFIES in game["columns"]["games"]),
        (WORTH, bool(run.manifest.get("values"))),
        (COMPARED, bool(run.manifest.get("whatif"))),
        (CELLS, len(run.cells) > 1),
    ):
        left_out |= set() if spoken_of else words
    every = TEAM_DEFINITIONS if game.get("team") else DEFINITIONS
    return tuple((word, meaning) for word, meaning in every.items() if word not in left_out)


def method(run: Run) -> tuple[Section, ...]:
    """Return the sections that close a report."""
    return _inputs(run), _design(run)


def _inputs(run: Run) -> Section:
    game = run.manifest["game"]
    inputs = pd.DataFrame(game["inputs"], columns=["key", "value", "default", "source", "where", "says"])
    inputs["changed"] = ["changed" if row["value"] != row["default"] else "" for _, row in inputs.iterrows()]
    inputs["value"] = [typed(value) for value in inputs["value"]]
    assumed = inputs[~inputs["source"].isin(PRINTED) | (inputs["changed"] != "")]
    return Section(
        id="inputs",
        title="What it rests on",
        findings=(
            "Not as printed or published (assumed, ruled, set for the engine, or changed): "
            f"{plural(len(assumed), 'input')} of {len(inputs)}.",
            f"Where the rulebook is silent, it is filled by {plural(len(game['rulings']), 'ruling')}.",
        ),
        tables=(
            table(
                "Inputs that are not as printed",
                assumed,
                [
                    named("Input", "key"),
                    named("Value", "value"),
                    named("Changed", "changed"),
                    named("Source", "source"),
                    named("Where", "where"),
                    named("Says", "says"),
                ],
            ),
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
    )


def _design(run: Run) -> Section:
    columns = run.manifest["game"]["columns"]
    meanings = [(rows, name, says) for rows, names in columns.items() for name, says in names.items()]
    return Section(
        id="method",
        title="Method",
        findings=(
            "Seats are rotated: in game g strategy i of a lineup sits in seat (i + g) mod P.",
            "Everything is counted in whole numbers before it is divided; the unit of every interval is the game.",
        ),
        tables=(
            table(
                "Cells of the run",
                _cells(run),
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
                pd.DataFrame(meanings, columns=["rows", "column", "meaning"]),
                [named("Rows", "rows"), named("Column", "column"), named("Meaning", "meaning")],
            ),
            table("Provenance", _provenance(run), [named("What", "what"), named("Is", "is")]),
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


def _cells(run: Run) -> pd.DataFrame:
    rows = [
        {
            "cell": cell.id,
            "title": cell.title,
            "seats": cell.seats,
            "lineup": ", ".join(strategy["spec"] for strategy in cell.lineup),
            "settings": ", ".join(setting(*item) for item in cell.settings.items()) or "–",
            "n": cell.games,
        }
        for cell in run.cells
    ]
    return pd.DataFrame(rows, columns=["cell", "title", "seats", "lineup", "settings", "n"])


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
