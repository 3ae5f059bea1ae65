"""The processes of the hall: the publisher of a table, the board, and what they share."""
