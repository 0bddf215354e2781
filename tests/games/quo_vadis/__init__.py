"""Tests of Quo Vadis?"""
