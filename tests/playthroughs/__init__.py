"""Games as golden text: read once by a person who knows the rules, and compared ever since.

`python -m tests.playthroughs` writes them anew after a change of the rules; read what has changed before you commit it.
"""
