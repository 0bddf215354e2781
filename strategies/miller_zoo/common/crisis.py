"""What a crisis will cost: how many cards it is expected to take from the deck, and whether the deck can end it at all.

Every card that has left the deck is known, so the chance that t more cards bring k icons of one kind is exact. Two
things are not: the kinds are treated as if they came independently, and jokers as if they were shared out in advance.
"""

from __future__ import annotations

from sim.games.miller_zoo.state import NONE
from strategies.kit import njit

__all__ = ["DRAWS", "MOST", "burn", "fill_deck", "fill_odds", "fill_savings", "lacking"]

DRAWS = 24  # cards that a crisis is looked ahead
MOST = 9  # tokens of one kind that are told apart


@njit
def fill_deck(view, box, icons):
    """Fill `icons` (I,) with those on the cards in the deck that are no jokers; return how many jokers there are."""
    jokers = 0
    for icon in range(box.n_icons):
        icons[icon] = 0
    for card in range(box.n_kinds):
        copies = int(box.copies[card]) - int(view.gone[card])
        if box.joker[card]:
            jokers += copies
        else:
            icons[int(box.first[card])] += copies
            if box.second[card] != NONE:
                icons[int(box.second[card])] += copies
    return jokers


@njit
def fill_odds(box, deck, icons, jokers, tokens, odds):
    """Fill `odds` (I, MOST + 1, DRAWS): the chance that t + 1 cards of the deck have k icons of a kind or more, for k
    up to the tokens (I,) of that kind.
    """
    kinds = 0
    for icon in range(box.n_icons):
        if tokens[icon] > 0:
            kinds += 1
    for icon in range(box.n_icons):
        need = min(int(tokens[icon]), MOST)
        if need == 0:
            continue
        hits = icons[icon] + jokers / kinds
        # odds[icon, k, t] holds at first the chance of exactly k icons, for k < need
        for t in range(min(deck, DRAWS)):
            rest = 1.0 / (deck - t)
            fewer = 0.0
            for k in range(need):
                before = odds[icon, k, t - 1] if t > 0 else (1.0 if k == 0 else 0.0)
                hit = min(max((hits - k) * rest, 0.0), 1.0)
                odds[icon, k, t] = before * (1.0 - hit) + fewer
                fewer = before * hit
        for t in range(min(deck, DRAWS)):
            missing = 0.0
            for k in range(need):
                missing += odds[icon, k, t]
                odds[icon, k, t] = missing
            for k in range(need, 0, -1):
                odds[icon, k, t] = 1.0 - odds[icon, k - 1, t]


@njit
def burn(box, deck, tokens, odds):
    """Return how many cards of the deck a crisis with these tokens (I,) takes on average, with the odds of
    `fill_odds`.
    """
    some = False
    for icon in range(box.n_icons):
        if tokens[icon] > 0:
            some = True
    if not some or deck == 0:
        return 0.0
    cards = 1.0
    for t in range(min(deck, DRAWS) - 1):
        over = 1.0
        for icon in range(box.n_icons):
            need = min(int(tokens[icon]), MOST)
            if need > 0:
                over *= odds[icon, need, t]
        cards += 1.0 - over
        if over > 0.99:
            break
    return cards


@njit
def lacking(box, icons, jokers, tokens):
    """Return how many of the tokens (I,) would be left if the whole deck were used up: what one kind lacks, jokers
    give.
    """
    total = 0
    for icon in range(box.n_icons):
        total += max(0, int(tokens[icon]) - int(icons[icon]))
    return max(0, total - jokers)


@njit
def fill_savings(box, deck, tokens, odds, savings):
    """Fill `savings` (I,) with the cards that a crisis turns less for one token less of each kind; return what it takes
    in all. A token is counted halfway between what it saves alone and its share of what clearing all would save.
    """
    whole = burn(box, deck, tokens, odds)
    total = 0
    for icon in range(box.n_icons):
        total += int(tokens[icon])
    for icon in range(box.n_icons):
        savings[icon] = 0.0
        if tokens[icon] > 0:
            tokens[icon] -= 1
            savings[icon] = 0.5 * (whole - burn(box, deck, tokens, odds) + whole / total)
            tokens[icon] += 1
    return whole
