"""Time Zoo as the registry finds it."""

from __future__ import annotations

from functools import partial
from typing import Any

from sim.compiled import njit
from sim.game import Game, fields_of
from sim.games.time_zoo import actions, box, items, rules, scoring, state, text, view
from sim.source import Source

__all__ = ["GAME"]

ACT = 0


@njit
def part(state: Any) -> int:
    """Return which part of a strategy decides: there is one."""
    return ACT


def with_data(file: Source) -> Game:
    """Return the game with the deck in a file."""
    return _game(box.read_deck(file, box.printed()), file)


def _game(deck: box.Deck, own: Source | None = None) -> Game:
    return Game(
        name="time_zoo",
        title="Time Zoo",
        rules_version=1,
        parts=("act",),
        part=part,
        columns=scoring.columns(deck),
        seat_columns=scoring.seat_columns(deck) if own else None,
        max_actions=box.MAX_ACTIONS,
        items=items.items(deck),
        item=items.item,
        item_rows=partial(items.item_rows, deck),
        module=__name__,
        data=own,
        with_data=with_data,
        **fields_of(deck, actions=actions, box=box, rules=rules, scoring=scoring, state=state, text=text, view=view),
    )


GAME = _game(box.printed())
