"""Tests of the statistics against known truths."""
