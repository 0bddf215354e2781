"""Zoo Vadis: a negotiation game of seven species with abilities, peacocks and a Keeper (RULES.md)."""
