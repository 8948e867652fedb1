"""Size limits of records, which bound the memory that reading needs."""

MAX_PLIES = 1_000_000
MAX_LINE_LENGTH = 10_000_000
MAX_RECORD_LENGTH = 64_000_000  # characters: room for MAX_PLIES with clocks
MAX_LINES = 4_000_000
MAX_TAGS = 1_000
MAX_TEXT_LENGTH = 100_000  # of a comment or the value of a tag
MAX_START_LENGTH = 1_000_000  # the text of a position may include its history
MAX_CLOCK = 1_000_000_000  # seconds
MAX_DEPTH = 100  # of nested variations and of nested JSON
