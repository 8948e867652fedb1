"""How large a record may be; what is larger is refused, so that reading needs little memory."""

MOST_PLIES = 1_000_000
LONGEST_LINE = 10_000_000
LONGEST_RECORD = 64_000_000  # characters: room for the most plies, each with its clock
MOST_LINES = 4_000_000
MOST_TAGS = 1_000
LONGEST_TEXT = 100_000  # of a comment or a tag's value
LONGEST_START = 1_000_000  # the text of a position may carry the positions before it
LONGEST_CLOCK = 1_000_000_000  # seconds
DEEPEST = 100  # variations within variations, JSON within JSON
