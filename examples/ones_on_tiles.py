"""What if every ability tile of Zoo Vadis brought one I? python examples/ones_on_tiles.py [GAMES]"""

from __future__ import annotations

import sys

from experiments import whatif

games = int(sys.argv[1]) if len(sys.argv) > 1 else 102_900
species = ("armadillo", "crocodile", "ibis", "marmoset", "rhino", "hyena", "tiger")
found = whatif.run("zoo_vadis", {f"ability.{name}.ones": 1 for name in species}, seats=5, games=games)
wins = found[found["question"] == "Which species wins?"]
print(wins[["about", "base", "variant", "difference", "lo", "hi", "verdict"]].round(4).to_string(index=False))
print(f"Paired games spare: {found['variance_reduction'].median():.2f} times as many would be needed unpaired.")
