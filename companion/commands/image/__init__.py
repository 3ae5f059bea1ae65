"""What `companion card` does at each start of the card image, and what device and doctor read of it."""

from companion.installation import RUN as RUN

NETWORK, STICK, STICK_DONE = "network.json", "stick.json", "stick-done.json"
"""There, in the form of `messages`, what the services say: about the Wi-Fi; what went wrong with a stick; that all went
well with it."""
REACHED = "web-reached"
"""The empty file that says: phones reach the web window."""
COPY, DATE = "copy", "date"
"""The requests for a copy to a stick, and to set the clock."""
