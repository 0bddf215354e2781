"""Which lineups answer a question: the rules behind the `[design]` table of an experiment.

Seats need no design: in every cell the lineup moves on by one seat from game to game, so that over P games each
strategy has sat in each seat once. What that leaves out is who sits next to whom; `orders` varies it.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import combinations, islice, permutations
from math import comb, factorial

from experiments.spec import MAX_CELLS, CellSpec, Design
from reports.text import plural
from sim.errors import BadInput

__all__ = ["cells_of"]

Lineup = tuple[str, ...]
Table = tuple[str, str, Lineup]  # id, title, lineup


def cells_of(design: Design, strategies: Sequence[str]) -> list[CellSpec]:
    """Return the cells of a design for these strategies, the same settings in all of them.

    Raises BadInput when the strategies are too few or too many for the design.

    >>> design = Design(kind="one_against_many", seats=(3,))
    >>> [cell.id for cell in cells_of(design, ["greedy", "racer"])]
    ['3-greedy-against-racer', '3-racer-against-greedy']
    """
    tables, count = _KINDS[design.kind]
    repeated = sorted({name for name in strategies if strategies.count(name) > 1})
    if repeated:
        raise BadInput(f"'{repeated[0]}' is there twice; a design needs different strategies.")
    for seats in design.seats:
        if not 1 <= count(len(strategies), seats) <= MAX_CELLS:
            raise BadInput(_unfit(design.kind, len(strategies), seats))
    made = [(seats, table) for seats in design.seats for table in islice(tables(strategies, seats), MAX_CELLS + 1)]
    if len(made) > MAX_CELLS:
        raise BadInput(f"this gives more than {MAX_CELLS:,} cells; name fewer strategies.")
    ids: dict[str, int] = {}
    cells = []
    for seats, (short, title, lineup) in made:
        name = f"{seats}-{_slug(short)}"
        ids[name] = ids.get(name, 0) + 1
        unique = name if ids[name] == 1 else f"{name}-{ids[name]}"
        told = f"{title}, {plural(seats, 'seat')}"
        cells.append(CellSpec(id=unique, title=told, seats=seats, lineup=lineup, settings=design.settings))
    return cells


def _mirror(strategies: Sequence[str], seats: int) -> Iterator[Table]:
    """Each strategy against copies of itself: what is left is the seats."""
    for name in strategies:
        yield name, f"{seats} × {name}", (name,) * seats


def _one_against_many(strategies: Sequence[str], seats: int) -> Iterator[Table]:
    """Each strategy alone against copies of each other one: can it enter, and can it be kept out?"""
    for one in strategies:
        for many in strategies:
            if one != many:
                yield f"{one}-against-{many}", f"{one} against {seats - 1} × {many}", (one, *(many,) * (seats - 1))


def _combinations(strategies: Sequence[str], seats: int) -> Iterator[Table]:
    """Every set of different strategies that fills the table."""
    for number, lineup in enumerate(combinations(strategies, seats), start=1):
        yield f"combination-{number:04d}", ", ".join(lineup), lineup


def _orders(strategies: Sequence[str], seats: int) -> Iterator[Table]:
    """The same strategies in every order around the table, so that everybody has every neighbour."""
    first, *others = strategies
    for number, order in enumerate(permutations(others), start=1):
        yield f"order-{number:04d}", ", ".join((first, *order)), (first, *order)


# Kind → its tables, and how many there are for n strategies and P seats; 0 where it cannot be done.
_KINDS: dict[str, tuple[Callable[[Sequence[str], int], Iterator[Table]], Callable[[int, int], int]]] = {
    "mirror": (_mirror, lambda n, seats: n),
    "one_against_many": (_one_against_many, lambda n, seats: n * (n - 1) if seats > 1 else 0),
    "combinations": (_combinations, comb),
    "orders": (_orders, lambda n, seats: factorial(n - 1) if n == seats else 0),
}


def _unfit(kind: str, n: int, seats: int) -> str:
    """Return why a design cannot be made."""
    if kind == "one_against_many" and seats == 1:
        return f"'{kind}' needs 2 seats or more; here is 1."
    needed = {"mirror": "1 or more", "one_against_many": "2 or more", "combinations": f"{seats} or more"}
    wanted = needed.get(kind, f"exactly {seats}")
    limit = f"no more than make {MAX_CELLS:,} cells"
    return f"'{kind}' with {seats} seats needs {wanted} strategies, and {limit}; here are {n}."


def _slug(text: str) -> str:
    """Return text as part of a name: lower-case letters, digits, - and _."""
    return re.sub(r"[^a-z0-9_]+", "-", text.lower()).strip("-")[:60]
