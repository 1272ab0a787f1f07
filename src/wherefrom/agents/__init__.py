"""Agents at work: sessions, branches, the one tool loop, and the stores that they keep their knowledge in."""
