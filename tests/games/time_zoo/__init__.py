"""Tests of Time Zoo."""
