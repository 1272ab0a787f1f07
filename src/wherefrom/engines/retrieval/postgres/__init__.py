"""`postgres`: terms in a tsvector of our own analysis, vectors in pgvector, both legs in one round trip.

Own tables for each index, so that neither statistics nor a graph of neighbours ever sees a foreign row.
"""

from wherefrom.engines.retrieval.postgres.index import PostgresRetrieval, open_postgres

__all__ = ["PostgresRetrieval", "open_postgres"]
