"""Game records: laws, reading, streams, replaying, hostile input."""
