"""From documents to rows: what changed, and only that."""
