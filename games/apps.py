"""The one app of the site."""

from django.apps import AppConfig


class GamesConfig(AppConfig):
    """Accounts, tables, and everything played at them."""

    name = "games"
