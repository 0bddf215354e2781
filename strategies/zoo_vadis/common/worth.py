"""What a move, an ability or a place of the Keeper is worth, in laurels, to the seat that looks."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.zoo_vadis.actions import has_room, missing_votes
from sim.games.zoo_vadis.state import (
    ARMADILLO,
    CROCODILE,
    HYENA,
    IBIS,
    MARMOSET,
    NONE,
    PEACOCK,
    RHINO,
    TIGER,
)
from strategies.zoo_vadis.common.table import arrived, company, laurel, places_left, standing, weary

__all__ = ["ability_gain", "body_worth", "ending", "gain", "keeper_worth", "move_worth", "needs_ibis", "star_worth"]

STEP = 1.2  # laurels that a step up counts for, other things equal
FIRST = 4.0  # laurels that being in the Star Exhibit at all counts for
VICTORY = 50.0  # laurels that winning counts for
HOLD_OUT = 14  # turns for each place in the Star Exhibit, after which nobody holds out any more


@njit
def star_worth(view, box, seat, hurry):
    """Return what a place in the Star Exhibit is worth to a seat besides the laurel on the way; hurry: for the last
    place.
    """
    if arrived(view, seat):
        return 0.0
    return FIRST + hurry / places_left(view, box)


@njit
def ending(view, box, path, pieces, mover):
    """Return what it is worth that so many pieces enter the Star Exhibit: victory or defeat; 0 if the game goes on.

    mover: the seat whose animal goes first, or NONE for a peacock.
    """
    if box.path_to[path] != box.star or view.n_star + pieces < box.star_size:
        return 0.0
    if view.turn >= HOLD_OUT * box.star_size:
        return 0.0
    best = NONE
    most = -1
    for seat in range(view.n_seats):
        if seat != mover and not arrived(view, seat):
            continue
        has = standing(view, seat) + (laurel(view, box, path) if seat == mover else 0)
        if has > most or (has == most and view.arrival[seat] < view.arrival[best]):
            most = has
            best = seat
    return VICTORY if best == view.actor else -VICTORY


@njit
def body_worth(view, box, body, seat):
    """Return what standing in an exhibit is worth to a seat: the laurel ahead, nearness, customers, own votes."""
    ahead = 0
    for path in range(box.first_path[body], box.first_path[body + 1]):
        ahead = max(ahead, laurel(view, box, path))
    worth = 0.4 * ahead - 0.1 * box.steps[body]
    if box.spaces[body] > 1:
        worth += 0.6 * min(company(view, body, seat), 3) + 0.6 * view.animals[body, seat]
    return worth


@njit
def gain(view, box, path, seat):
    """Return what an advance by a path brings a seat: the laurel, a step, and the Star Exhibit if it is not in yet."""
    total = laurel(view, box, path) + STEP
    if box.path_to[path] == box.star and not arrived(view, seat):
        total += FIRST
    return total


@njit
def move_worth(view, box, path, hurry):
    """Return what advancing an own animal by a path is worth to the active player. hurry: see `star_worth`."""
    me = view.active
    to = box.path_to[path]
    worth = laurel(view, box, path) + STEP
    if to == box.star:
        return worth + star_worth(view, box, me, hurry) + ending(view, box, path, 1, me)
    return worth + body_worth(view, box, to, me)


@njit
def needs_ibis(view, box, path):
    """Return whether a piece can go by a path only with Ibis."""
    return not has_room(box, view, box.path_to[path])


@njit
def keeper_worth(view, box, path):
    """Return what the Keeper on a path is worth: he lets own animals pass, and covers what others would take.

    When a game drags on, it is worth most to let the next seat pass, so that something moves.
    """
    body = box.path_from[path]
    me = view.active
    prize = int(box.value[view.token[path]])
    if weary(view, box) and view.animals[body, (me + 1) % view.n_seats] > 0:
        return 5.0 + 0.01 * path if has_room(box, view, box.path_to[path]) else 0.0
    if view.animals[body, me] > 0:
        short = int(box.votes[body]) - int(view.animals[body, me])
        saved = 1.5 * short if short > 0 and has_room(box, view, box.path_to[path]) else 0.0
        return saved - 0.5 * prize
    return 0.2 * prize - 0.3 * int(box.votes[body]) if company(view, body, me) > 0 else 0.0


@njit
def ability_gain(view, box, ability):
    """Return what the ability being negotiated brings the active player, in laurels [ZV 8]."""
    path = view.path
    if ability == HYENA:
        return 1.5
    if ability == TIGER:
        return float(box.value[view.token[path]])
    if ability == MARMOSET:
        under = view.keeper == path
        own = 0 if under else int(box.value[view.token[path]])
        return float(int(box.value[view.token[view.pick]]) - own) if view.pick != NONE else 0.0
    if ability == RHINO:
        return STEP + 1.0 if view.second == view.active else 0.5
    if view.piece == PEACOCK:
        return 1.0
    if view.piece != view.active:
        return 0.3
    worth = gain(view, box, path, view.active)
    if ability == CROCODILE:
        return worth
    if ability == ARMADILLO or ability == IBIS:
        return worth - 0.5
    return worth


@njit
def votes_to_get(view, box, path):
    """Return how many votes of others the active player needs for an own animal on a path."""
    return max(missing_votes(box, view, path), 0)
