"""The games: what each tells about itself, and the public face over all of them."""
