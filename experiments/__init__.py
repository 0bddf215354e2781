"""Questions as TOML files, and the designs that answer them: seatings, paired what-ifs, sweeps, lineups."""
