"""What a chapter says about its games: one module a question, from tables to sentences, figures and shown tables."""
