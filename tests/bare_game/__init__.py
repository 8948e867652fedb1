"""A game of another package with rules and a definition alone: three in a row on sixteen cells."""
