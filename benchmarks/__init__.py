"""Measurements that need the tests' referees, for `evenhand bench` in a copy of the repository."""
