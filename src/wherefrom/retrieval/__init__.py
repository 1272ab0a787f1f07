"""One search over every kind of knowledge."""
