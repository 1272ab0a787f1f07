"""The SQL of `postgres`. `{key}` is a hash of the index's spec; nothing else is ever put into a statement."""

from __future__ import annotations

from wherefrom.engines.retrieval.bm25 import K1, B

__all__ = ["ADVANCE", "COMPACT", "CREATE", "DELETE", "DROP", "GET", "GRAPH", "SEARCH", "condition"]

# The legs have a table each, with the columns of the filter in both: a word that many documents hold is then read from
# half as many pages, and the order of a graph needs no join.
CREATE = """
CREATE EXTENSION IF NOT EXISTS vector;
CREATE TABLE {key}_docs (
    id text COLLATE "C" PRIMARY KEY, acl bigint NOT NULL, at bigint NOT NULL, facets text[] NOT NULL,
    title_length integer NOT NULL, body_length integer NOT NULL, words tsvector NOT NULL);
CREATE INDEX {key}_words ON {key}_docs USING gin (words) WITH (fastupdate = off);
CREATE TABLE {key}_vectors (
    id text COLLATE "C" PRIMARY KEY, acl bigint NOT NULL, at bigint NOT NULL, facets text[] NOT NULL,
    embedding vector({dimensions}) NOT NULL);
ALTER TABLE {key}_vectors ALTER embedding SET STORAGE {storage};
CREATE INDEX {key}_facets ON {key}_vectors USING gin (facets);
CREATE INDEX {key}_acl ON {key}_vectors (acl);
CREATE TABLE {key}_sources (id text COLLATE "C" PRIMARY KEY, terms bytea NOT NULL, payload bytea NOT NULL);
CREATE TABLE {key}_state (
    one boolean PRIMARY KEY DEFAULT true CHECK (one), documents bigint NOT NULL DEFAULT 0,
    title_total bigint NOT NULL DEFAULT 0, body_total bigint NOT NULL DEFAULT 0, seq bigint, stamp text);
INSERT INTO {key}_state DEFAULT VALUES;
"""

DROP = "DROP TABLE IF EXISTS {key}_docs, {key}_vectors, {key}_sources, {key}_state"

COMPACT = "VACUUM (FULL, ANALYZE) {key}_docs, {key}_vectors, {key}_sources"

GRAPH = """
CREATE INDEX IF NOT EXISTS {key}_graph ON {key}_vectors USING hnsw (embedding vector_ip_ops)
WITH (m = 16, ef_construction = 64)
"""

DELETE = """
WITH s AS (DELETE FROM {key}_sources WHERE id = ANY(%(ids)s::text[])),
    v AS (DELETE FROM {key}_vectors WHERE id = ANY(%(ids)s::text[]))
DELETE FROM {key}_docs WHERE id = ANY(%(ids)s::text[]) RETURNING title_length, body_length
"""

ADVANCE = """
UPDATE {key}_state SET documents = documents + %(documents)s, title_total = title_total + %(title)s,
    body_total = body_total + %(body)s, seq = coalesce(%(seq)s, seq), stamp = coalesce(%(stamp)s, stamp)
RETURNING documents
"""

GET = """
SELECT d.id, s.terms, v.embedding::text, d.acl, d.at, d.facets, s.payload
FROM {key}_docs AS d JOIN {key}_sources AS s USING (id) LEFT JOIN {key}_vectors AS v USING (id)
WHERE d.id = ANY(%(ids)s::text[])
"""

SEARCH = f"""
WITH asked AS (
    SELECT number, query::tsquery, weight, in_title, (SELECT documents FROM {{key}}_state) AS documents,
        (SELECT CASE WHEN in_title THEN title_total ELSE body_total END FROM {{key}}_state) AS total
    FROM unnest(%(queries)s::text[], %(weights)s::float8[], %(in_title)s::boolean[])
        WITH ORDINALITY AS a (query, weight, in_title, number)
), hits AS MATERIALIZED (
    SELECT a.number, a.weight, a.documents, d.id, d.admitted,
        CASE WHEN a.in_title THEN d.title_length ELSE d.body_length END * a.documents / a.total::float8 AS length,
        CASE WHEN d.admitted THEN
            width_bucket(ts_rank('{{{{1,1,1,1}}}}', d.words, a.query)::float8, %(steps)s::float8[]) END AS frequency
    FROM asked AS a
    CROSS JOIN LATERAL (SELECT d.*, {{condition}} AS admitted FROM {{key}}_docs AS d WHERE d.words @@ a.query) AS d
), terms AS (
    SELECT number, ln(1 + (max(documents) - count(*) + 0.5) / (count(*) + 0.5))::float8 AS rarity
    FROM hits GROUP BY number
), words AS (
    SELECT id, sum(weight * rarity * frequency * {K1 + 1}
        / (frequency + {K1} * ({1 - B} + {B} * length)) ORDER BY number) AS score
    FROM hits JOIN terms USING (number) WHERE admitted GROUP BY id ORDER BY score DESC, id LIMIT %(depth)s
), near AS (
    SELECT d.id, -(d.embedding <#> %(vector)s::vector) AS score FROM {{key}}_vectors AS d
    WHERE %(vector)s::vector IS NOT NULL AND {{condition}}
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
