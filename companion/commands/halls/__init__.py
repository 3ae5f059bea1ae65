"""The parts of `companion hall`, a file for each. What runs for long lies in `companion.services.hall`."""
