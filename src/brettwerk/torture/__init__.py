"""A history checker: clients record what they see while things break, and it is checked."""
