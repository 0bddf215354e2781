"""What if Time Zoo's animals for three of the same food cost two? python examples/big_animals_cheaper.py [GAMES]"""

from __future__ import annotations

import sys

from experiments import whatif

games = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
big = ("mosasaurus", "brachiosaurus", "trex")
found = whatif.run("time_zoo", {f"animals.{name}.cost": 2 for name in big}, games=games)
material = found[found["verdict"] == "material"]
print(material[["metric", "base", "variant", "difference", "lo", "hi"]].round(4).to_string(index=False))
print(f"Paired games spare: {found['variance_reduction'].median():.2f} times as many would be needed unpaired.")
