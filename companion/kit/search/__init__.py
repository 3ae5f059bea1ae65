"""What the minds of all games share. A mind chooses for a seat of the device, and says how likely things are."""
