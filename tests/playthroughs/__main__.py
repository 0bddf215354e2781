"""Write all golden games anew, and choose other games of Zoo Vadis where those told so far do not show everything."""

from __future__ import annotations

import tomllib

from tests.games.zoo_vadis.combinations import EVERYTHING
from tests.playthroughs.search import choose_games, shown
from tests.playthroughs.tell import FOLDER, GAME_IDS, PLAYTHROUGHS, SEED, replay, tell, told_game

ZOO = [name for name, (game, _, _) in PLAYTHROUGHS.items() if game == "zoo_vadis"]


def choose() -> None:
    """Choose the games of Zoo Vadis anew, and note their ids."""
    slots = {}
    for name in ZOO:
        boxes, lineup = told_game(name)
        slots[name] = (boxes, lineup[0], SEED)
    chosen = tomllib.loads(GAME_IDS.read_text(encoding="utf-8")) | choose_games(slots)
    lines = [f"{name} = {game_id}" for name, game_id in chosen.items()]
    says = "# Which game each golden game is, where not game 0; those of Zoo Vadis are chosen by -m tests.playthroughs."
    GAME_IDS.write_text("\n".join([says, *sorted(lines), ""]), encoding="utf-8")


if not EVERYTHING.issubset(frozenset().union(*(shown(replay(name)) for name in ZOO))):
    choose()
for stale in FOLDER.glob("*.txt"):
    stale.unlink()
for name in PLAYTHROUGHS:
    (FOLDER / f"{name}.txt").write_text(tell(name), encoding="utf-8")
