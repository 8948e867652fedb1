"""What searches run on: plain Python here, compiled in `brettwerk.engine.compiled`."""
