"""What runs for long, put together from the referee and hardware: device, card, hall, and the checks of all three."""
