"""A game of Time Zoo in words: what a move was, and how the table stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.games.time_zoo import state as S
from sim.games.time_zoo.box import Deck
from sim.games.time_zoo.payments import card_of, of_type, price, sole_payment
from sim.games.time_zoo.scoring import points

__all__ = ["board_text", "describe"]


def _counted(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _listed(parts: Sequence[str]) -> str:
    """Return "a, b and c"."""
    return " and ".join(part for part in (", ".join(parts[:-1]), *parts[-1:]) if part)


def _item(deck: Deck, item: int) -> str:
    if item == S.NONE:
        return "(gap)"
    return deck.animals[item].name if item < S.INTERN else deck.interns[item - S.INTERN].name


def _order(deck: Deck, cards: Sequence[int]) -> str:
    """Return food cards one by one."""
    return _listed([deck.foods[card].name for card in cards if card != S.NONE])


def _several(counts: Sequence[int], names: Sequence[str]) -> list[str]:
    """Return what there is of each kind, in words."""
    return [f"{n} {name}" if n > 1 else name for n, name in zip(counts, names, strict=False) if n > 0]


def _payment(deck: Deck, cards: Sequence[int]) -> str:
    """Return food cards by kind."""
    counts = [sum(1 for card in cards if card == food) for food in range(len(deck.foods))]
    return _listed(_several(counts, [food.name for food in deck.foods])) or "nothing"


def _cost(box: Any, state: Any, animal: int) -> str:
    """Return what an animal costs the active player, in words: "2 blue food", "3 of the same red food"."""
    cards = price(box, state, state.actor, animal)
    colour = "" if box.type[animal] == S.ORANGE else f"{S.TYPES[box.type[animal]]} "
    linked = "of the same " if box.linked[animal] and cards > 1 else ""
    return f"{cards} {linked}{colour}food" if cards else "nothing"


def describe(deck: Deck, box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    """Return in words what an action does, given the state before it. names: (P,) what to call each seat."""
    who = names[state.actor]
    animal = "" if action.animal == S.NONE else deck.animals[action.animal].name
    food = "" if action.food == S.NONE else deck.foods[action.food].name
    at_hand = "" if state.animal == S.NONE else deck.animals[state.animal].name
    if action.kind == S.PASS:
        return f"{who} can do nothing."
    if action.kind == S.PILE_CARD:
        return f"{who} takes a food card from the pile."
    if action.kind == S.DISCARD_CARD:
        return f"{who} takes {food} from the discard pile."
    if action.kind == S.LURE:
        extra = " as well" if state.phase == S.EXTRA else ""
        cost = _cost(box, state, action.animal)
        return f"{who} lures the {animal}{extra}, for {cost}{_paid(deck, box, state, action.animal)}."
    if action.kind == S.HIRE:
        return f"{who} takes the {deck.interns[action.intern].name} out of the row."
    if action.kind == S.PAY:
        return f"{who} pays {_payment(deck, action.cards)}{_follows(box, state, state.animal)}."
    if action.kind == S.PUT:
        return f"{who} puts them down as {_order(deck, action.cards)}, the last on top."
    if action.kind == S.TUCK:
        return f"{who} puts {food} under the {at_hand}."
    if action.kind == S.DISCARD:
        return f"{who} puts {food} onto the discard pile."
    if action.kind == S.TARGET:
        whither = "takes a random food card from" if state.phase == S.ROBBING else "discards a random food card of"
        return f"{who} {whither} {names[action.seat]}."
    if action.kind == S.REMOVE:
        return f"{who} removes the {animal} from the row."
    if action.kind == S.EXCHANGE:
        return f"{who} exchanges the {at_hand} for the {animal} of {names[action.seat]}{_with_food(state, action)}."
    return {
        S.EXTRA: f"{who} lures no other animal.",
        S.TUCKING: f"{who} puts no more food under the {at_hand}.",
    }.get(int(state.phase), f"{who} keeps the {at_hand}.")


def _with_food(state: Any, action: Any) -> str:
    cards = int(state.tucked[action.seat, action.animal])
    return f" with {_counted(cards, 'food card')} under it" if cards else ""


def _paid(deck: Deck, box: Any, state: Any, animal: int) -> str:
    """Return how an animal is paid that can be paid in one way only, and what follows, in words."""
    cards = price(box, state, state.actor, animal)
    payment = sole_payment(box, state, state.actor, animal, cards)
    if payment == S.NONE:
        return ""
    foods = [int(card_of(payment, i)) for i in range(cards)]
    return (f"; pays {_payment(deck, foods)}" if foods else "") + _follows(box, state, animal)


def _follows(box: Any, state: Any, animal: int) -> str:
    """Return what of the special action of an animal needs no decision, in words."""
    special = int(box.special[animal])
    others = [seat for seat in range(state.n_seats) if seat != state.actor and state.hand_size[seat] > 0]
    if special == S.DRAW_PER_ICON:
        icons = of_type(state, state.actor, box.type[animal]) + 1
        return f" and will draw {_counted(int(box.draw_per_icon) * icons, 'food card')}"
    if special == S.DRAW:
        return f" and will draw {_counted(int(box.draw), 'food card')}"
    if special == S.DRAW_AND_PUT:
        return f", will draw {_counted(int(box.draw_and_put), 'food card')} and discard one"
    if special in (S.ROB_FOOD, S.SPOIL_FOOD):
        verb = "take a random food card from" if special == S.ROB_FOOD else "discard a random food card of"
        return f" and will {verb} {'an opponent' if others else 'nobody, as nobody has any'}"
    if special == S.REMOVE_ANIMALS:
        return f" and will remove {_counted(int(box.remove), 'animal')} from the row"
    return ""


def board_text(deck: Deck, box: Any, state: Any, names: Sequence[str]) -> str:
    """Return the table as text: the row, the piles, and what everybody has."""
    animals, foods, interns = ([card.name for card in cards] for cards in (deck.animals, deck.foods, deck.interns))
    lines = ["Row: " + ", ".join(_item(deck, int(item)) for item in state.row[: box.row])]
    top = [deck.foods[food].name for food in state.discard[: state.n_discard][::-1]]
    shown = ", ".join(top[:4]) + (", …" if len(top) > 4 else "")
    lines.append(
        f"  Animal deck {state.deck}; food pile {state.pile}; discard pile {state.n_discard}"
        + (f", from the top {shown}" if top else "")
    )
    for seat in range(state.n_seats):
        hand = _several(state.hand[seat], foods)
        helpers = _several(state.interns[seat], interns)
        zoo = [
            named + (f" (with {_counted(int(cards), 'food card')})" if cards else "")
            for animal, cards in enumerate(state.tucked[seat])
            for named in _several(state.zoo[seat][animal : animal + 1], animals[animal : animal + 1])
        ]
        owned = ", ".join(zoo + helpers) or "-"
        lines.append(f"  {names[seat]}: {_counted(points(box, state, seat), 'point')}; {owned}")
        lines.append(f"    hand ({state.hand_size[seat]}): {', '.join(hand) or '-'}")
    return "\n".join(lines)
