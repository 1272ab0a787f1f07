"""Retrieval engines: plain indexes over terms and vectors. Each backend is imported only when it is opened."""
