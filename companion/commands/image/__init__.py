"""What `companion card` does at each start of the card image, and what device and doctor read of it."""

RUN = "/run/companion-card"
"""Where the initrd leaves what it did, and `companion card` what the device needs of it."""
