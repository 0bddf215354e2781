"""Write all golden games anew, and choose other games of Zoo Vadis where those told so far do not show everything."""

from __future__ import annotations

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
    lines = [f"{name} = {game_id}" for name, game_id in choose_games(slots).items()]
    GAME_IDS.write_text(
        "\n".join(["# Which game each golden game is; chosen by -m tests.playthroughs.", *sorted(lines), ""])
    )


if not EVERYTHING.issubset(frozenset().union(*(shown(replay(name)) for name in ZOO))):
    choose()
for stale in FOLDER.glob("*.txt"):
    stale.unlink()
for name in PLAYTHROUGHS:
    (FOLDER / f"{name}.txt").write_text(tell(name), encoding="utf-8")
