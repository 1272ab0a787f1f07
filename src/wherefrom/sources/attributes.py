"""What a repository says of its own files in .gitattributes: vendored, generated."""

from __future__ import annotations

import re
from typing import NamedTuple

from pathspec import GitIgnoreSpec

from wherefrom.sources.ignoring import is_costly

__all__ = ["ATTRIBUTES_FILE", "Attributes", "attributes_in"]

ATTRIBUTES_FILE = ".gitattributes"
_LARGEST_READ = 200_000
_SAID = re.compile(r"[ \t](-?)linguist-(vendored|generated)(?:=(\w+))?(?=[ \t]|\Z)")


class Attributes(NamedTuple):
    folder: str
    specs: tuple[tuple[str, GitIgnoreSpec], ...]

    def reason_for(self, path: str) -> str | None:
        if not path.startswith(self.folder):
            return None
        inside = path[len(self.folder) :]
        return next((reason for reason, spec in self.specs if spec.match_file(inside)), None)


def attributes_in(path: bytes, written: bytes) -> Attributes | None:
    """A later line takes back what an earlier one said, as `-linguist-vendored` or `=false`."""
    rules: dict[str, list[str]] = {"vendored": [], "generated": []}
    for line in written[:_LARGEST_READ].decode("utf-8", "replace").splitlines():
        for taken_back, word, choice in _SAID.findall(line):
            pattern = line.split()[0]
            if not is_costly(pattern) and not pattern.startswith(("#", "!")):
                rules[word].append(f"!{pattern}" if taken_back or choice == "false" else pattern)
    specs = tuple((word, GitIgnoreSpec.from_lines(lines)) for word, lines in rules.items() if lines)
    folder = path[: -len(ATTRIBUTES_FILE)].decode("utf-8", "replace")
    return Attributes(folder, specs) if specs else None
