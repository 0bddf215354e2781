"""Tests of Zoo Vadis."""
