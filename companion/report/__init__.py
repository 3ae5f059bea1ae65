"""The report of a game: one page of HTML that needs nothing else. Pure: what is in it comes in, a text goes out."""
