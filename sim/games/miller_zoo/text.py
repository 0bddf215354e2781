"""A game of Miller Zoo in words: what was played, and how the zoo stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.games.miller_zoo import state as S
from sim.games.miller_zoo.box import printed_challenge

__all__ = ["board_text", "describe"]


def _icon(icon: int) -> str:
    return printed_challenge().icons[icon][1]


def _card(kind: int) -> str:
    """Return a card as "thirst", "thirst+hunger" or "joker"."""
    card = printed_challenge().resources[kind]
    return "+".join(_icon(icon) for icon in card.icons) or card.name


def _need(kind: int) -> str:
    card = printed_challenge().needs[kind]
    return "+".join(_icon(icon) for icon in card.icons) + (" with an extra card" if card.extra else "")


def _animal(animal: int) -> str:
    return printed_challenge().everyone[animal].id


def _space(box: Any, space: int) -> str:
    if space == S.NONE:
        return "Cantine"
    if space < box.n_habitats:
        return printed_challenge().habitats[space]
    return f"reception {space - int(box.n_habitats) + 1}"


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _counted(names: Sequence[str]) -> str:
    """Return a list with equal ones counted: "2 thirst, 1 hunger"."""
    return ", ".join(f"{names.count(name)} {name}" for name in dict.fromkeys(names)) or "none"


def _hand(state: Any, owner: int) -> str:
    return ", ".join(_card(int(card)) for card in state.cards[owner][: state.n_cards[owner]]) or "no cards"


def _mate(box: Any, state: Any, mate: int, names: Sequence[str]) -> str:
    """Return what to call a teammate: the seat's name, numbered where a seat has several."""
    name = names[mate % int(state.n_seats)]
    return name if state.n_team == state.n_seats else f"{name} {mate + 1}"


def _tokens(box: Any, state: Any, animal: int) -> str:
    tokens = [f"{state.tokens[animal, icon]} {_icon(icon)}" for icon in range(box.n_icons) if state.tokens[animal, icon]]
    return f"{_animal(animal)} has {', '.join(tokens)}" if tokens else ""


def _due(box: Any, state: Any, reception: int) -> str:
    return _counted([_icon(icon) for icon in range(box.n_icons) for _ in range(state.due[reception, icon])])


