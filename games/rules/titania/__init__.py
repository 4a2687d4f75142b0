"""Titania, by the rules restated in the tests of `tests/rules/titania/`."""
