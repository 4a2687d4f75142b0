"""Measurements: never a timed test, always a ratio taken in one run."""
