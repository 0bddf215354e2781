"""Quo Vadis? as the registry finds it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sim.compiled import njit
from sim.game import Game, read_rulings
from sim.games.quo_vadis.actions import MAX_ACTIONS, legal
from sim.games.quo_vadis.box import BOX, Data, data_inputs, fill_box, printed, read_board, tunables
from sim.games.quo_vadis.items import ITEMS, item, item_rows
from sim.games.quo_vadis.rules import apply, deal
from sim.games.quo_vadis.scoring import COLUMNS, GAME_ROW, SEAT_ROW, score
from sim.games.quo_vadis.state import ACTION, ASK, CHANCE, DEAL, OFFER, STATE
from sim.games.quo_vadis.text import board_text, describe
from sim.games.quo_vadis.view import hide
from sim.source import Source

__all__ = ["GAME"]

ACT = 0
TRADE = 1


@njit
def part(state: Any) -> int:
    """Return which part of a strategy decides: acting, or negotiating."""
    return TRADE if state.phase == OFFER or state.phase == ASK or state.phase == DEAL else ACT


def with_data(file: Source) -> Game:
    """Return the game on the board in a file."""
    return _game(read_board(file, printed().seats), file)


def _game(data: Data, own: Source | None = None) -> Game:
    return Game(
        name="quo_vadis",
        title="Quo Vadis?",
        seats=data.seats,
        rules_version=1,
        parts=("act", "deal"),
        tunables=tunables(data),
        data_inputs=data_inputs(data),
        rulings=read_rulings(Path(__file__).parent / "RULES.md"),
        columns=COLUMNS,
        BOX=BOX,
        CHANCE=CHANCE,
        STATE=STATE,
        ACTION=ACTION,
        GAME_ROW=GAME_ROW,
        SEAT_ROW=SEAT_ROW,
        max_actions=MAX_ACTIONS,
        fill_box=partial(fill_box, data),
        deal=deal,
        legal=legal,
        hide=hide,
        part=part,
        apply=apply,
        score=score,
        describe=partial(describe, data.board),
        board_text=partial(board_text, data.board),
        items=ITEMS,
        item=item,
        item_rows=item_rows,
        module=__name__,
        data=own,
        with_data=with_data,
    )


GAME = _game(printed())
