"""Time Zoo as the registry finds it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sim.compiled import njit
from sim.game import Game, read_rulings
from sim.games.time_zoo.actions import legal
from sim.games.time_zoo.box import BOX, MAX_ACTIONS, Deck, data_inputs, fill_box, printed, read_deck, tunables
from sim.games.time_zoo.items import item, item_rows, items
from sim.games.time_zoo.rules import apply, deal
from sim.games.time_zoo.scoring import GAME_ROW, SEAT_ROW, columns, score, seat_columns
from sim.games.time_zoo.state import ACTION, CHANCE, STATE
from sim.games.time_zoo.text import board_text, describe
from sim.games.time_zoo.view import hide
from sim.source import Source

__all__ = ["GAME"]

ACT = 0


@njit
def part(state: Any) -> int:
    """Return which part of a strategy decides: there is one."""
    return ACT


def with_data(file: Source) -> Game:
    """Return the game with the deck in a file."""
    return _game(read_deck(file, printed()), file)


def _game(deck: Deck, own: Source | None = None) -> Game:
    return Game(
        name="time_zoo",
        title="Time Zoo",
        seats=deck.seats,
        rules_version=1,
        parts=("act",),
        tunables=tunables(deck),
        data_inputs=data_inputs(deck),
        rulings=read_rulings(Path(__file__).parent / "RULES.md"),
        columns=columns(deck),
        BOX=BOX,
        CHANCE=CHANCE,
        STATE=STATE,
        ACTION=ACTION,
        GAME_ROW=GAME_ROW,
        SEAT_ROW=SEAT_ROW,
        seat_columns=seat_columns(deck) if own else None,
        max_actions=MAX_ACTIONS,
        fill_box=partial(fill_box, deck),
        deal=deal,
        legal=legal,
        hide=hide,
        part=part,
        apply=apply,
        score=score,
        describe=partial(describe, deck),
        board_text=partial(board_text, deck),
        items=items(deck),
        item=item,
        item_rows=partial(item_rows, deck),
        module=__name__,
        data=own,
        with_data=with_data,
    )


GAME = _game(printed())
