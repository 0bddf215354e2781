"""A game of Quo Vadis? in words: what a move was, and how the table stands."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from sim.games.quo_vadis import state as S
from sim.games.quo_vadis.actions import takes_laurel, votes_of_others
from sim.games.quo_vadis.box import Data, kinds
from sim.mechanics.board import Board

__all__ = ["board_text", "describe"]


def _tile(kind: int) -> str:
    return "nothing" if kind == S.NONE else kinds()[kind].replace("_caesar", " with Caesar")


def _laurels(n: int) -> str:
    return f"{n} laurel" if n == 1 else f"{n} laurels"


def _votes(n: int) -> str:
    return f"{n} vote" if n == 1 else f"{n} votes"


def _terms(price: int, votes: int, steer: int) -> str:
    """Return terms in words; votes: how many later votes are promised."""
    if steer:
        return "the right to move Caesar afterwards"
    later = f"{_votes(votes)} in return later" if votes > 1 else "a vote in return later"
    parts = ([_laurels(price)] if price else []) + ([later] if votes else [])
    return " and ".join(parts) if parts else "nothing"


def describe(data: Data, box: Any, state: Any, action: Any, names: Sequence[str]) -> str:
    """Return in words what an action does, given the state before it. names: (P,) what to call each seat."""
    board = data.board
    who = names[state.actor]
    if action.kind == S.PASS:
        return {S.BONUS: f"{who} leaves Caesar where he is.", S.REVEAL: f"{who} demands nothing."}.get(
            int(state.phase), f"{who} can do nothing."
        )
    if action.kind == S.PLACE:
        return f"{who} places a senator in the {board.names[action.body]}."
    if action.kind == S.MOVE:
        return f"{who} {_move_words(board, box, state, action)}"
    if action.kind == S.CAESAR and state.phase == S.MAIN:
        return f"{who} turns to Caesar."
    if action.kind == S.CAESAR:
        extra = " as a bonus" if state.phase == S.BONUS else ""
        covered = f"over a {_tile(state.tile[action.path])}"
        return f"{who} moves Caesar{extra} to {board.path_name(action.path)}, {covered}."
    if action.kind == S.TERMS:
        asked = _terms(action.price, action.promise, action.steer)
        if state.phase == S.OFFER:
            return f"{who} offers {asked} for each vote."
        if box.protocol == S.TAKE_IT:
            return f"{who} accepts."
        return f"{who} would vote for {asked}{' per vote' if action.price or action.promise else ''}."
    if action.kind == S.COALITION:
        return f"{who} agrees: {_coalition_words(state, action, names)}; moves up{_gain(box, state, state.path)}."
    if action.kind == S.REFUSE:
        return {S.OFFER: f"{who} makes no offer.", S.DEAL: f"{who} finds that too dear; no deal."}.get(
            int(state.phase), f"{who} refuses to vote."
        )
    if action.kind == S.DEMAND:
        return f"{who} demands that all reveal their laurels."
    return f"{who} takes a senator off the {board.names[action.body]}."


def _move_words(board: Board, box: Any, state: Any, action: Any) -> str:
    need = votes_of_others(box, state, action.path)
    way = f"from the {board.names[box.path_from[action.path]]} to the {board.names[box.path_to[action.path]]}"
    if need > 0:
        return f"wants to move {way} and needs {_votes(need)} of others."
    why = ""
    if state.caesar == action.path:
        why = ", let pass by Caesar"
    elif box.consents[box.path_from[action.path]] > 0:
        why = ", on consents of their own"
    return f"moves {way}{why}{_gain(box, state, action.path)}."


def _gain(box: Any, state: Any, path: int) -> str:
    return f", and takes a {_tile(state.tile[path])}" if takes_laurel(box, state, path) else ""


def _coalition_words(state: Any, action: Any, names: Sequence[str]) -> str:
    parts = []
    for seat in range(state.n_seats):
        votes = int(action.votes[seat])
        if votes:
            terms = _terms(votes * state.price[seat], votes * state.promise[seat], state.steer[seat])
            parts.append(f"{_votes(votes)} of {names[seat]} for {terms}")
    served = [f"{names[action.first]} is served first from the supply"] if action.first != S.NONE else []
    return ", ".join(parts + served)


def board_text(data: Data, box: Any, state: Any, names: Sequence[str]) -> str:
    """Return the table as text: the bodies from the top down with who stands there, the laurels on their ways up,
    everyone's holdings.
    """
    board = data.board
    senate = ", ".join(names[seat] for seat in state.senate[: state.n_senate]) or "empty"
    lines = [f"Senate ({state.n_senate} of {box.senate_size}): {senate}"]
    for body in sorted(range(box.n_bodies), key=lambda at: (int(box.steps[at]), at)):
        there = [
            f"{names[seat]} x{state.senators[body, seat]}"
            for seat in range(state.n_seats)
            if state.senators[body, seat]
        ]
        ways = []
        for path in range(box.n_paths):
            if box.path_from[path] == body:
                caesar = " under Caesar" if state.caesar == path else ""
                laurel = f" [{_tile(state.tile[path])}{caesar}]" if box.has_laurel[path] else ""
                ways.append(f"{board.names[box.path_to[path]]}{laurel}")
        lines.append(
            f"  {f'{board.names[body]} ({box.spaces[body]})':<21} {', '.join(there) or '-':<45} up to {', '.join(ways)}"
        )
    for seat in range(state.n_seats):
        owed = [
            f"owes {_votes(int(n))} to {names[other]}" for other, n in enumerate(state.owed[seat][: state.n_seats]) if n
        ]
        held = f"{_laurels(int(state.laurels[seat]))}, {state.reserve[seat]} senators in reserve"
        lines.append(f"  {names[seat]}: {', '.join([held, *owed])}")
    lines.append(f"  Supply: {state.ones} I laurels, {box.stack_size - state.drawn} tiles in the stack")
    return "\n".join(lines)
