"""The SQL of `postgres`. `{key}` is a hash of the index's spec; nothing else is ever put into a statement."""

from __future__ import annotations

from wherefrom.engines.retrieval.bm25 import K1, B

__all__ = ["CREATE", "DROP", "GRAPH", "INSERT", "SEARCH", "condition"]

CREATE = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE {key}_docs (
    id text COLLATE "C" PRIMARY KEY, acl bigint NOT NULL, at bigint NOT NULL, facets text[] NOT NULL,
    title_length integer NOT NULL, body_length integer NOT NULL,
    words tsvector NOT NULL, embedding vector({dimensions}));
ALTER TABLE {key}_docs ALTER embedding SET STORAGE {storage}, SET (toast_tuple_target = 8160);
CREATE INDEX {key}_words ON {key}_docs USING gin (words) WITH (fastupdate = off);
CREATE INDEX {key}_facets ON {key}_docs USING gin (facets);
CREATE INDEX {key}_acl ON {key}_docs (acl);
CREATE TABLE {key}_sources (id text COLLATE "C" PRIMARY KEY, terms bytea NOT NULL, payload bytea NOT NULL);
CREATE TABLE {key}_state (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), documents bigint NOT NULL DEFAULT 0,
    title_total bigint NOT NULL DEFAULT 0, body_total bigint NOT NULL DEFAULT 0, seq bigint, stamp text);
INSERT INTO {key}_state DEFAULT VALUES;
"""

DROP = "DROP TABLE IF EXISTS {key}_docs, {key}_sources, {key}_state"

GRAPH = """
CREATE INDEX IF NOT EXISTS {key}_graph ON {key}_docs USING hnsw (embedding vector_ip_ops)
WITH (m = 16, ef_construction = 64)
"""

INSERT = "COPY {key}_docs (id, acl, at, facets, title_length, body_length, words, embedding) FROM STDIN"

SEARCH = f"""
WITH asked AS (
    SELECT number, query::tsquery, weight, in_title
    FROM unnest(%(queries)s::text[], %(weights)s::float8[], %(in_title)s::boolean[])
        WITH ORDINALITY AS a (query, weight, in_title, number)
), hits AS MATERIALIZED (
    SELECT a.number, a.weight, d.id, d.admitted,
        CASE WHEN a.in_title THEN d.title_length ELSE d.body_length END
            / nullif(CASE WHEN a.in_title THEN s.title_total ELSE s.body_total END, 0)::float8 * s.documents AS length,
        CASE WHEN d.admitted THEN
            width_bucket(ts_rank('{{{{1,1,1,1}}}}', d.words, a.query)::float8, %(steps)s::float8[]) END AS frequency
    FROM asked AS a
    CROSS JOIN {{key}}_state AS s
    JOIN LATERAL (SELECT d.*, {{condition}} AS admitted FROM {{key}}_docs AS d WHERE d.words @@ a.query) AS d ON true
), terms AS (
    SELECT number, ln(1 + (max(s.documents) - count(*) + 0.5) / (count(*) + 0.5))::float8 AS rarity
    FROM hits CROSS JOIN {{key}}_state AS s GROUP BY number
), words AS (
    SELECT id, sum(weight * rarity * frequency * {K1 + 1}
        / (frequency + {K1} * ({1 - B} + {B} * length)) ORDER BY number) AS score
    FROM hits JOIN terms USING (number) WHERE admitted GROUP BY id ORDER BY score DESC, id LIMIT %(depth)s
), near AS (
    SELECT d.id, -(d.embedding <#> %(vector)s::vector) AS score FROM {{key}}_docs AS d
    WHERE %(vector)s::vector IS NOT NULL AND d.embedding IS NOT NULL AND {{condition}}
    ORDER BY d.embedding <#> %(vector)s::vector, d.id LIMIT %(depth)s
)
SELECT true AS is_word, id, score FROM words UNION ALL SELECT false, id, score FROM near
"""  # noqa: S608 - only constants are put in


def condition(*, since: bool, until: bool, ids: bool, facets: int) -> str:
    """The filter, with only what is asked; its values are parameters."""
    parts = ["d.acl = ANY(%(acls)s::bigint[])"]
    if since:
        parts.append("d.at >= %(since)s")
    if until:
        parts.append("d.at <= %(until)s")
    if ids:
        parts.append("d.id = ANY(%(ids)s::text[])")
    parts += [f"d.facets && %(facet{number})s::text[]" for number in range(facets)]
    return "(" + " AND ".join(parts) + ")"
