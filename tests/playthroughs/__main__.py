"""Write all golden games anew."""

from __future__ import annotations

from tests.playthroughs.tell import FOLDER, PLAYTHROUGHS, tell

for stale in FOLDER.glob("*.txt"):
    stale.unlink()
for name in PLAYTHROUGHS:
    (FOLDER / f"{name}.txt").write_text(tell(name), encoding="utf-8")
