"""From rows of games to small tidy frames: one pass of counting, then one function a table."""
