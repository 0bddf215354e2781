"""Tests of the examples: each is run as its reader would."""
