"""The hall: the results of many tables on one board. Pure: messages and what follows from them; no socket, no clock."""
