"""What searches run on, written once: as plain Python here, compiled in `brettwerk.engine.compiled`."""
