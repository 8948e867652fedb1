"""Benchmarks: each compares with a fixed reference in the same run."""
