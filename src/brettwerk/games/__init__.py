"""The built-in games, each a folder with its definition, rules, texts and data."""
