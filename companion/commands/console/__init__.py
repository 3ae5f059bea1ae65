"""What commands read and print at a terminal: arguments, standard streams, tables, the log."""
