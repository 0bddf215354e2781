"""Time Zoo: the rules of `RULES.md` as functions on records; `game.py` has the `GAME` that the registry finds."""
