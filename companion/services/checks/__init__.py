"""What `companion doctor` and `companion hall check` look at, as findings. Nothing is changed."""
