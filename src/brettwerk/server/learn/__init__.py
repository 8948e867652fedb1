"""Pages to learn from: lessons, rules, puzzles and findings."""
