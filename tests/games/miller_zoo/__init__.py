"""Tests of Miller Zoo."""
