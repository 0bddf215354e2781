"""Miller Zoo as the registry finds it."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.compiled import njit
from sim.game import Game, read_rulings
from sim.games.miller_zoo.actions import MAX_ACTIONS, legal
from sim.games.miller_zoo.box import BOX, data_inputs, fill_box, seat_range, tunables
from sim.games.miller_zoo.rules import apply, deal
from sim.games.miller_zoo.scoring import COLUMNS, GAME_ROW, SEAT_ROW, score
from sim.games.miller_zoo.state import ACTION, AFTERNOON, CHANCE, STATE, STORING
from sim.games.miller_zoo.text import board_text, describe
from sim.games.miller_zoo.view import hide

__all__ = ["GAME"]

ACT = 0
STORE = 1
TEAM = 2


@njit
def part(state: Any) -> int:
    """Return which part of a strategy decides: playing cards, storing them, or what the team has to choose besides."""
    if state.phase == AFTERNOON:
        return ACT
    return STORE if state.phase == STORING else TEAM


GAME = Game(
    name="miller_zoo",
    title="Miller Zoo",
    seats=seat_range(),
    rules_version=1,
    team=True,
    parts=("act", "store", "team"),
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
    module=__name__,
)
