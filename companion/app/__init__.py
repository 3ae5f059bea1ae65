"""The running device: loop, intents, banners, idling, retries, watchdog, shutdown."""
