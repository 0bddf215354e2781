"""The simulator: rules, chance, the turn loop, runs and what they leave on disk. It knows no strategy and no report."""
