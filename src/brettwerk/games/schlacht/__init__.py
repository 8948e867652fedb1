"""Die Schlacht: place eight pieces, then capture until no player can."""
