"""Strategies for Miller Zoo, one file an idea."""
