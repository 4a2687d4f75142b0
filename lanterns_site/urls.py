"""Every address of the site; each family of pages lists its own."""

from django.conf import settings
from django.urls import URLPattern, URLResolver, include, path

from games.pages import (
    account_links,
    api,
    around,
    around_forms,
    away,
    bounces,
    choices,
    devices,
    devmail,
    feeds,
    from_mail,
    health,
    left,
    lobby,
    mail,
    people,
    plain,
    record,
    replay,
    staff,
    table,
    tokens,
    told,
    webhooks,
)

urlpatterns: list[URLPattern | URLResolver] = [
    *plain.urlpatterns,
    *lobby.urlpatterns,
    *table.urlpatterns,
    *around.urlpatterns,
    *around_forms.urlpatterns,
    *replay.urlpatterns,
    *record.urlpatterns,
    *people.urlpatterns,
    *away.urlpatterns,
    *choices.urlpatterns,
    *devices.urlpatterns,
    *webhooks.urlpatterns,
    *feeds.urlpatterns,
    *told.urlpatterns,
    *tokens.urlpatterns,
    *api.urlpatterns,
    *mail.urlpatterns,
    *from_mail.urlpatterns,
    *bounces.urlpatterns,
    *staff.urlpatterns,
    *health.urlpatterns,
    *left.urlpatterns,
    *account_links.urlpatterns,
    path("account/", include("allauth.urls")),
]
if settings.DEVELOPMENT:
    urlpatterns += devmail.urlpatterns

handler400 = "games.pages.errors.bad_request"
handler403 = "games.pages.errors.forbidden"
handler404 = "games.pages.errors.not_found"
handler500 = "games.pages.errors.broken"
