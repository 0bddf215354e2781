"""Time Zoo as the registry finds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.compiled import njit
from sim.game import Game, read_rulings
from sim.games.time_zoo.actions import legal
from sim.games.time_zoo.box import BOX, MAX_ACTIONS, data_inputs, fill_box, seat_range, tunables
from sim.games.time_zoo.items import ITEMS, item, item_rows
from sim.games.time_zoo.rules import apply, deal
from sim.games.time_zoo.scoring import COLUMNS, GAME_ROW, SEAT_ROW, score
from sim.games.time_zoo.state import ACTION, CHANCE, STATE
from sim.games.time_zoo.text import board_text, describe
from sim.games.time_zoo.view import hide

__all__ = ["GAME"]

ACT = 0


@njit
def part(state: Any) -> int:
    """Return which part of a strategy decides: there is one."""
    return ACT


GAME = Game(
    name="time_zoo",
    title="Time Zoo",
    seats=seat_range(),
    rules_version=1,
    parts=("act",),
    tunables=tunables(),
    data_inputs=data_inputs(),
    rulings=read_rulings(Path(__file__).parent / "RULES.md"),
    columns=COLUMNS,
    BOX=BOX,
    CHANCE=CHANCE,
    STATE=STATE,
    ACTION=ACTION,
    GAME_ROW=GAME_ROW,
    SEAT_ROW=SEAT_ROW,
    max_actions=MAX_ACTIONS,
    fill_box=fill_box,
    deal=deal,
    legal=legal,
    hide=hide,
    part=part,
    apply=apply,
    score=score,
    describe=describe,
    board_text=board_text,
    items=ITEMS,
    item=item,
    item_rows=item_rows,
    module=__name__,
)
