"""Katarenga: bring two pieces into the enemy camps."""
