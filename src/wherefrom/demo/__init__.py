"""`make demo`: a short story on an embedded store in a temporary folder, with no key and no network."""
