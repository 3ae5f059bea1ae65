"""What the tests are collected from."""

collect_ignore = ["sixth_game"]  # put into a copy of the project by test_sixth_game, and tested there
