"""What if each consenting senator of Quo Vadis? earned a I? python examples/consent_per_senator.py [GAMES]"""

from __future__ import annotations

import sys

from experiments import whatif

games = int(sys.argv[1]) if len(sys.argv) > 1 else 100_000
found = whatif.run("quo_vadis", {"rules.consent_pay": "per_senator"}, games=games)
material = found[found["verdict"] == "material"]
print(material[["metric", "base", "variant", "difference", "lo", "hi"]].round(4).to_string(index=False))
print(f"Paired games spare: {found['variance_reduction'].median():.2f} times as many would be needed unpaired.")
