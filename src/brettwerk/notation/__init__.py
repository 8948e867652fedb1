"""Text and pictures: reading what people type, and drawing what a game shows."""
