"""A game of Miller Zoo in words: what was played, how each day began, and how the zoo stands."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any

from sim.games.miller_zoo import state as S
from sim.games.miller_zoo.box import Challenge

__all__ = ["board_text", "describe"]

ENDS = {
    S.WON: "The team has won: all animals are received.",
    S.LOST_TO_CRISIS: "The team has lost: the crisis has used up the deck.",
    S.DECK_EMPTY: "The team has lost: the deck is empty.",
}


def _icon(challenge: Challenge, icon: int) -> str:
    return challenge.icons[icon][1]


def _icons(challenge: Challenge, icons: Iterable[int]) -> str:
    return " and ".join(_icon(challenge, icon) for icon in icons)


def _card(challenge: Challenge, kind: int) -> str:
    """Return a card as "thirst", "thirst+hunger" or "joker"."""
    card = challenge.resources[kind]
    return "+".join(_icon(challenge, icon) for icon in card.icons) or card.name


def _need(challenge: Challenge, box: Any, kind: int) -> str:
    problems = "+".join(_icon(challenge, icon) for icon in challenge.needs[kind].icons)
    return f"{problems} (and a card)" if box.extra[kind] else problems


def _animal(challenge: Challenge, animal: int) -> str:
    return challenge.everyone[animal].id


def _habitat(challenge: Challenge, space: int) -> str:
    return f"the {challenge.habitats[space]} habitat"


def _space(challenge: Challenge, box: Any, space: int) -> str:
    if space == S.NONE:
        return "the Cantine"
    return _habitat(challenge, space) if space < box.n_habitats else f"reception {space - int(box.n_habitats) + 1}"


def _count(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _listed(challenge: Challenge, box: Any, counts: Any) -> str:
    """Return counts by icon as "2 thirst, 1 hunger"."""
    return ", ".join(f"{counts[icon]} {_icon(challenge, icon)}" for icon in range(box.n_icons) if counts[icon])


def _hand(challenge: Challenge, state: Any, owner: int) -> str:
    return ", ".join(_card(challenge, int(card)) for card in state.cards[owner][: state.n_cards[owner]]) or "no cards"


def _deck(box: Any, state: Any) -> str:
    return f"{_count(int(box.deck_size - state.drawn), 'card')} left in the deck"


def _mate(state: Any, mate: int, names: Sequence[str]) -> str:
    """Return what to call a teammate: the seat's name, numbered where a seat has several."""
    name = names[mate % int(state.n_seats)]
    return name if state.n_team == state.n_seats else f"{name} {mate + 1}"


