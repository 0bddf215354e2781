"""Ink: small tidy frames in, one inline SVG out. The only place that knows matplotlib."""
