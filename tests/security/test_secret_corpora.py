"""The scrubber against the test tables of gitleaks and detect-secrets, which contradict each other in places.

What is missed on purpose: public IP addresses, `user:password`, the published examples of AWS. What is flagged although
the tables say no: the same text under the name of another rule, and keys some characters too long for their issuer.
"""

import gzip
import json
from pathlib import Path

import pytest

from wherefrom.text.secrets import find_secrets

CORPORA = Path(__file__).parents[3] / "shared" / "data" / "security" / "secrets"

pytestmark = pytest.mark.skipif(not CORPORA.is_dir(), reason="the corpora are not beside this clone")


@pytest.mark.parametrize("name", ["detect_secrets", "gitleaks"])
def test_nearly_all_secrets_are_found_and_hardly_anything_else(name: str) -> None:
    with gzip.open(CORPORA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines]
    found = {label: [bool(find_secrets(row["text"])) for row in rows if row["label"] == label] for label in LABELS}
    assert sum(found["positive"]) / len(found["positive"]) >= 0.95
    assert sum(found["negative"]) / len(found["negative"]) <= 0.05


LABELS = ("positive", "negative")
