"""Miller Zoo as the registry finds it."""

from __future__ import annotations

from typing import Any

from sim.compiled import njit
from sim.game import Game, fields_of
from sim.games.miller_zoo import actions, box, rules, scoring, state, text, view
from sim.games.miller_zoo.state import AFTERNOON, STORING
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
    return _game(box.parse_challenge(file, box.printed_challenge().seats), file)


def _game(challenge: box.Challenge, own: Source | None = None) -> Game:
    return Game(
        name="miller_zoo",
        title="Miller Zoo",
        rules_version=1,
        team=True,
        parts=("act", "store", "team"),
        part=part,
        columns=scoring.COLUMNS,
        max_actions=actions.MAX_ACTIONS,
        module=__name__,
        data=own,
        with_data=with_data,
        **fields_of(
            challenge, actions=actions, box=box, rules=rules, scoring=scoring, state=state, text=text, view=view
        ),
    )


GAME = _game(box.printed_challenge())
