"""Environments for research: the games as OpenSpiel, PettingZoo and batches of NumPy arrays."""
