"""What strategies for Miller Zoo share: what a card can do on a space, and what to do when nobody says."""
