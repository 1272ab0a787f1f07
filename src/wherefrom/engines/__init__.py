"""Engines: indexes and stores behind the ports, one file a backend, one shipped contract a kind."""
