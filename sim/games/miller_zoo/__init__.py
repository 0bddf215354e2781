"""Miller Zoo, the first challenge: a team receives animals before the deck runs out."""
