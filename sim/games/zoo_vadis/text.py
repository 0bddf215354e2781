"""A game of Zoo Vadis in words: what a move was, and how the table stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import numpy as np

from sim.games.zoo_vadis import state as S
from sim.games.zoo_vadis.actions import missing_votes
from sim.games.zoo_vadis.box import Data, kinds, species_names
from sim.games.zoo_vadis.rules import apply
from sim.mechanics.board import Board

__all__ = ["board_text", "describe"]

SIGNS = {"II_keeper": "II with Keeper", "II_peacock": "II with peacock", "II_ability": "II with ability sign"}


def _token(kind: int) -> str:
    name = "nothing" if kind == S.NONE else kinds()[kind]
    return SIGNS.get(name, name)


def _many(n: int, what: str) -> str:
    return f"{n} {what}" if n == 1 else f"{n} {what}s"


def _laurels(n: int) -> str:
    return _many(n, "laurel")


def _votes(n: int) -> str:
    return _many(n, "vote")


def _terms(price: int, promise: int) -> str:
    returned = ["a vote in return later" if promise == 1 else f"{_votes(promise)} in return later"] if promise else []
    parts = ([_laurels(price)] if price else []) + returned
    return " and ".join(parts) if parts else "nothing"


def _owner(owner: int, names: Sequence[str]) -> str:
    return "a peacock" if owner == S.PEACOCK else f"an animal of {names[owner]}"


def _board(data: Data, state: Any) -> Board:
    return data.sides[int(state.n_seats)].board


def describe(data: Data, box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    """Return in words what an action does, given the state before it. names: (P,) what to call each seat."""
    who = names[state.actor]
    board = _board(data, state)
    kind = action.kind
    went = _result_words(box, state, action)
    if kind in (S.ADVANCE, S.PEACOCK_ON):
        return f"{who} {_advance_words(data, box, state, action, names, went)}."
    if kind == S.TERMS:
        return f"{who} {_terms_words(box, state, action)}"
    if kind == S.REFUSE:
        anyway = "" if went is None else f"; {names[state.active]} goes anyway{went}"
        return f"{who} {_refusal_words(state)}{anyway}."
    simple = {
        S.PASS: "leaves the Keeper where he is." if state.phase == S.ROAM else "can do nothing.",
        S.ADD: f"adds an animal to the {board.names[action.body]}.",
        S.USE_HYENA: "asks for Hyena, to move the Keeper.",
        S.END_TURN: "ends the turn.",
        S.USE_TIGER: "asks for Tiger, to collect under the Keeper.",
        S.ACCEPT: f"agrees{_goes(state, names, went)}.",
    }
    if kind in simple:
        return f"{who} {simple[kind]}"
    if kind == S.KEEPER:
        why = " as a bonus" if state.acted and state.phase == S.MAIN else ""
        return (
            f"{who} moves the Keeper{why} to {board.path_name(action.path)}, over a {_token(state.token[action.path])}."
        )
    if kind == S.USE_RHINO:
        return f"{who} asks for Rhino, to take {_owner(action.owner, names)} along."
    if kind == S.USE_MARMOSET:
        laurel = f"the {_token(state.token[action.path])} on {board.path_name(action.path)}"
        return f"{who} asks for Marmoset, to collect {laurel} instead."
    if kind == S.GO:
        return f"{who} {_go_words(state, names, went)}."
    return f"{who} agrees: {_coalition_words(state, action, names)}{_goes(state, names, went)}."


def _result_words(box: Any, state: Any, action: Any) -> str | None:
    """Return what whoever moves by an action gets, and with which abilities; None where nothing moves.

    It is carried out on a copy, with an empty bag: what is drawn is not told.
    """
    states = np.array([state], S.STATE)
    after = states.view(np.recarray)[0]
    apply(box, np.zeros(1, S.CHANCE).view(np.recarray)[0], after, action)
    if action.kind == S.ADD or (after.n_star == state.n_star and (after.animals == state.animals).all()):
        return None
    mover = state.active
    taken = np.flatnonzero(after.taken[mover] > state.taken[mover]).tolist()
    gain = f" and collects a {_token(taken[0])}" if taken else ""
    earned = ", for an I" if after.from_peacocks[mover] > state.from_peacocks[mover] else ""
    lenders = np.flatnonzero(after.n_used > state.n_used)
    used = [species_names()[ability] for ability in sorted(state.species[lenders])]
    return f"{gain}{' thanks to ' + ' and '.join(used) if used else ''}{earned}"


def _goes(state: Any, names: Sequence[str], went: str | None) -> str:
    """Return that the planned piece goes, if it does."""
    if went is None:
        return ""
    if state.piece == state.active:
        return f"; goes{' on' if state.again else ''}{went}"
    piece = "the peacock" if state.piece == S.PEACOCK else f"the animal of {names[state.piece]}"
    return f"; {piece} goes{' on' if state.again else ''}{went}"


def _advance_words(data: Data, box: Any, state: Any, action: Any, names: Sequence[str], went: str | None) -> str:
    board = _board(data, state)
    way = f"from the {board.names[box.path_from[action.path]]} to the {board.names[box.path_to[action.path]]}"
    if box.tunnel[action.path]:
        way += " through the tunnel"
    if state.phase == S.AGAIN:
        who = "" if action.owner == state.active else f"{_owner(action.owner, names)} "
        return f"wants {who}to go on {way}"
    verb = "wants to advance" if went is None else "advances"
    if action.kind == S.PEACOCK_ON:
        return f"{verb} a peacock {way}{went or ''}"
    need = missing_votes(box, state, action.path)
    if need > 0:
        return f"{verb} {way} and needs {_votes(need)} of others"
    return f"{verb} {way}{', let pass by the Keeper' if state.keeper == action.path else ''}{went or ''}"


def _go_words(state: Any, names: Sequence[str], went: str | None) -> str:
    if state.phase == S.AGAIN:
        return "stays there"
    return "asks for the votes" if went is None else _goes(state, names, went).removeprefix("; ")


def _terms_words(box: Any, state: Any, action: Any) -> str:
    terms = _terms(action.price, action.promise)
    what = f"for {species_names()[state.wanted]}" if state.wanted != S.NONE else "for each vote"
    if state.phase == S.OFFER:
        return f"offers {terms} {what}."
    if box.protocol == S.TAKE_IT:
        return "accepts."
    if state.wanted != S.NONE:
        return f"would lend {species_names()[state.wanted]} for {terms}."
    return f"would vote for {terms}{' per vote' if terms != 'nothing' else ''}."


def _refusal_words(state: Any) -> str:
    if state.phase == S.OFFER:
        return "makes no offer"
    if state.phase in (S.DEAL, S.DEAL_ABILITY):
        return "finds that too dear; no deal"
    return f"will not lend {species_names()[state.wanted]}" if state.phase == S.ASK_ABILITY else "refuses to vote"


def _coalition_words(state: Any, action: Any, names: Sequence[str]) -> str:
    parts = []
    for seat in range(state.n_seats):
        votes = int(action.votes[seat])
        if votes:
            terms = _terms(votes * int(state.price[seat]), votes * int(state.promise[seat]))
            parts.append(f"{_votes(votes)} of {names[seat]} for {terms}")
    if action.bribes:
        parts.append(f"{'a bribe' if action.bribes == 1 else f'{action.bribes} bribes'} for peacocks")
    return ", ".join(parts)


def board_text(data: Data, box: Any, state: Any, names: Sequence[str]) -> str:
    """Return the table as text: the exhibits from the top down with who is there, the laurels on their ways up,
    everyone's holdings.
    """
    board = _board(data, state)
    star = (
        ", ".join("peacock" if owner == S.PEACOCK else names[owner] for owner in state.star[: state.n_star]) or "empty"
    )
    lines = [f"Star Exhibit ({state.n_star} of {box.star_size}): {star}"]
    people = [
        (owner, "peacock" if owner == S.PEACOCK else names[owner]) for owner in [*range(state.n_seats), S.PEACOCK]
    ]
    for body in sorted(range(box.n_bodies), key=lambda at: (int(box.steps[at]), at)):
        there = [f"{name} x{state.animals[body, owner]}" for owner, name in people if state.animals[body, owner]]
        ways = []
        for path in range(box.n_paths):
            if box.path_from[path] == body:
                keeper = " under the Keeper" if state.keeper == path else ""
                laurel = f" [{_token(state.token[path])}{keeper}]" if box.has_laurel[path] else ""
                ways.append(f"{board.names[box.path_to[path]]}{' (tunnel)' if box.tunnel[path] else laurel}")
        name = f"{board.names[body]} ({box.spaces[body]})"
        lines.append(f"  {name:<18} {', '.join(there) or '-':<36} up to {', '.join(ways)}")
    for seat in range(state.n_seats):
        owed = [
            f"owes {_votes(int(n))} to {names[other]}" for other, n in enumerate(state.owed[seat][: state.n_seats]) if n
        ]
        held = [
            _laurels(int(state.laurels[seat])),
            f"{_many(int(state.supply[seat]), 'animal')} in supply",
            f"{_many(int(state.ready[seat]), 'ability tile')} ready",
        ]
        lines.append(f"  {names[seat]} ({species_names()[state.species[seat]]}): {', '.join([*held, *owed])}")
    lines.append(f"  Supply: {state.ones} I laurels, {box.bag_size - state.drawn} tokens in the bag")
    return "\n".join(lines)
