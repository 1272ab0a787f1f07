"""Originals by hash."""
