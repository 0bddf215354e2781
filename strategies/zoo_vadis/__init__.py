"""Strategies for Zoo Vadis, one file an idea."""
