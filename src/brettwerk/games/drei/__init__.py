"""Die Drei: three pieces in a row, the middle one half-way."""
