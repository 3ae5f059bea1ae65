"""One evening at the table: what happened, in what order, and where it is written down. Sees no screen and no wire."""
