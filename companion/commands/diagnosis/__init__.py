"""What `companion doctor` checks, and how it asks the machine."""
