"""What may be done now: `legal` fills a buffer with the actions of the teammate who decides."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.miller_zoo.state import (
    AFTERNOON,
    CLEAR,
    CRISIS,
    DONE,
    DROP,
    FIX,
    LAY,
    MOVE,
    NONE,
    PASS,
    PAY,
    RIDE,
    RIDING,
    SHARING,
    STAY,
    STORAGE,
    STORE,
    STORING,
    TAKE,
)

__all__ = ["MAX_ACTIONS", "legal", "may_store", "tokens_of", "wanted"]

MAX_ACTIONS = 384  # twenty different cards, each to ten spaces, or for eight icons; and passing


@njit
def wanted(box, state, space, icon):
    """Return how many icons of one kind a space can use: tokens of a habitat, or what is due at a reception [MZ 4.4,
    4.7].
    """
    if space < box.n_habitats:
        return int(state.open[space, icon])
    return int(state.due[space - box.n_habitats, icon])


@njit
def tokens_of(box, state, icon):
    """Return how many tokens of a problem lie on animals."""
    total = 0
    for habitat in range(box.n_habitats):
        total += int(state.open[habitat, icon])
    return total


@njit
def may_store(box, state):
    """Return whether the team has anything to decide about the storage [MZ 5.2]."""
    held = 0
    for mate in range(state.n_team):
        held += int(state.n_cards[mate])
    room = int(box.storage) - int(state.n_cards[STORAGE])
    return held > 0 and (room > 0 or (box.renewed == 1 and state.n_cards[STORAGE] > 0))


@njit
def _put(actions, n, kind, card, stored, space, icon, mate):
    action = actions[n]
    action.kind = kind
    action.card = card
    action.stored = stored
    action.space = space
    action.icon = icon
    action.mate = mate
    return n + 1


@njit
def legal(box, state, actions):
    """Fill `actions` with what may be done now, each once, and return how many there are (at least one)."""
    if state.phase == AFTERNOON:
        return _afternoon(box, state, actions)
    if state.phase == RIDING:
        _put(actions, 0, RIDE, NONE, 0, state.ride_to, NONE, NONE)
        return _put(actions, 1, STAY, NONE, 0, NONE, NONE, NONE)
    if state.phase == STORING:
        return _storage(box, state, actions)
    n = 0
    if state.phase == CRISIS:
        for icon in range(box.n_icons):
            if tokens_of(box, state, icon) > 0:
                n = _put(actions, n, CLEAR, NONE, 0, NONE, icon, NONE)
    elif state.phase == SHARING:
        for mate in range(state.n_team):
            if state.shared[mate] == 0:
                n = _put(actions, n, TAKE, NONE, 0, NONE, NONE, mate)
    else:
        n = _places(box, state, actions)
    return n


@njit
def _afternoon(box, state, actions):
    """Pass, or play a card from the own hand or the storage: equal cards are one [MZ 4.1, 4.2]."""
    n = _put(actions, 0, PASS, NONE, 0, NONE, NONE, NONE)
    here = int(state.at[state.active])
    free = box.first_move_free == 1 and here == NONE
    if free:
        for space in range(box.n_spaces):
            n = _put(actions, n, MOVE, NONE, 0, space, NONE, NONE)
    for stored in range(2):
        owner = STORAGE if stored else int(state.active)
        for i in range(state.n_cards[owner]):
            card = int(state.cards[owner, i])
            if i > 0 and card == state.cards[owner, i - 1]:
                continue
            if not free:
                for space in range(box.n_spaces):
                    if space != here:
                        n = _put(actions, n, MOVE, card, stored, space, NONE, NONE)
            if here != NONE:
                n = _uses(box, state, actions, n, card, stored, here)
    return n


@njit
def _uses(box, state, actions, n, card, stored, here):
    """Append what a card can do on a space: fix or pay, with every icon that is of use [MZ 4.4, 4.7]."""
    kind = FIX if here < box.n_habitats else PAY
    if box.joker[card]:
        for icon in range(box.n_icons):
            if wanted(box, state, here, icon) > 0:
                n = _put(actions, n, kind, card, stored, NONE, icon, NONE)
        return n
    second = int(box.second[card])
    if wanted(box, state, here, int(box.first[card])) > 0 or (second != NONE and wanted(box, state, here, second) > 0):
        n = _put(actions, n, kind, card, stored, NONE, NONE, NONE)
    return n


@njit
def _storage(box, state, actions):
    """Store a card of any hand while there is room, make room where that is allowed, or stop [MZ 5.2]."""
    n = _put(actions, 0, DONE, NONE, 0, NONE, NONE, NONE)
    if state.n_cards[STORAGE] < box.storage:
        for mate in range(state.n_team):
            for i in range(state.n_cards[mate]):
                card = int(state.cards[mate, i])
                if not _listed(actions, n, card):
                    n = _put(actions, n, STORE, card, 0, NONE, NONE, NONE)
    elif box.renewed:
        for i in range(state.n_cards[STORAGE]):
            card = int(state.cards[STORAGE, i])
            if not _listed(actions, n, card):
                n = _put(actions, n, DROP, card, 1, NONE, NONE, NONE)
    return n


@njit
def _listed(actions, n, card):
    """Return whether a card is among the first n actions."""
    for i in range(n):
        if actions[i].card == card:
            return True
    return False


@njit
def _places(box, state, actions):
    """The habitats and problems among which the last tokens are divided [MZ 3.5]."""
    n = 0
    for animal in range(box.n_animals):
        for icon in range(box.n_icons):
            if state.waiting[animal, icon] == 0:
                continue
            space = int(box.habitat[animal])
            new = True
            for i in range(n):
                if actions[i].space == space and actions[i].icon == icon:
                    new = False
            if new:
                n = _put(actions, n, LAY, NONE, 0, space, icon, NONE)
    return n
