"""What if the deck of Miller Zoo held only four jokers? python examples/fewer_jokers.py [GAMES]"""

from __future__ import annotations

import sys

from experiments import whatif

games = int(sys.argv[1]) if len(sys.argv) > 1 else 10_000
found = whatif.run("miller_zoo", {"resources.joker": 4}, games=games)
told = found[found["question"] == "How do games end?"]
print(told[["metric", "base", "variant", "difference", "lo", "hi", "verdict"]].round(4).to_string(index=False))
print(f"Paired games spare: {found['variance_reduction'].median():.2f} times as many would be needed unpaired.")
