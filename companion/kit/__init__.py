"""The ground floor of all games: positions, actions, refusals, what games say, how the device thinks."""
