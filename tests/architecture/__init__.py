"""Tests of what holds the code together: the wheel, the layers, the lists."""
