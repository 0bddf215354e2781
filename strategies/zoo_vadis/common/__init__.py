"""What strategies for Zoo Vadis share: how to read the table, what a move is worth, how to bargain."""
