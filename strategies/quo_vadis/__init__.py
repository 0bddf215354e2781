"""Strategies for Quo Vadis?: each file is one idea of how people play it."""
