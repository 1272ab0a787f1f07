"""Loaders: bytes into text with units; pure, for the limited process."""
