"""Tests that run over everything registered: what holds for one game or strategy must hold for the next."""
