"""What people do, as values: acts, lines of the log, what follows from them, the timeline of a game, its clock."""
