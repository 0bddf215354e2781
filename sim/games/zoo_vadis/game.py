"""Zoo Vadis as the registry finds it."""

from __future__ import annotations

from typing import Any

from sim.compiled import njit
from sim.game import Game, fields_of
from sim.games.zoo_vadis import actions, box, items, rules, scoring, state, text, view
from sim.games.zoo_vadis.state import DEAL, OFFER
from sim.source import Source

__all__ = ["GAME"]

ACT = 0
TRADE = 1


@njit
def part(state: Any) -> int:
    """Return which part of a strategy decides: acting, or negotiating."""
    return TRADE if state.phase >= OFFER and state.phase <= DEAL else ACT


def with_data(file: Source) -> Game:
    """Return the game on the board in a file."""
    return _game(box.read_board(file), file)


def _game(data: box.Data, own: Source | None = None) -> Game:
    return Game(
        name="zoo_vadis",
        title="Zoo Vadis",
        rules_version=1,
        parts=("act", "deal"),
        part=part,
        columns=scoring.COLUMNS,
        max_actions=actions.MAX_ACTIONS,
        items=items.ITEMS,
        item=items.item,
        item_rows=items.item_rows,
        module=__name__,
        data=own,
        with_data=with_data,
        **fields_of(data, actions=actions, box=box, rules=rules, scoring=scoring, state=state, text=text, view=view),
    )


GAME = _game(box.printed())
