"""People who carry out by hand what the glass says, at a table of real cards that no program looks at."""
