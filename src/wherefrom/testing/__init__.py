"""Shipped contract suites: a backend overrides one fixture and inherits every test."""
