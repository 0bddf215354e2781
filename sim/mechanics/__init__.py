"""What more than one game needs: stacks, purses, deals, ranking. Compiled functions on records and arrays."""
