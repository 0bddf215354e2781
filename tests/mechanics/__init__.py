"""Tests of what several games share."""
