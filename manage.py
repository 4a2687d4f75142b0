#!/usr/bin/env python3
"""The site's command line."""

import os
import sys

from django.core.exceptions import ImproperlyConfigured
from django.core.management import execute_from_command_line


def main() -> None:
    """Run the command; wrong settings are refused with a sentence."""
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "lanterns_site.settings")
    try:
        execute_from_command_line(sys.argv)
    except ImproperlyConfigured as refusal:
        sys.exit(f"Wrong settings: {refusal}")


if __name__ == "__main__":
    main()
