"""From an experiment to a plan: the game's own checks of seats, settings and strategies, each pointing at its line.

An experiment file says what is asked; the plan says what is played.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import replace
from pathlib import Path
from typing import Any

from experiments.designs import cells_of
from experiments.spec import (
    BASE,
    MAX_CELLS,
    MAX_GAMES,
    MAX_SEED,
    Base,
    CellSpec,
    Experiment,
    Margins,
    make_experiment,
)
from reports.text import plural, setting
from sim.branch import check_items
from sim.errors import BadInput, nearest
from sim.game import Game
from sim.locate import Address
from sim.plan import CellPlan, Plan
from sim.registry import load_game
from sim.source import Source
from sim.strategy import Seated
from sim.tunables import Value, check_settings
from strategies.registry import default_lineup, seat_spec, split_lineup, strategies_for

__all__ = ["make_plan", "one_cell", "usual_seats"]

USUAL_SEATS = 4
TITLE = 200  # characters


def usual_seats(game: Game) -> int:
    """Return how many seats a game is played with when nobody says."""
    low, high = game.seats
    return min(max(USUAL_SEATS, low), high)


def one_cell(
    name: str,
    seats: int | None,
    lineup: str | None,
    games: int,
    seed: int,
    settings: Sequence[str],
    data: Path | None = None,
) -> Experiment:
    """Return the experiment behind a plain `evenhand run --game …`: one cell, called main.

    `lineup` and `settings` are as typed; the settings go into the title only, and are checked elsewhere.
    """
    game = load_game(name, data)
    _check_range("--games", games, 1, MAX_GAMES)
    _check_range("--seed", seed, 0, MAX_SEED)
    specs = split_lineup(lineup) if lineup is not None else None
    seats = seats or (len(specs) if specs else usual_seats(game))
    title = ", ".join([f"{game.title}, {plural(seats, 'seat')}", *settings])[:TITLE]
    cell: dict[str, Any] = {"id": "main", "title": title, "seats": seats}
    if specs is not None:
        cell["lineup"] = specs
    whole = {"name": game.name, "title": title, "game": game.name, "seed": seed, "games": games, "cells": [cell]}
    return make_experiment(whole, Source())


def make_plan(
    experiment: Experiment,
    source: Source,
    *,
    files: Sequence[Path] = (),
    data: Path | None = None,
    games: int | None = None,
    seed: int | None = None,
    settings: Mapping[str, Value] | None = None,
) -> Plan:
    """Return what an experiment plays.

    Parameters
    ----------
    source
        Where the experiment stands written.
    files
        Python files with strategies of the user's own.
    data
        A board or deck of the user's own, instead of the shipped one.
    games, seed, settings
        Instead of the experiment's own games (of every cell) and seed; on top of the settings of every cell.

    Raises
    ------
    BadInput
        The game cannot be played like that. The message names file and line.
    """
    _check_range("--games", games, 1, MAX_GAMES)
    _check_range("--seed", seed, 0, MAX_SEED)
    with _at(source, ("game",)):
        game = load_game(experiment.game)
    game = load_game(game.name, data)
    paths = tuple(Path(file).absolute() for file in files)
    cells = []
    seen: dict[str, int] = {}
    for index, (spec, address) in enumerate(_specs(game, experiment, source, paths)):
        if spec.id in seen:
            raise BadInput(source.message((*address, "id"), f"two cells are called '{spec.id}'."))
        seen[spec.id] = index
        in_force = {**_settings(game, spec.settings, source, (*address, "settings")), **(settings or {})}
        with _at(source, (*address, "seats")):
            game.make_box(spec.seats, {})
        with _at(source, (*address, "settings")):
            game.make_box(spec.seats, in_force)
        lineup = _lineup(game, spec, source, address, paths)
        cells.append(
            CellPlan(
                id=spec.id,
                title=spec.title or f"{spec.id}, {plural(spec.seats, 'seat')}",
                seats=spec.seats,
                games=games or spec.games or experiment.games,
                settings=in_force,
                lineup=lineup,
                x=spec.x,
            )
        )
    values = experiment.values
    if values is not None:
        with _at(source, ("values",)):
            check_items(game)
        if values.ban:
            with _at(source, ("values", "ban")):
                cells += _banned(game, cells)
    return Plan(
        name=experiment.name,
        title=experiment.title,
        question=experiment.question,
        sweep=experiment.sweep.name if experiment.sweep else "",
        game=game,
        seed=experiment.seed if seed is None else seed,
        cells=tuple(cells),
        seat_spec=seat_spec,
        files=paths,
        whatif={"base": BASE, "margins": (experiment.margins or Margins()).model_dump()} if experiment.base else {},
        rate=values.rate if values else 0.0,
    )


def _banned(game: Game, cells: Sequence[CellPlan]) -> list[CellPlan]:
    """Return each cell once for each item, with the first strategy of its lineup barred from acquiring that item."""
    if len(cells) * (1 + len(game.items)) > MAX_CELLS:
        raise BadInput(f"this gives more than {MAX_CELLS:,} cells: one for each cell and item.")
    made = []
    for cell in cells:
        for item in game.items:
            title = f"{cell.title}; {cell.lineup[0].spec} may not take {item}"
            made.append(replace(cell, id=f"{cell.id}-without-{item.lower()}", title=title[:TITLE], banned=item))
    twice = {cell.id for cell in cells} & {cell.id for cell in made}
    if twice:
        raise BadInput(f"a cell of its own is called '{min(twice)}' already.")
    return made


def _check_range(option: str, value: int | None, low: int, high: int) -> None:
    """Raise BadInput unless a number from the command line is in its range, or not given."""
    if value is not None and not low <= value <= high:
        raise BadInput(f"{option} is {value}: {low:,} to {high:,} is allowed.")


def _specs(
    game: Game, experiment: Experiment, source: Source, files: Sequence[Path]
) -> Iterator[tuple[CellSpec, Address]]:
    """Yield every cell with the address that messages about it name."""
    if experiment.base is not None:
        yield from _variants(game, experiment, experiment.base, source, files)
    elif experiment.design is None:
        for index, cell in enumerate(experiment.cells):
            yield cell, ("cells", index)
    else:
        design = experiment.design
        names: Sequence[str] = design.strategies
        with _at(source, ("design", "strategies")):
            if design.strategies == "all":
                names = list(strategies_for(experiment.game, files))
            for name in names:
                seat_spec(experiment.game, name, files)
            cells = cells_of(design, names)
        for cell in cells:
            yield cell, ("design",)


def _variants(
    game: Game, experiment: Experiment, base: Base, source: Source, files: Sequence[Path]
) -> Iterator[tuple[CellSpec, Address]]:
    """Yield the cells of a what-if: the base, then the variants, with what they have from the base filled in."""
    yield CellSpec(id=BASE, title=base.title or "As it is", **base.model_dump(exclude={"title"})), ("base",)
    common = _settings(game, base.settings, source, ("base", "settings"))
    lineup = list(base.lineup or default_lineup(game.name, base.seats))
    for index, variant in enumerate(experiment.variant):
        address: Address = ("variant", index)
        own = _settings(game, variant.settings, source, (*address, "settings"))
        seated = list(variant.lineup or lineup)
        for place, spec in variant.strategies.items():
            with _at(source, (*address, "strategies", place)):
                seated[_place(place, base.seats)] = seat_spec(game.name, spec, files).spec
        said = [setting(*item) for item in [*own.items(), *variant.strategies.items()]]
        title = variant.title or ", ".join(said)[:TITLE] or variant.id
        cell = CellSpec(id=variant.id, title=title, seats=base.seats, lineup=tuple(seated), settings={**common, **own})
        yield cell, address


def _place(text: str, seats: int) -> int:
    """Return a place of the lineup from text like "seat0"."""
    places = [f"seat{place}" for place in range(seats)]
    if text not in places:
        raise BadInput(
            f"no place '{text}' in the lineup.{nearest(text, places)} There is {places[0]} (the first strategy of the "
            f"lineup, wherever the turn of the seats has it sit) to {places[-1]}."
        )
    return places.index(text)


def _settings(game: Game, settings: Mapping[str, Any], source: Source, address: Address) -> dict[str, Value]:
    """Return settings as they are checked, from `"tokens.V.count" = 8` as well as from `tokens.V.count = 8`."""
    checked: dict[str, Value] = {}
    texts = {tunable.key for tunable in game.tunables if isinstance(tunable.default, str)}
    for keys, value in _leaves(settings):
        key = ".".join(keys)
        with _at(source, (*address, *keys)):
            if isinstance(value, str) and key not in texts:
                value = _no_text(game, key, value)
            if key in checked:
                raise BadInput(f"{key} is there twice.")
            checked.update(check_settings(game.tunables, {key: value}, game.name))
    return checked


def _no_text(game: Game, key: str, value: str) -> str:
    """Return the value if the key is unknown anyway; raise BadInput for a number or switch in quotes."""
    if any(tunable.key == key for tunable in game.tunables):
        raise BadInput(f"{key} cannot be the text '{value}': write it without quotes.")
    return value


def _leaves(table: Mapping[str, Any]) -> Iterator[tuple[tuple[str, ...], object]]:
    """Yield each value of nested tables with its keys."""
    for key, value in table.items():
        if isinstance(value, dict) and value:
            for keys, inner in _leaves(value):
                yield (key, *keys), inner
        else:
            yield (key,), value


def _lineup(game: Game, cell: CellSpec, source: Source, address: Address, files: Sequence[Path]) -> tuple[Seated, ...]:
    """Return who sits at a cell's table."""
    specs = list(cell.lineup) if cell.lineup is not None else default_lineup(game.name, cell.seats)
    if len(specs) != cell.seats:
        what = f"{cell.seats} seats need {cell.seats} strategies; here are {len(specs)}."
        raise BadInput(source.message((*address, "lineup"), what))
    seated = []
    for index, spec in enumerate(specs):
        with _at(source, (*address, "lineup", index)):
            seated.append(seat_spec(game.name, spec, files))
    return tuple(seated)


@contextmanager
def _at(source: Source, address: Address) -> Iterator[None]:
    """Point at a place in the file when something there is wrong."""
    try:
        yield
    except BadInput as error:
        raise BadInput(source.message(address, str(error))) from None
