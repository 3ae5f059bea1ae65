"""One session at the table: its games, undo and redo, series and settings. Knows no screen and no hardware."""
