"""Games so small that what they should show is known."""
