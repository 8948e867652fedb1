"""The page without a server: what devices keep for times offline, and the static site."""
