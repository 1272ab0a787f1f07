"""Queued and scheduled runs of sources, and who does them. Only what is asked for here imports the engine."""
