"""Which golden games there are, and each as text."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import numpy as np

from sim.engine import Trace, trace
from sim.registry import load_game
from sim.strategy import Seated
from strategies.registry import seat_spec

__all__ = ["FOLDER", "GAME_IDS", "PLAYTHROUGHS", "SEED", "replay", "tell", "told_game"]

FOLDER = Path(__file__).parent
COLOURS = ("Red", "Blue", "Black", "White", "Green", "Yellow", "Brown")
# Who plays which game, and the field of the state after a change of which the table is shown: pieces that have arrived,
# cards left in the deck, a new day.
PLAYERS = {
    "quo_vadis": ("climber", "n_senate"),
    "zoo_vadis": ("keen", "n_star"),
    "time_zoo": ("visitor", "deck"),
    "miller_zoo": ("eager", "day"),
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
    "zoo_vadis-offer": ("zoo_vadis", 6, {"negotiation.protocol": "offer", "setup.tiles": 6}),
    "zoo_vadis-no-deals": ("zoo_vadis", 3, {"negotiation.protocol": "none"}),
    "zoo_vadis-classic": ("zoo_vadis", 4, {"variant.classic": True}),
    "zoo_vadis-many-tiles": ("zoo_vadis", 6, {"setup.tiles": 6}),
    "zoo_vadis-crowded": ("zoo_vadis", 4, {"setup.tiles": 6, "board_3_5.great_hall.size": 3}),
    "zoo_vadis-narrow": (
        "zoo_vadis",
        5,
        {
            "setup.tiles": 6,
            "board_3_5.great_hall.size": 1,
            "board_3_5.east_meadow.size": 1,
            "board_3_5.savanna.size": 3,
        },
    ),
    "time_zoo-2-seats": ("time_zoo", 2, {}),
    "time_zoo-3-seats": ("time_zoo", 3, {}),
    "time_zoo-4-seats": ("time_zoo", 4, {}),
    "time_zoo-5-seats": ("time_zoo", 5, {"setup.start_seat": "random"}),
    "time_zoo-shared-win": ("time_zoo", 3, {}),
    "time_zoo-advanced": ("time_zoo", 3, {"variant.advanced": True}),
    "time_zoo-other-rulings": (
        "time_zoo",
        4,
        {
            "rules.reshuffle": "all",
            "rules.discount": "lasting",
            "rules.exchange": "may",
            "rules.sets": "several",
            "rules.last_round": "none",
            "rules.tie": "animals",
        },
    ),
}

# Which game is told, where not game 0; `-m tests.playthroughs` writes it.
GAME_IDS = FOLDER / "games.toml"


def told_game(name: str) -> tuple[np.ndarray, list[Seated]]:
    """Return the box and the lineup of a golden game."""
    game_name, n_seats, settings = PLAYTHROUGHS[name]
    player, _ = PLAYERS[game_name]
    lineup = [seat_spec(game_name, player, files=[FOLDER / "climber.py"])] * n_seats
    return load_game(game_name).make_box(n_seats, settings), lineup


def replay(name: str) -> Trace:
    """Play a golden game."""
    game_id = tomllib.loads(GAME_IDS.read_text(encoding="utf-8")).get(name, 0)
    boxes, lineup = told_game(name)
    told = trace(load_game(PLAYTHROUGHS[name][0]), boxes, SEED, game_id, lineup)
    assert told.fault is None, told.fault
    return told


def tell(name: str) -> str:
    """Return a golden game as text: every decision in words, the table whenever it has changed, the outcome."""
    game_name, n_seats, settings = PLAYTHROUGHS[name]
    game, told = load_game(game_name), replay(name)
    _, top = PLAYERS[game_name]
    names = COLOURS[:n_seats]
    shown = [f"{key} = {str(value).lower()}" for key, value in settings.items()]
    lines = [
        f"{game.title}, rules {game.rules_version}, {n_seats} seats, seed {SEED}, game {told.game['game_id']}",
        *shown,
    ]
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
