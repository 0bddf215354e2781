"""The usual way to trade, with the numbers that differ from strategy to strategy."""

from __future__ import annotations

from sim.compiled import njit
from sim.games.zoo_vadis.state import ASK, ASK_ABILITY, DEAL_ABILITY, NONE, OFFER, PEACOCK
from strategies.zoo_vadis.common.bargain import GIVEN, NEVER, REST, WORD, answer, buy, fair, offer, take, tile_income
from strategies.zoo_vadis.common.table import owes, standing
from strategies.zoo_vadis.common.worth import ability_gain, ending, move_worth

__all__ = ["sell_ability", "sell_vote", "trade"]

PROMISE = 0.8  # laurels that promising a vote counts for
LATE = 0.3  # share of its keeping price that a tile loses with each place taken in the Star Exhibit


@njit
def sell_vote(view, box, actions, values, share, promise, rival, word):
    """Answer a request for votes: a share of what the move brings, dearer for who leads, never for one's own defeat.

    word: laurels up to which a promise is kept; promise: what a promised vote counts for, −NEVER for never asking.
    """
    wanted = fair(view, box, share) - ending(view, box, view.path, 1, view.active if view.piece != PEACOCK else NONE)
    if standing(view, view.active) > standing(view, view.actor):
        wanted += rival
    if owes(view) and wanted <= word:
        wanted = GIVEN
    return answer(view, box, actions, values, wanted, promise)


@njit
def tile_price(view, box, share, keep):
    """Return the price of the wanted ability: a share of what it brings, and what the tile is worth kept."""
    ready = 1.0 - LATE * view.n_star
    return share * ability_gain(view, box, view.wanted) + keep * max(ready, 0.0) - tile_income(view, box)


@njit
def sell_ability(view, box, actions, values, share, keep, promise):
    """Answer a request for one's own ability: a share of what it brings, and what the tile is worth kept.

    keep: laurels that a tile is worth at the start; it loses worth as the Star Exhibit fills.
    """
    wanted = tile_price(view, box, share, keep)
    if view.path != NONE:
        wanted -= ending(view, box, view.path, 1, view.active if view.piece != PEACOCK else NONE)
    return answer(view, box, actions, values, max(wanted, 0.0), promise)


@njit
def trade(view, box, actions, values, share, ability_share, keep, thrift, hurry, rival):
    """Sell and buy: votes for a `share` of what they bring, abilities for an `ability_share` and `keep`.

    thrift: laurels that a laurel paid counts for; hurry: what the last place in the Star Exhibit is worth;
    rival: laurels that a vote costs more who is ahead.
    """
    if view.phase == ASK:
        return sell_vote(view, box, actions, values, share, WORD, rival, NEVER)
    if view.phase == ASK_ABILITY:
        return sell_ability(view, box, actions, values, ability_share, keep, WORD)
    if view.wanted != NONE:
        worth = ability_gain(view, box, view.wanted)
        if view.phase == DEAL_ABILITY:
            return take(view, actions, values, worth, thrift, PROMISE)
        asked = tile_price(view, box, ability_share, keep)
        return offer(view, actions, values, asked, worth, thrift, PROMISE, 1)
    worth = move_worth(view, box, view.path, hurry) - REST
    if view.phase == OFFER:
        asked = fair(view, box, share)
        return offer(view, actions, values, asked, worth, thrift, PROMISE, int(view.need))
    return buy(view, box, actions, values, worth, thrift, PROMISE)
