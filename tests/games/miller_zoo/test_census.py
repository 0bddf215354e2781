"""Does random play reach every corner: each kind of action in its phase, each end, each way that a day can begin?

The other tests that play at random prove nothing about what never happens in them. The lists here follow from the
rules; the games must fill them, and show nothing besides.
"""

from __future__ import annotations

from functools import cache

import numpy as np
import pytest

from sim.compiled import DISABLED, njit
from sim.games.miller_zoo import state as S
from sim.games.miller_zoo.actions import legal
from sim.games.miller_zoo.rules import apply, deal
from tests.games.miller_zoo.play import DILIGENT, GAME, UNIFORM, boxes, choose
from tests.games.recorder import records, seen

pytestmark = pytest.mark.skipif(DISABLED, reason="some 40,000 games are for compiled code")

GAMES = 3_000  # for each number of seats

KINDS = {
    S.AFTERNOON: {S.PASS, S.MOVE, S.FIX, S.PAY},
    S.RIDING: {S.RIDE, S.STAY},
    S.STORING: {S.STORE, S.DONE},
    S.CRISIS: {S.CLEAR},
    S.SHARING: {S.TAKE},
    S.SUPPLYING: {S.LAY},
}
ROOMY = KINDS | {S.STORING: {S.STORE, S.DROP, S.DONE}}

# As printed 60 tokens are always enough, and so are 30 needs cards: the deck is empty before.
PRINTED: dict[str, object] = {}
RENEWED: dict[str, object] = {"rules.storage": "renewed"}
FEW: dict[str, object] = {"setup.tokens": 5, "needs.cards": 2, "goal.animals": 2}
EVENTS = (
    "a stored card moves",
    "a stored card fixes",
    "a stored card pays",
    "a joker fixes one of several problems",
    "a joker pays one of several icons",
    "both icons of a card are of use",
    "an icon is lost",
    "two animals are received on one day",
    "a reception is left without a next animal",
    "somebody rides, somebody stays",
    "needs cards are shuffled anew",
    "the extra card finds the deck empty",
    "a crisis ends with the last card of the deck",
    "teammates without a card on the last day",
)


@njit(cached=False)
def _tally(box, before, state, chosen, events):
    """Count what has happened between two states."""
    card = chosen.card
    if chosen.kind == S.MOVE and chosen.stored:
        events[0] += 1
    if chosen.kind == S.FIX and chosen.stored:
        events[1] += 1
    if chosen.kind == S.PAY and chosen.stored:
        events[2] += 1
    if chosen.kind == S.FIX or chosen.kind == S.PAY:
        here = before.at[before.active]
        choices = 0
        for icon in range(box.n_icons):
            if here < box.n_habitats:
                choices += before.open[here, icon] > 0
            else:
                choices += before.due[here - box.n_habitats, icon] > 0
        if chosen.icon != S.NONE and choices > 1:
            events[3 if chosen.kind == S.FIX else 4] += 1
        if box.second[card] != S.NONE:
            events[6 if state.wasted[before.active] > before.wasted[before.active] else 5] += 1
    if state.received > before.received:
        today = 0
        for animal in range(box.n_animals):
            today += state.day_received[animal] == state.day
        events[7] += today > 1
        events[8] += state.turned == box.n_animals - box.n_printed
    if before.phase == S.RIDING and state.phase == S.RIDING and chosen.kind == S.RIDE:
        events[9] += 1
    if state.shuffles > before.shuffles:
        events[10] += 1
    if state.day > before.day and state.drawn == box.deck_size:
        symbols = 0
        for i in range(state.n_morning):
            symbols += box.extra[state.morning[i]]
        events[11] += symbols > state.n_extra - before.n_extra
    if state.end and state.burned > 0 and state.drawn == box.deck_size and state.reason != S.LOST_TO_CRISIS:
        events[12] += 1
    if before.phase == S.SHARING and state.phase == S.AFTERNOON:
        for mate in range(state.n_team):
            if state.n_cards[mate] == 0:
                events[13] += 1


@njit(cached=False)
def _count_games(box, n_seats, first, n_games, manner, chances, states, actions, kinds, reasons, events):
    """Play games at random and count kinds of action by phase, ends and events."""
    state = states[0]
    before = states[1]
    for game_id in range(first, first + n_games):
        deal(box, n_seats, np.uint64(11), game_id, chances[0], state)
        while state.end == S.RUNNING:
            n = legal(box, state, actions)
            chosen = actions[choose(np.uint64(11), game_id, manner, state, actions, n)]
            kinds[state.phase, chosen.kind] += 1
            states[1] = states[0]
            apply(box, chances[0], state, chosen)
            _tally(box, before, state, chosen, events)
        reasons[state.reason] += 1


class Census:
    """What was counted in many games at random under some settings."""

    def __init__(self, settings: dict[str, object]) -> None:
        self.kinds = np.zeros((len(S.PHASES), len(S.KIND_NAMES)), np.int64)
        self.reasons = np.zeros(3, np.int64)
        self.events = np.zeros(len(EVENTS), np.int64)
        arrays = seen(np.zeros(1, GAME.CHANCE), np.zeros(2, GAME.STATE), np.zeros(GAME.max_actions, GAME.ACTION))
        for n_seats in (1, 2, 3, 4, 5, 6):
            box = records(boxes(n_seats, settings))[0]
            for manner, first in ((UNIFORM, 0), (DILIGENT, GAMES // 3)):
                n = GAMES // 3 if manner == UNIFORM else GAMES - GAMES // 3
                _count_games(box, n_seats, first, n, manner, *arrays, self.kinds, self.reasons, self.events)

    def by_phase(self) -> dict[int, set[int]]:
        """Return the kinds of action that occurred, by phase."""
        counted = {phase: set(np.flatnonzero(self.kinds[phase]).tolist()) for phase in range(len(S.PHASES))}
        return {phase: kinds for phase, kinds in counted.items() if kinds}


@cache
def census(name: str) -> Census:
    """Return the census under some of the settings above."""
    return Census({"printed": PRINTED, "renewed": RENEWED, "few": FEW}[name])


def test_every_kind_of_action_occurs_in_its_phase_and_in_no_other() -> None:
    """[MZ 2.3, 3.5, 4.1, 4.10, 5.2, 5.5] With few tokens every phase occurs; stored cards are dropped where allowed."""
    assert census("few").by_phase() == KINDS
    printed = {phase: kinds for phase, kinds in KINDS.items() if phase != S.SUPPLYING}
    assert census("printed").by_phase() == printed
    assert census("renewed").by_phase() == {**printed, S.STORING: ROOMY[S.STORING]}


def test_games_are_won_and_lost_in_every_way() -> None:
    """[MZ 5.6, 6.1] Won, lost to a crisis, lost to an empty deck."""
    assert census("few").reasons.all()


@pytest.mark.parametrize("event", EVENTS)
def test_what_is_rare_occurs(event: str) -> None:
    """[MZ 3.2, 3.3, 4.2, 4.4, 4.7, 4.10, 4.11] As printed, or with few tokens and an easy goal."""
    i = EVENTS.index(event)
    assert census("printed").events[i] + census("few").events[i] > 0
