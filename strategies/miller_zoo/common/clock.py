"""What an icon paid today is worth in cards of the deck: the deck is the clock, and a whole day is the least it gives.

The chance to win is guessed from two numbers, the icons that will still be due tonight and the cards that will be left
in the deck: the team is ready after k more days with a chance that grows with k, and the deck lasts so long with one
that falls.
"""

from __future__ import annotations

from math import sqrt

from sim.games.miller_zoo.state import NONE
from strategies.kit import njit

__all__ = ["icon_price"]

PER_CARD = 0.75  # icons paid for each card that is dealt
NIGHT = 2.0  # cards that a crisis takes, if it has few tokens to clear
TOKEN = 0.8  # and for each token more
PACE = 3.0  # icons by which a day's progress is uncertain
BURN = 4.0  # cards by which a day's crisis is uncertain
LENIENT = 0.2  # of a day's cards the last day can do without
DAYS = 9
LEAST = 1.0
MOST = 12.0


@njit
def _step(x):
    """Return a chance that grows from 0 to 1, one half at 0."""
    return 0.5 + 0.5 * x / sqrt(1.0 + x * x)


@njit
def _chance(due, deck, dealt, night):
    """Return about how likely a team wins that tonight has so many icons due and cards in the deck, when a day deals
    `dealt` cards and a night takes `night`.
    """
    total = 0.0
    before = 0.0
    for k in range(DAYS):
        root = sqrt(k + 1.0)
        ready = _step((k * PER_CARD * dealt - due) / (PACE * root))
        lasts = _step((deck - k * (dealt + night) + LENIENT * dealt) / (BURN * root))
        total += (ready - before) * lasts
        before = ready
    return total


@njit
def icon_price(view, box, cards, burned):
    """Return how many cards of the deck an icon is worth that is paid today; `cards` can still be played today, and
    the crisis will take about `burned`.
    """
    due = 0.0
    new = int(box.n_animals) - int(box.n_printed)
    for animal in range(box.n_printed, box.n_animals):
        if not view.home[animal]:
            due += box.price[animal] - view.paid_for[animal]
    if view.received < box.goal < new:  # not all of these have to be received
        due *= (int(box.goal) - int(view.received)) / (new - int(view.received))
    due -= PER_CARD * cards
    extras = 0
    problems = 0
    for need in range(box.n_needs):
        extras += box.extra[need] * box.needs_copies[need]
        for animal in range(box.n_animals):
            if view.home[animal]:
                problems += box.needs_copies[need] * box.need[animal, box.problem[need]]
                if box.problem_too[need] != NONE:
                    problems += box.needs_copies[need] * box.need[animal, box.problem_too[need]]
    drawn = float(view.n_team) * box.needs_cards / max(1, int(box.needs_size))
    dealt = float(view.n_team) * box.hand + drawn * extras
    night = NIGHT + TOKEN * drawn * problems
    deck = float(box.deck_size) - view.drawn - burned
    by_icon = _chance(due - 1.0, deck, dealt, night) - _chance(due + 1.0, deck, dealt, night)
    by_card = _chance(due, deck + 1.0, dealt, night) - _chance(due, deck - 1.0, dealt, night)
    if by_icon >= MOST * by_card:
        return MOST
    return max(LEAST, by_icon / by_card)
