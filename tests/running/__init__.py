"""Tests of runs: experiments, plans, the runner, results."""
