"""What the games on Katarenga boards share."""
