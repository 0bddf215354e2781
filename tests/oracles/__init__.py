"""Oracles: slow, obviously right referees, one a game, that share no code with the games they judge."""