def describe(challenge: Challenge, box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    """Return in words what an action does, given the state before it; the first of a day tells how the day began.

    names: (P,) what to call each seat.
    """
    return "\n  ".join((*_opening(challenge, box, state, names), _told(challenge, box, state, action, names)))


def _opening(challenge: Challenge, box: Any, state: Any, names: Sequence[str]) -> list[str]:
    """Return how a day begins: before its first decision the deck, and the hands and the needs once they are drawn.

    Between the two can only be the decisions who draws the last cards.
    """
    lines: list[str] = []
    if state.turn != state.dawn:
        return lines
    if state.step == 0:
        night = f" The crisis in the night took {_count(int(state.burned), 'card')}." if state.burned else ""
        lines.append(f"Day {state.day}.{night}")
    sharing = state.phase == S.SHARING
    if state.step == (0 if sharing else state.shared.sum()):
        lines += [f"  {_mate(state, mate, names)} has {_hand(challenge, state, mate)}." for mate in range(state.n_team)]
        if state.n_cards[S.STORAGE]:
            lines.append(f"  In the storage: {_hand(challenge, state, S.STORAGE)}.")
        lines.append(f"  {_deck(box, state)}.")
        if not sharing:
            drawn = [_need(challenge, box, int(need)) for need in state.morning[: state.n_morning]]
            lines.append(f"  Needs: {'; '.join(drawn) or 'none'}.")
            troubled = [
                f"{_animal(challenge, animal)} has {_listed(challenge, box, state.tokens[animal])}"
                for animal in range(box.n_animals)
                if state.tokens[animal].any()
            ]
            lines.append(f"  {'; '.join(troubled) or 'No animal has a problem'}.")
    return lines


def _told(challenge: Challenge, box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    """Return what an action does."""
    who, kind = _mate(state, int(state.mate), names), int(action.kind)
    if kind == S.PASS:
        left = int(state.n_cards[state.mate])
        return f"{who} passes{f', with {left} in hand' if left else ''}."
    if kind == S.RIDE:
        return f"{who} goes with the animal to {_space(challenge, box, int(state.ride_to))}."
    if kind == S.STAY:
        return f"{who} stays at {_space(challenge, box, int(state.ride_from))}."
    if kind == S.STORE:
        return f"The team stores {_card(challenge, int(action.card))}."
    if kind == S.DROP:
        return f"The team discards {_card(challenge, int(action.card))} from the storage."
    if kind == S.DONE:
        return f"The team stores {'no more' if state.step else 'nothing'}."
    if kind == S.CLEAR:
        left = int(box.tokens) - int(state.supply) - 1
        cleared = f"a joker clears {_icon(challenge, int(action.icon))}"
        return f"Crisis: {cleared}; {_count(left, 'token')} to go, {_deck(box, state)}."
    if kind == S.TAKE:
        return f"{_mate(state, int(action.mate), names)} draws a card of the last {int(state.to_share)}."
    if kind == S.LAY:
        laid = f"{_icon(challenge, int(action.icon))} in {_space(challenge, box, int(action.space))}"
        return f"Of the last {_count(int(state.supply), 'token')} one goes to {laid}."
    return f"{who} {_played(challenge, box, state, action)}"


def _played(challenge: Challenge, box: Any, state: Any, action: Any) -> str:
    """Return what a card does."""
    here = int(state.at[state.mate])
    if action.card == S.NONE:
        return f"goes to {_goal(challenge, box, state, int(action.space))}."
    card = f"{_card(challenge, int(action.card))}{' from the storage' if action.stored else ''}"
    if action.kind == S.MOVE:
        return f"discards {card} and goes to {_goal(challenge, box, state, int(action.space))}."
    icons = [int(action.icon)] if action.icon != S.NONE else list(challenge.resources[action.card].icons)
    if action.kind == S.FIX:
        fixed = [icon for i, icon in enumerate(icons) if state.open[here, icon] > icons[:i].count(icon)]
        return f"plays {card} and fixes {_icons(challenge, fixed)}."
    reception = here - int(box.n_habitats)
    paid = [icon for i, icon in enumerate(icons) if state.due[reception, icon] > icons[:i].count(icon)]
    left = int(state.due[reception].sum()) - len(paid)
    animal = int(state.visitor[reception])
    end = (
        f"{_count(left, 'icon')} to go"
        if left
        else f"it is received into {_habitat(challenge, int(box.habitat[animal]))}"
    )
    return f"plays {card} and pays {_icons(challenge, paid)} for {_animal(challenge, animal)}; {end}."


def _goal(challenge: Challenge, box: Any, state: Any, space: int) -> str:
    """Return a space with what is to be done there."""
    where = _space(challenge, box, space)
    if space < box.n_habitats:
        return f"{where} (problems: {_listed(challenge, box, state.open[space]) or 'none'})"
    reception = space - int(box.n_habitats)
    animal = int(state.visitor[reception])
    if animal == S.NONE:
        return f"{where} (empty)"
    return f"{where} ({_animal(challenge, animal)} needs {_listed(challenge, box, state.due[reception])})"


def board_text(challenge: Challenge, box: Any, state: Any, names: Sequence[str]) -> str:
    """Return the zoo as text: habitats with their animals, receptions with what is due, hands, storage and decks."""
    lines = []
    for habitat in range(box.n_habitats):
        living = [
            f"{_animal(challenge, animal)} ({_listed(challenge, box, state.tokens[animal])})"
            if state.tokens[animal].any()
            else _animal(challenge, animal)
            for animal in range(box.n_animals)
            if state.home[animal] and box.habitat[animal] == habitat
        ]
        lines.append(f"  {challenge.habitats[habitat]:<14} {', '.join(living) or '-'}")
    for reception in range(box.n_receptions):
        animal = int(state.visitor[reception])
        said = "-"
        if animal != S.NONE:
            home = _habitat(challenge, int(box.habitat[animal]))
            said = f"{_animal(challenge, animal)} for {home}, needs {_listed(challenge, box, state.due[reception])}"
        lines.append(f"  {_space(challenge, box, int(box.n_habitats) + reception):<14} {said}")
    for mate in range(state.n_team):
        where = _space(challenge, box, int(state.at[mate]))
        lines.append(f"  {_mate(state, mate, names)} in {where} with {_hand(challenge, state, mate)}")
    lines.append(f"  Storage: {_hand(challenge, state, S.STORAGE)}")
    coming = int(box.n_animals - box.n_printed) - int(state.turned)
    lines.append(f"  Day {state.day}: {state.received} of {box.goal} animals received, {coming} not turned up yet")
    lines.append(f"  {_deck(box, state)}, {_count(int(state.supply), 'token')} in the supply")
    if state.reason != S.NONE:
        lines.append(f"  {ENDS[int(state.reason)]}")
    return "\n".join(lines)
