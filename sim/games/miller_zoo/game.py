"""Miller Zoo as the registry finds it."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from sim.compiled import njit
from sim.game import Game, read_rulings
from sim.games.miller_zoo.actions import MAX_ACTIONS, legal
from sim.games.miller_zoo.box import BOX, Challenge, data_inputs, fill_box, parse_challenge, printed_challenge, tunables
from sim.games.miller_zoo.rules import apply, deal
from sim.games.miller_zoo.scoring import COLUMNS, GAME_ROW, SEAT_ROW, score
from sim.games.miller_zoo.state import ACTION, AFTERNOON, CHANCE, STATE, STORING
from sim.games.miller_zoo.text import board_text, describe
from sim.games.miller_zoo.view import hide
from sim.source import Source

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


def with_data(file: Source) -> Game:
    """Return the game with the challenge in a file."""
    return _game(parse_challenge(file, printed_challenge().seats), file)


def _game(challenge: Challenge, own: Source | None = None) -> Game:
    return Game(
        name="miller_zoo",
        title="Miller Zoo",
        seats=challenge.seats,
        rules_version=1,
        team=True,
        parts=("act", "store", "team"),
        tunables=tunables(challenge),
        data_inputs=data_inputs(challenge),
        rulings=read_rulings(Path(__file__).parent / "RULES.md"),
        columns=COLUMNS,
        BOX=BOX,
        CHANCE=CHANCE,
        STATE=STATE,
        ACTION=ACTION,
        GAME_ROW=GAME_ROW,
        SEAT_ROW=SEAT_ROW,
        max_actions=MAX_ACTIONS,
        fill_box=partial(fill_box, challenge),
        deal=deal,
        legal=legal,
        hide=hide,
        part=part,
        apply=apply,
        score=score,
        describe=partial(describe, challenge),
        board_text=partial(board_text, challenge),
        module=__name__,
        data=own,
        with_data=with_data,
    )


GAME = _game(printed_challenge())
