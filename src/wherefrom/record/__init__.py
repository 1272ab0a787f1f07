"""The truth in SQL."""
