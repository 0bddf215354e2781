"""The report of a run: its first page, a chapter for each seat count and set of settings, its method."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pandas as pd

from reports.commands import play_command, run_command
from reports.content import Chapter, Column, Entry, Report, Section, Tile, counted, named, table
from reports.method import definitions, method
from reports.sections import (
    abilities,
    across,
    comparison,
    length,
    negotiation,
    play,
    scores,
    seats,
    species,
    spending,
    strategies,
    team,
    values,
    wins,
)
from reports.sections.context import Context
from reports.stats.fairness import FAIR, MARGIN, UNDECIDED, UNFAIR, Verdict
from reports.tables.groups import Group
from reports.tables.length import unusual
from reports.tables.tally import FAILED, TRUNCATED
from reports.text import count, listed, number, percent, plural, setting
from sim.results import Run

__all__ = ["SECTIONS", "report"]

SECTIONS: tuple[Callable[[Context], Section | None], ...] = (
    wins.wins,
    species.species,
    abilities.abilities,
    scores.scores,
    scores.eligibility,
    play.play,
    values.values,
    abilities.peacocks,
    negotiation.negotiation,
    length.length,
)
MOST_LISTED = 3  # exceptions in a sentence
WEIGHTS = (UNFAIR, UNDECIDED, FAIR)  # of verdicts, from what is said first
TILES: tuple[Callable[[Context], Tile | None], ...] = (
    seats.seat_tile,
    species.species_tile,
    strategies.best_tile,
    scores.spread_tile,
    length.length_tile,
    scores.out_tile,
    length.end_tile,
)
# In a team nobody is better off than another: nothing about seats, ranks and margins.
TEAM_SECTIONS: tuple[Callable[[Context], Section | None], ...] = (
    team.win_rate,
    team.closeness,
    spending.spending,
    spending.animals,
    spending.crises,
    spending.teamwork,
    team.days,
)
TEAM_TILES: tuple[Callable[[Context], Tile | None], ...] = (
    team.win_tile,
    team.reason_tile,
    team.closeness_tile,
    spending.animal_tile,
    spending.crisis_tile,
    team.days_tile,
)


def report(run: Run, contexts: Sequence[Context], compared: pd.DataFrame, beside: Mapping[str, pd.DataFrame]) -> Report:
    """Return the report of a run from its groups with their tables, the table that compares its cells with the first,
    and the tables about several cells.
    """
    manifest = run.manifest
    game = manifest["game"]
    total = sum(cell.games for cell in run.cells)
    counts = listed([str(seats) for seats in sorted({cell.seats for cell in run.cells})])
    data = game.get("data")
    settings = [{setting(*item) for item in cell.settings.items()} for cell in run.cells]
    everywhere, somewhere = set.intersection(*settings), set.union(*settings)
    chapters = tuple(_chapter(context, compared) for context in contexts)
    labels = [[tile.label for tile in chapter.tiles] for chapter in chapters]
    return Report(
        title=game["title"],
        subtitle=manifest["experiment"]["title"],
        question=manifest["experiment"]["question"],
        run_line=(
            f"{counts} {'seat' if counts == '1' else 'seats'}",
            plural(total, "game"),
            _width(run),
            f"seed {manifest['seed']}",
            f"rules version {game['rules_version']}",
            f"evenhand {manifest['evenhand']}",
        ),
        overrides=(*([data["file"]] if data else ()), *sorted(everywhere), *_in_part(run, somewhere - everywhere)),
        headline=" ".join(filter(None, (_headline(contexts, compared), across.across_finding(run, beside)))),
        warnings=tuple(_warnings(run, contexts)),
        heads=tuple(max(column, key=len) for column in zip(*labels, strict=True)),
        comparison=comparison.comparison(run, compared),
        across=across.across(run, contexts, beside),
        chapters=chapters,
        method=(_unusual(run, contexts), *method(run)),
        commands=(("Repeat this run", run_command(run)), ("Write this report again", "evenhand report DIRECTORY")),
        definitions=definitions(run),
    )


def _width(run: Run) -> str:
    """Return what was played in how many ways."""
    if run.manifest.get("whatif"):
        return f"a base and {plural(len(run.cells) - 1, 'variant')}"
    cells = [cell for cell in run.cells if not cell.banned]
    lineups = {tuple(strategy["spec"] for strategy in cell.lineup) for cell in cells}
    if len({(cell.seats, repr(sorted(cell.settings.items()))) for cell in cells}) > 1:
        return plural(len(cells), "cell")
    if len(lineups) > 1:
        return plural(len(lineups), "lineup")
    return plural(len({spec for lineup in lineups for spec in lineup}), "strategy", "strategies")


def _in_part(run: Run, settings: set[str]) -> list[str]:
    """Return the settings of a part of the run, or how many there are; of a sweep, what is swept."""
    if run.manifest.get("sweep"):
        swept = sorted({cell.x for cell in run.cells if cell.x is not None})
        return [f"{run.manifest['sweep']} {listed([f'{x:g}' for x in swept])}"]
    if len(settings) > MOST_LISTED:
        return [f"{len(settings)} settings, each in part of the run"]
    return [f"{text} (in part of the run)" for text in sorted(settings)]


def _chapter(context: Context, compared: pd.DataFrame) -> Chapter:
    """Return what is told of a group; of one that is compared with a base, its verdicts alone."""
    tiles, sections = (TEAM_TILES, TEAM_SECTIONS) if context.group.team else (TILES, SECTIONS)
    brief = len(compared) and {cell.id for cell in context.group.cells} <= set(compared["change"])
    makers = sections if context.group.all.n and not brief else ()
    return Chapter(
        id=context.id,
        title=context.group.title,
        subtitle=f"{context.group.conditions}; {plural(context.group.all.n, 'game')}",
        tiles=tuple(tile for make in tiles if (tile := make(context)) is not None),
        sections=tuple(section for make in makers if (section := make(context)) is not None),
    )


def _headline(contexts: Sequence[Context], compared: pd.DataFrame) -> str:
    """Return the largest finding outside the tolerance, or that there is none; of compared cells, what matters most."""
    if contexts and contexts[0].group.team and any(context.group.all.n for context in contexts):
        return comparison.comparison_finding(compared) or team.headline(contexts)
    if not any(context.group.all.decided for context in contexts):
        stopped = sum(context.group.all.ends.get(TRUNCATED, 0) for context in contexts)
        return (
            f"No game came to an end: {plural(stopped, 'game')} stopped by the turn cap."
            if stopped
            else "There are no games to report on."
        )
    if len(compared):
        return f"{comparison.comparison_finding(compared)} {_species_in_all(contexts)}".rstrip()
    fair, several = _by_weight(contexts), len(contexts) > 1
    best = _best_in_all(contexts) if several else strategies.best_finding(contexts[0])
    about_strategies = not several and len(contexts[0].group.cells) > 1  # many lineups of one game
    return " ".join(filter(None, [_worth(contexts), *([best, *fair] if about_strategies else [*fair, best])]))


def _worth(contexts: Sequence[Context]) -> str:
    """Return which item is worth most and which least, in the first setting that values any."""
    for context in contexts:
        if finding := values.values_finding(context):
            return f"“{context.group.title}”: {finding}" if len(contexts) > 1 else finding
    return ""


def _by_weight(contexts: Sequence[Context]) -> list[str]:
    """Return what is found of seats and of species, the weightier one first: unfair before open before fair, and the
    larger advantage before the smaller one.
    """
    several = len(contexts) > 1
    decided = [context for context in contexts if context.group.all.decided]
    played = [context for context in decided if len(context.tables["species"])]
    found = []
    if decided:
        weight = min(_weight(seats.seat_verdict(each), seats.seat_furthest(each)) for each in decided)
        found.append((weight, _seats_in_all(contexts) if several else seats.seat_finding(decided[0])))
    if played:
        weight = min(_weight(species.species_verdict(each), species.species_furthest(each)) for each in played)
        found.append((weight, _species_in_all(contexts) if several else species.species_finding(played[0])))
    return [sentence for _, sentence in sorted(found, key=lambda each: each[0])]


def _weight(judged: Verdict, furthest: pd.Series[Any]) -> tuple[int, float]:
    return WEIGHTS.index(judged.word), -abs(float(furthest["advantage"]))


def _all(n: int) -> str:
    return "both" if n == 2 else f"all {n}"


def _seats_in_all(contexts: Sequence[Context]) -> str:
    words = [seats.seat_verdict(context).word for context in contexts]
    if set(words) == {FAIR}:
        where = f"{_all(len(words))} settings"
        return f"Seats are fair in {where}: each wins within {100 * MARGIN:g} points of an equal share."
    unfair = [context for context, word in zip(contexts, words, strict=True) if word == UNFAIR]
    if not unfair:
        fair = f"; in {words.count(FAIR)} of {len(words)} all are fair" if FAIR in words else ""
        return f"No seat is unfair for sure in any setting{fair}."
    worst = max(unfair, key=lambda context: float(context.tables["seats"]["advantage"].abs().max()))
    where = _all(len(words)) if len(unfair) == len(words) else f"{len(unfair)} of {len(words)}"
    finding, title = seats.seat_finding(worst), worst.group.title
    return f"Seats are unfair in {where} settings, most in “{title}”: {finding[:1].lower()}{finding[1:]}"


def _species_in_all(contexts: Sequence[Context]) -> str:
    """Return in how many settings species are unfair, and where most; "" for a game without species."""
    played = [context for context in contexts if len(context.tables["species"]) and context.group.all.decided]
    if not played:
        return ""
    unfair = [context for context in played if species.species_verdict(context).word == UNFAIR]
    if not unfair:
        return "No species is unfair for sure in any setting."
    worst = max(unfair, key=lambda context: float(context.tables["species"]["advantage"].abs().max()))
    where = _all(len(played)) if len(unfair) == len(played) else f"{len(unfair)} of {len(played)}"
    return f"Species are unfair in {where} settings, most in “{worst.group.title}”: {species.species_finding(worst)}"


def _best_in_all(contexts: Sequence[Context]) -> str:
    """Return which strategy wins most, and in which settings it is another one."""
    mixed = [context for context in contexts if len(context.tables["strategies"]) and context.group.all.decided]
    best = [context.tables["strategies"].iloc[0]["strategy"] for context in mixed]
    if not best:
        return ""
    usual = max(dict.fromkeys(best), key=best.count)
    where = _all(len(best)) if best.count(usual) == len(best) else f"{best.count(usual)} of {len(best)}"
    lead = "" if len(best) == len(contexts) else " with different strategies"
    others = [f"{name} in “{context.group.title}”" for name, context in zip(best, mixed, strict=True) if name != usual]
    more = [f"{len(others) - MOST_LISTED} more differ"] if len(others) > MOST_LISTED else []
    tail = f"; {listed([*others[:MOST_LISTED], *more])}" if others else ""
    if len(best) == 1:
        return f"In the one setting{lead}, {usual} wins most."
    return f"The strategy {usual} wins most in {where} settings{lead}{tail}."


def _warnings(run: Run, contexts: Sequence[Context]) -> list[str]:
    found = _few(contexts) + _few_of_teams(contexts)
    for context in contexts:
        where = f"{context.group.title}: " if len(contexts) > 1 else ""
        found += [where + text for text in _doubts(run, context)]
    return found


def _doubts(run: Run, context: Context) -> list[str]:
    """Return what weakens the evidence of a group."""
    counts, found = context.group.all, []
    played = sum(counts.ends.values())
    truncated, failed = counts.ends.get(TRUNCATED, 0), counts.ends.get(FAILED, 0)
    if played and truncated / played > length.TRUNCATED_LIMIT:
        found.append(f"{percent(truncated / played)} of games were stopped by the turn cap and have no winner.")
    if failed:
        first = next(extreme for extreme in counts.extremes if extreme.kind == "first failed")
        cell = next(cell for cell in context.group.cells if cell.id == first.cell)
        found.append(
            f"{plural(failed, 'game')} failed because of a strategy and count nowhere. "
            f"See the first: {play_command(run, cell, first.game_id)}"
        )
    return found + _sames(context.group) + _confounded(context.group)


def _few(contexts: Sequence[Context]) -> list[str]:
    """Return one warning for all settings whose win shares are not known well enough to be judged."""
    wide = []
    for group, frame in ((each.group, each.tables["seats"]) for each in contexts if not each.group.team):
        half = float((frame["win_share_hi_all"] - frame["win_share_lo_all"]).max()) / 2 if group.all.n else 0.0
        if half > MARGIN:
            wide.append((half, group))
    if not wide:
        return []
    half, worst = max(wide, key=lambda each: each[0])
    known = f"win shares are known to ±{number(100 * half)} points only"
    judged = f"and the tolerance is {100 * MARGIN:g}."
    if len(contexts) == 1:
        return [f"Few games ({count(worst.all.n)}): {known}, {judged}"]
    where = f"{count(len(wide))} of {plural(len(contexts), 'setting')}"
    return [f"Few games in {where}: {known} (“{worst.title}”, {plural(worst.all.n, 'game')}), {judged}"]


def _few_of_teams(contexts: Sequence[Context]) -> list[str]:
    """Return one warning for all teams whose win rates are not known well."""
    rows = [context.tables["win_rate"].iloc[0] for context in contexts if context.group.team and context.group.all.n]
    wide = [row for row in rows if row["won_hi"] - row["won_lo"] > 2 * MARGIN]
    if not wide:
        return []
    worst = max(wide, key=lambda row: float(row["won_hi"] - row["won_lo"]))
    half = 50 * (worst["won_hi"] - worst["won_lo"])
    return [f"Few games ({count(worst['n'])}): win rates are known to ±{number(half)} points only."]


def _sames(group: Group) -> list[str]:
    """Return a warning for strategies that are one and the same under different names."""
    names: dict[str, set[str]] = {}
    for strategy in (strategy for cell in group.cells for strategy in cell.lineup):
        what_it_is = repr((strategy["name"], strategy["digest"], sorted(strategy["weights"].items())))
        names.setdefault(what_it_is, set()).add(strategy["spec"])
    return [
        f"{' and '.join(sorted(same))} are the same strategy: they differ by chance only."
        for same in names.values()
        if len(same) > 1
    ]


def _confounded(group: Group) -> list[str]:
    """Return a warning if a strategy sat in some seats more often than seating in rotation can explain."""
    found = []
    for spec in group.all.play:
        copies = sum(sum(strategy["spec"] == spec for strategy in cell.lineup) for cell in group.cells)
        sat = [group.all.places[spec, seat].n if (spec, seat) in group.all.places else 0 for seat in range(group.seats)]
        if group.mixed is not None and max(sat) - min(sat) > copies + group.all.ends.get(FAILED, 0):
            found.append(spec)
    return (
        [f"Seat and strategy are confounded: {', '.join(found)} did not sit in every seat equally often."]
        if found
        else []
    )


def _unusual(run: Run, contexts: Sequence[Context]) -> Section:
    """Return the games worth a look, with the command that tells each."""
    frame = unusual([context.group for context in contexts])
    units = "Length in turns." if contexts[0].group.team else "Length in turns, margin and score in points."
    cells = {cell.id: cell for cell in run.cells}
    frame["where"] = [contexts[i].group.title for i in frame["group"]]
    frame["command"] = [play_command(run, cells[row["cell"]], int(row["game_id"])) for _, row in frame.iterrows()]
    frame["shown"] = ["" if row["kind"].startswith("first") else count(row["value"]) for _, row in frame.iterrows()]
    columns = [
        *([named("With", "where")] if len(contexts) > 1 else []),
        Column("Game", lambda row: Entry(row["kind"].capitalize(), row["kind"]), numeric=False),
        Column("Value", lambda row: Entry(row["shown"], float(row["value"]))),
        counted("Game id", "game_id"),
        Column("See it move by move", lambda row: Entry(row["command"], row["command"]), numeric=False),
    ]
    return Section(
        id="unusual",
        title="Games worth a look",
        findings=("Each of these can be told move by move.",),
        tables=(table("Unusual games", frame, columns, units),),
    )
