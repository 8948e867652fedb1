"""Das Bedrängnis: place a piece where the last one could be taken; the last to place wins."""
