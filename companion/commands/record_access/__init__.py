"""What the commands that read or write the record share."""
