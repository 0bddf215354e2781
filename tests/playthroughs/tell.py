"""Which golden games there are, and each as text."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from sim.engine import Trace, trace
from sim.registry import load_game
from strategies.registry import seat_spec

__all__ = ["FOLDER", "PLAYTHROUGHS", "played", "tell"]

FOLDER = Path(__file__).parent
COLOURS = ("Red", "Blue", "Black", "White", "Green", "Yellow", "Brown")
# Who plays which game, and the field of the state that says when to show the board: an arrival, a new day.
PLAYERS = {
    "miller_zoo": ("eager", "day"),
    "quo_vadis": ("climber", "n_senate"),
    "zoo_vadis": ("keen", "n_star"),
}
SEED = 1

# File name: game, seats, settings.
PLAYTHROUGHS: dict[str, tuple[str, int, dict[str, object]]] = {
    "quo_vadis-3-seats": ("quo_vadis", 3, {}),
    "quo_vadis-4-seats": ("quo_vadis", 4, {}),
    "quo_vadis-5-seats": ("quo_vadis", 5, {}),
    "quo_vadis-offer": ("quo_vadis", 4, {"negotiation.protocol": "offer"}),
    "quo_vadis-no-deals": ("quo_vadis", 3, {"negotiation.protocol": "none"}),
    "quo_vadis-per-senator": ("quo_vadis", 5, {"rules.consent_pay": "per_senator"}),
    "quo_vadis-limited-ones": ("quo_vadis", 3, {"variant.limited_ones": True, "variant.ones.3": 4}),
    "quo_vadis-reveal": ("quo_vadis", 4, {"variant.reveal": True, "information.laurels": "hidden"}),
    "quo_vadis-random-start": ("quo_vadis", 5, {"setup.start_seat": "random"}),
    "quo_vadis-election": ("quo_vadis", 3, {"variant.election": True, "setup.senators": 5}),
    "miller_zoo-1-seat": ("miller_zoo", 1, {}),
    "miller_zoo-2-seats": ("miller_zoo", 2, {}),
    "miller_zoo-3-seats": ("miller_zoo", 3, {}),
    "miller_zoo-4-seats": ("miller_zoo", 4, {}),
    "miller_zoo-5-seats": ("miller_zoo", 5, {}),
    "miller_zoo-6-seats": ("miller_zoo", 6, {}),
    "miller_zoo-few-tokens": ("miller_zoo", 4, {"setup.tokens": 5}),
    "miller_zoo-first-move-free": ("miller_zoo", 2, {"rules.first_move_free": True, "rules.empty_deck_wins": False}),
    "miller_zoo-renewed": ("miller_zoo", 3, {"rules.storage": "renewed", "needs.extra_resource": False}),
    "zoo_vadis-3-seats": ("zoo_vadis", 3, {}),
    "zoo_vadis-4-seats": ("zoo_vadis", 4, {}),
    "zoo_vadis-5-seats": ("zoo_vadis", 5, {"setup.start_seat": "random"}),
    "zoo_vadis-6-seats": ("zoo_vadis", 6, {}),
    "zoo_vadis-7-seats": ("zoo_vadis", 7, {}),
    "zoo_vadis-offer": ("zoo_vadis", 7, {"negotiation.protocol": "offer"}),
    "zoo_vadis-no-deals": ("zoo_vadis", 3, {"negotiation.protocol": "none"}),
    "zoo_vadis-classic": ("zoo_vadis", 4, {"variant.classic": True}),
    "zoo_vadis-many-tiles": ("zoo_vadis", 7, {"setup.tiles": 6}),
}

# Which game is told, where not game 0: together these show every kind of action in each of its phases; of Miller Zoo
# every end, too; of Zoo Vadis every ability alone, and nearly every combination of abilities in one move.
GAME_IDS = {
    "miller_zoo-1-seat": 50,
    "miller_zoo-2-seats": 89,
    "miller_zoo-3-seats": 90,
    "miller_zoo-4-seats": 153,
    "miller_zoo-5-seats": 17,
    "miller_zoo-6-seats": 13,
    "miller_zoo-few-tokens": 17,
    "miller_zoo-first-move-free": 36,
    "miller_zoo-renewed": 35,
    "zoo_vadis-3-seats": 15,
    "zoo_vadis-4-seats": 89,
    "zoo_vadis-5-seats": 116,
    "zoo_vadis-6-seats": 5,
    "zoo_vadis-7-seats": 75,
    "zoo_vadis-offer": 34,
    "zoo_vadis-no-deals": 110,
    "zoo_vadis-classic": 49,
    "zoo_vadis-many-tiles": 16,
}


def played(name: str) -> Trace:
    """Return a golden game as it is played, decision by decision."""
    game_name, n_seats, settings = PLAYTHROUGHS[name]
    game = load_game(game_name)
    lineup = [seat_spec(game_name, PLAYERS[game_name][0], files=[FOLDER / "climber.py"])] * n_seats
    told = trace(game, game.make_box(n_seats, settings), SEED, GAME_IDS.get(name, 0), lineup)
    assert told.fault is None, told.fault
    return told


def tell(name: str) -> str:
    """Return a golden game as text: the board, every decision in words, the board after each arrival or on each day,
    the outcome.
    """
    game_name, n_seats, settings = PLAYTHROUGHS[name]
    game, top, told = load_game(game_name), PLAYERS[game_name][1], played(name)
    game_id, names = GAME_IDS.get(name, 0), COLOURS[:n_seats]
    shown = [f"{key} = {str(value).lower()}" for key, value in settings.items()]
    lines = [f"{game.title}, rules {game.rules_version}, {n_seats} seats, seed {SEED}, game {game_id}", *shown]
    turn, arrived = -1, -1
    for step in told.steps:
        state = step.state
        if state.turn != turn:
            if state[top] != arrived:
                lines += ["", game.board_text(told.box, state, names), ""]
                arrived = state[top]
            turn = state.turn
            lines.append(f"Turn {turn + 1}")
        lines.append(f"  {game.describe(told.box, state, step.action, names)}")
    lines += ["", game.board_text(told.box, told.last, names), "", f"Game: {_outcome(told.game)}"]
    lines += [f"{colour}: {_outcome(row)}" for colour, row in zip(names, told.seats, strict=True)]
    return "\n".join(line.rstrip() for line in lines) + "\n"


def _outcome(row: Any) -> str:
    return ", ".join(f"{column} {row[column]}" for column in row.dtype.names if column != "game_id")
