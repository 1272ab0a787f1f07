"""Units to passages. Pure."""
