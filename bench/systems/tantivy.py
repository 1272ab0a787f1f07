"""tantivy as its Python package offers it: the English stemmer, any word may match."""

from __future__ import annotations

import re

import numpy as np
import tantivy
from numpy.typing import NDArray

from bench.systems import Material, Search

__all__ = ["index"]

_WORD = re.compile(r"\w+")


def index(material: Material) -> Search:
    builder = tantivy.SchemaBuilder()
    builder.add_text_field("id", stored=True, tokenizer_name="raw")
    builder.add_text_field("text", tokenizer_name="en_stem")
    place = tantivy.Index(builder.build())
    writer = place.writer()
    for passage in material.passages:
        writer.add_document(tantivy.Document(id=passage.id, text=passage.full_text))
    writer.commit()
    writer.wait_merging_threads()
    place.reload()
    searcher = place.searcher()

    def search(question: str, vector: NDArray[np.float32]) -> list[str]:
        asked = " ".join(_WORD.findall(question.lower()))
        found = searcher.search(place.parse_query(asked, ["text"]), material.depth).hits if asked else []
        return [searcher.doc(address)["id"][0] for _, address in found]

    return search
