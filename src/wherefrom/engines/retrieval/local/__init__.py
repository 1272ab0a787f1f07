"""`local`, the embedded default: tantivy for words, exact quantised vectors for meaning, in memory-mapped files.

One directory an index. A commit writes beside what is visible and then renames one manifest, so words, vectors and mark
appear together or not at all; readers in any process notice the new manifest with their next call.
"""

from wherefrom.engines.retrieval.local.index import LocalRetrieval, open_local

__all__ = ["LocalRetrieval", "open_local"]
