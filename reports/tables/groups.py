"""Which cells belong together: those with the same seats and settings, whatever the lineup.

Seat counts and settings are never pooled: an advantage may change its sign with them. Lineups are, game by game.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any

from reports.tables.count import count
from reports.tables.tally import Tally
from reports.text import plural, setting
from sim.results import Cell, Run

__all__ = ["Group", "groups"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Group:
    """The cells of a run with one seat count and one set of settings.

    A team is its lineup: in a game with `team`, as in a what-if, each cell is a group of its own. `in_force` are all
    settings, changed or not. `all` counts all of the cells, `mixed` those whose lineup has more than one strategy (None
    if there is none): only these say anything about strategies. `items` are what can be acquired, one row of the
    manifest each; `banned` the cells in which one of them may not be, which are counted nowhere else.
    """

    seats: int
    settings: Mapping[str, Any]
    in_force: Mapping[str, Any]
    team: bool
    cells: tuple[Cell, ...]
    tallies: tuple[Tally, ...]  # of each cell
    all: Tally
    mixed: Tally | None
    items: tuple[Mapping[str, Any], ...] = ()
    banned: tuple[Cell, ...] = ()

    @property
    def title(self) -> str:
        """What the group is called: as its cell if it has only one, else by its conditions."""
        return self.cells[0].title if len(self.cells) == 1 else self.conditions

    @property
    def conditions(self) -> str:
        """Seats and settings in a few words."""
        return ", ".join([plural(self.seats, "seat"), *(setting(*item) for item in self.settings.items())])


def groups(run: Run) -> list[Group]:
    """Count a run, in the order of its cells."""
    game = run.manifest["game"]
    team, apart = bool(game.get("team")), bool(game.get("team") or run.manifest.get("whatif"))
    cells: dict[tuple[int, str], list[Cell]] = {}
    for cell in run.cells:
        alike = cell.id if apart else repr(sorted(cell.settings.items()))
        cells.setdefault((cell.seats, alike), []).append(cell)
    inputs = {row["key"]: row["default"] for row in game["inputs"]}
    items = tuple(game.get("items", ()))
    return [_group(together, game["columns"], inputs, team, items) for together in cells.values()]


def _group(
    together: list[Cell],
    columns: Mapping[str, Iterable[str]],
    inputs: Mapping[str, Any],
    team: bool,
    items: tuple[Mapping[str, Any], ...],
) -> Group:
    cells = [cell for cell in together if not cell.banned]
    tallies = [count(cell, columns) for cell in cells]
    mixed = [counts for cell, counts in zip(cells, tallies, strict=True) if len({s["spec"] for s in cell.lineup}) > 1]
    return Group(
        seats=cells[0].seats,
        settings=cells[0].settings,
        in_force={**inputs, **cells[0].settings},
        team=team,
        cells=tuple(cells),
        tallies=tuple(tallies),
        all=Tally.total(tallies),
        mixed=Tally.total(mixed) if mixed else None,
        items=items,
        banned=tuple(cell for cell in together if cell.banned),
    )
