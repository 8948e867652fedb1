"""Das Bedrängnis: place in reach of the last piece; the last player to place wins."""
