"""The running device: the loop, what it performs, and what keeps it alive."""
