#!/usr/bin/env python3
"""The site's command line."""

import os
import sys

from django.core.management import execute_from_command_line

from lanterns_site.environment import refusal_on_one_line

# What only plays or reads files needs no site, so it asks for none of its settings.
WITHOUT_A_SITE = (["simulate"], ["record", "replay"])


def main() -> None:
    """Run the command; wrong settings are refused with a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lanterns_site.settings")
    if any(sys.argv[1 : 1 + len(words)] == words for words in WITHOUT_A_SITE):
        os.environ.setdefault("DEVELOPMENT", "1")
    with refusal_on_one_line():
        execute_from_command_line(sys.argv)


if __name__ == "__main__":
    main()
