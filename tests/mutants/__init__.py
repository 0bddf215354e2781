"""Deliberate bugs in the rules, and the test that the tests find them."""
