"""The command `evenhand`: each module parses the options of one command, calls one function and prints the answer."""
