"""One folder a game, with the same file names in each; `sim.registry` finds them. A game never imports another game."""
