"""Claims: learned on evidence, moved by rules, looked at again."""
