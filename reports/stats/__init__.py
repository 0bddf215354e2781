"""Statistics on integers and arrays: no frames, no figures, no files."""
