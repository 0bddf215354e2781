"""What if the stack of Quo Vadis? held two more V laurels? python examples/more_fives.py [GAMES]"""

from __future__ import annotations

import sys

from experiments import whatif

games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
found = whatif.run("quo_vadis", {"tokens.V.count": 8}, games=games)
wins = found[found["metric"].str.startswith("win share of")]
print(wins[["metric", "base", "variant", "difference", "lo", "hi", "verdict"]].round(4).to_string(index=False))
print(f"Paired games spare: {found['variance_reduction'].median():.2f} times as many would be needed unpaired.")
