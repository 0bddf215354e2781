"""Tests of the registry of strategies and of what each strategy claims about itself."""
