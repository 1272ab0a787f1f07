"""Rules files of a repository as claims: reading them, what they name, and whether that is there."""
