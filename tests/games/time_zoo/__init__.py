"""Tests of Time Zoo: its rules, its oracle, its invariants."""
