"""The record: a text log that only grows, a fold that says what follows from it, and an index that may be deleted."""