def describe(box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    """Return in words what an action does, given the state before it; the first of a day tells how the day began.

    names: (P,) what to call each seat.
    """
    told = _told(box, state, action, names)
    return f"{_day(box, state, names)}\n  {told}" if state.turn == state.dawn and state.step == 0 else told


def _day(box: Any, state: Any, names: Sequence[str]) -> str:
    """Return how a day begins: the deck, the hands, the needs cards and the animals with tokens."""
    night = f"The crisis in the night took {_count(int(state.burned), 'card')}. " if state.burned else ""
    lines = [f"Day {state.day}. {night}{_count(int(box.deck_size - state.drawn), 'card')} left in the deck."]
    lines += [f"  {_mate(box, state, mate, names)} has {_hand(state, mate)}." for mate in range(state.n_team)]
    if state.phase != S.SHARING:
        lines.append(f"  Needs: {'; '.join(_need(int(need)) for need in state.morning[: state.n_morning]) or 'none'}.")
        troubled = [said for animal in range(box.n_animals) if (said := _tokens(box, state, animal))]
        lines.append(f"  {'; '.join(troubled) or 'No animal has a problem'}.")
    return "\n".join(lines)


def _told(box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    who = _mate(box, state, int(state.mate), names)
    kind = int(action.kind)
    if kind == S.PASS:
        left = int(state.n_cards[state.mate])
        return f"{who} passes, with {_count(left, 'card')} in hand." if left else f"{who} passes."
    if kind == S.RIDE:
        return f"{who} goes with the animal to the {_space(box, int(state.ride_to))}."
    if kind == S.STAY:
        return f"{who} stays at {_space(box, int(state.ride_from))}."
    if kind == S.STORE:
        return f"The team stores {_card(int(action.card))}."
    if kind == S.DROP:
        return f"The team discards {_card(int(action.card))} from the storage."
    if kind == S.DONE:
        return f"The team stores {'no more' if state.step else 'nothing'}."
    if kind == S.CLEAR:
        return f"Crisis: the joker clears {_icon(int(action.icon))}; {_crisis(box, state)}."
    if kind == S.TAKE:
        return f"{_mate(box, state, int(action.mate), names)} draws one of the last {_count(int(state.to_share), 'card')}."
    if kind == S.LAY:
        where = _space(box, int(action.space))
        return f"One of the last {_count(int(state.supply), 'token')}: {_icon(int(action.icon))} in the {where}."
    return f"{who} {_played(box, state, action)}"


def _crisis(box: Any, state: Any) -> str:
    left = int(box.tokens) - int(state.supply) - 1
    return f"{_count(left, 'token')} left, {_count(int(box.deck_size - state.drawn), 'card')} left in the deck"


def _played(box: Any, state: Any, action: Any) -> str:
    """Return what a card does."""
    here = int(state.at[state.mate])
    if action.card == S.NONE:
        return f"goes to {_space(box, int(action.space))}."
    card = f"{_card(int(action.card))}{' from the storage' if action.stored else ''}"
    if action.kind == S.MOVE:
        return f"discards {card} and goes to {_at(box, state, int(action.space))}."
    icons = [int(action.icon)] if action.icon != S.NONE else list(printed_challenge().resources[action.card].icons)
    if action.kind == S.FIX:
        fixed = [icon for i, icon in enumerate(icons) if state.open[here, icon] > icons[:i].count(icon)]
        return f"plays {card} and fixes {' and '.join(map(_icon, fixed))} in the {_space(box, here)}."
    reception = here - int(box.n_habitats)
    paid = [icon for i, icon in enumerate(icons) if state.due[reception, icon] > icons[:i].count(icon)]
    left = int(state.due[reception].sum()) - len(paid)
    animal = int(state.visitor[reception])
    end = f"; {_count(left, 'icon')} to go." if left else f", which is received into the {_space(box, int(box.habitat[animal]))}."
    return f"pays {' and '.join(map(_icon, paid))} with {card} for {_animal(animal)}{end}"


def _at(box: Any, state: Any, space: int) -> str:
    """Return a space with what is to be done there."""
    if space < box.n_habitats:
        open_ = [_icon(icon) for icon in range(box.n_icons) for _ in range(state.open[space, icon])]
        return f"the {_space(box, space)} ({_counted(open_)} to fix)"
    reception = space - int(box.n_habitats)
    animal = int(state.visitor[reception])
    return f"{_space(box, space)} ({'empty' if animal == S.NONE else f'{_animal(animal)} needs {_due(box, state, reception)}'})"


def board_text(box: Any, state: Any, names: Sequence[str]) -> str:
    """Return the zoo as text: habitats with their animals, receptions with what is due, hands, storage and decks."""
    lines = []
    for space in range(box.n_habitats):
        living = [
            _tokens(box, state, animal) or _animal(animal)
            for animal in range(box.n_animals)
            if state.home[animal] and box.habitat[animal] == space
        ]
        lines.append(f"  {_space(box, space):<14} {'; '.join(living) or '-'}")
    for reception in range(box.n_receptions):
        animal = int(state.visitor[reception])
        said = "-"
        if animal != S.NONE:
            home = _space(box, int(box.habitat[animal]))
            said = f"{_animal(animal)} for the {home}, needs {_due(box, state, reception)}"
        lines.append(f"  {_space(box, int(box.n_habitats) + reception):<14} {said}")
    for mate in range(state.n_team):
        where = _space(box, int(state.at[mate]))
        lines.append(f"  {_mate(box, state, mate, names)} in {where}: {_hand(state, mate)}")
    lines.append(f"  Storage: {_hand(state, S.STORAGE)}")
    waiting = int(box.n_animals - box.n_printed) - int(state.turned)
    lines.append(
        f"  Day {state.day}: {state.received} of {box.goal} animals received, {waiting} still to come; "
        f"{_count(int(box.deck_size - state.drawn), 'card')} in the deck, {_count(int(state.supply), 'token')} in the supply"
    )
    if state.end == S.FINISHED:
        lines.append(
            "  "
            + (
                "The team has won: all animals are received.",
                "The team has lost: a crisis used up the deck.",
                "The team has lost: the deck is empty.",
            )[int(state.reason)]
        )
    return "\n".join(lines)
