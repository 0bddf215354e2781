"""Tests of chance, the turn loop and the tunables."""
