"""Keyboards, number pads, remotes, game pads and readers on the Pi: the event devices of the kernel."""
