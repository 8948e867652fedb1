"""What people learn from: the examples on the pages of rules, and the first lessons."""
