"""The processes of the hall: the publisher of a table, and the board."""
