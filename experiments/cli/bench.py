"""`evenhand bench`: how fast it is on this machine."""

from __future__ import annotations

from typing import Annotated, Any

import typer

from experiments.cli.shared import AsJson, print_json, print_rows, say

__all__ = ["command"]


def command(
    game: Annotated[str | None, typer.Argument(metavar="[GAME]", help="Only this game.")] = None,
    as_json: AsJson = False,
) -> None:
    """Measure games per second on this machine; takes a minute or two."""
    from experiments.bench import measure
    from sim.registry import GAMES

    found = {name: measure(name, say) for name in ([game] if game else GAMES)}
    if as_json:
        print_json([row | _beside(each, row["seats"]) for each in found.values() for row in each["rows"]])
        return
    for name, each in found.items():
        print_rows(
            [
                ("game", "seats", "games/s", "ns/decision"),
                *(
                    (name, str(row["seats"]), f"{row['games_per_s']:,}", f"{row['ns_per_decision']:,}")
                    for row in each["rows"]
                ),
            ]
        )
        print()
        print_rows([(key.replace("_", " "), f"× {value:,}") for key, value in each["ratios"].items()])
        print_rows([(f"memory, {int(games):,} games", f"{mib:,} MiB") for games, mib in each["peak_mib"].items()])


def _beside(found: dict[str, Any], seats: int) -> dict[str, Any]:
    """Return what was measured with the usual seat count only, for its row."""
    if seats != found["seats"]:
        return {}
    return dict(found["ratios"]) | {f"peak_mib_{games}": mib for games, mib in found["peak_mib"].items()}
