"""What `companion card` does at each start of the card image, and what it leaves for device and doctor."""
