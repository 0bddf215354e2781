"""What if the interns of Time Zoo were shuffled into the animal deck? python examples/interns_in_the_deck.py [GAMES]"""

from __future__ import annotations

import sys

from experiments import whatif

games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
found = whatif.run("time_zoo", {"variant.advanced": True}, games=games)
wins = found[found["metric"].str.startswith("win share of")]
print(wins[["metric", "base", "variant", "difference", "lo", "hi", "verdict"]].round(4).to_string(index=False))
print(f"Paired games spare: {found['variance_reduction'].median():.2f} times as many would be needed unpaired.")
