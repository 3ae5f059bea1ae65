"""The report of a game: one self-contained page of HTML. Pure: the game comes in, a text goes out."""
