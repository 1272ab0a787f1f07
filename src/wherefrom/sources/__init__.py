"""Connectors: each kind of source finds what is there and fetches it, in the parent process."""
