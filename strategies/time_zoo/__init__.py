"""Strategies for Time Zoo: each file is one idea of how people play it."""
