"""Decision rules, one file an idea. They see a view and the legal actions, answer with an index and change nothing."""
