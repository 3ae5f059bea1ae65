"""What `companion card` does at each start of the card image, and what device and doctor read of it."""

from companion.installation import RUN as RUN
