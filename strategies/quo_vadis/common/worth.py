"""What a move is worth, and the small decisions that most strategies take alike."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.quo_vadis.actions import has_room, votes_of_others
from sim.games.quo_vadis.state import CAESAR, DEMAND, HIDDEN, MAIN, REMOVE_ONE
from strategies.quo_vadis.common.table import arrived, company, laurel, standing, weary

__all__ = ["beside", "caesar_worth", "customers", "ending", "gain", "votes_to_get"]

STEP = 1.0  # laurels that a step up counts for, other things equal
FIRST = 3.0  # laurels that being in the Senate at all counts for
VICTORY = 50.0  # laurels that winning counts for
CAESAR_AS_ACTION = -3.0  # laurels that moving him counts for, instead of a senator
HOLD_OUT = 11  # turns for each place in the Senate, after which nobody holds out any more


@njit
def votes_to_get(view, box, path):
    """Return how many votes of others the active player needs on a path."""
    return max(votes_of_others(box, view, path), 0)


@njit
def gain(view, box, path, seat):
    """Return what a move up a path brings a seat: the laurel, a step, and the Senate if it is not in there yet."""
    total = laurel(view, box, path) + STEP
    if box.path_to[path] == box.senate and not arrived(view, seat):
        total += FIRST
    return total


@njit
def ending(view, box, path):
    """Return what it is worth that the active player fills the Senate: victory or defeat; 0 if the game goes on.

    Who would lose holds out for better days, but not for ever.
    """
    if box.path_to[path] != box.senate or view.n_senate + 1 != box.senate_size:
        return 0.0
    if view.turn >= HOLD_OUT * box.senate_size * (view.game + 1):
        return 0.0
    return VICTORY if winner_after(view, box, path) == view.actor else -VICTORY


@njit
def customers(view, box, body):
    """Return how many others' senators in a body may come to need one's vote, or give theirs: two at most count."""
    return min(company(view, body, view.actor), 2) if box.consents[body] > 0 else 0


@njit
def winner_after(view, box, path):
    """Return who wins if the active player fills the Senate by a path, not counting what is paid for it."""
    best = -1
    most = -1
    for seat in range(view.n_seats):
        if seat != view.active and not arrived(view, seat):
            continue
        has = standing(view, seat)
        if seat == view.active:
            has += laurel(view, box, path)
        if has > most or (has == most and view.arrival[view.game, seat] < view.arrival[view.game, best]):
            most = has
            best = seat
    return best


@njit
def caesar_worth(view, box, path):
    """Return what Caesar on a path is worth: he lets one's own senators pass, and covers what others would take.

    When a game drags on, it is worth most to let the next seat pass, so that something moves.
    """
    body = box.path_from[path]
    me = view.actor
    mine = int(view.senators[body, me])
    prize = int(box.value[view.tile[path]])
    if weary(view, box) and view.senators[body, (view.active + 1) % view.n_seats] > 0:
        return 5.0 + 0.01 * path if has_room(box, view, box.path_to[path]) else 0.0
    if mine > 0:
        short = int(box.consents[body]) - (mine - 1)
        saved = 1.5 * short if short > 0 and has_room(box, view, box.path_to[path]) else 0.0
        return saved - 0.5 * prize
    return 0.2 * prize - 0.3 * int(box.consents[body]) if company(view, body, me) > 0 else 0.0


@njit
def beside(view, box, actions, i):
    """Return the value of an action that neither places nor moves a senator.

    Caesar is moved when nothing else can be done. This test stands apart from the other decisions so that it is
    compiled into the caller's loop, which takes a third less time then.
    """
    if view.phase == MAIN:
        return CAESAR_AS_ACTION
    return _rarer(view, box, actions[i])


@njit
def _rarer(view, box, action):
    """Return what a Caesar bonus, a reveal or a removal is worth.

    Laurels that are hidden are worth seeing. Between the games of an election senators are taken back from the bottom.
    """
    if action.kind == CAESAR:
        return caesar_worth(view, box, action.path)
    if action.kind == DEMAND:
        return 1.0 if box.information == HIDDEN else -1.0
    if action.kind == REMOVE_ONE:
        return box.steps[action.body] + 0.01 * action.body
    return 0.01
