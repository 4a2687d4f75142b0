"""The personal feed: one's newest notices, as an Atom document.

It is made from the rows of mail, which are the notices themselves; what became of a mail is another matter.
"""

from __future__ import annotations

from datetime import UTC, datetime

from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.feedgenerator import Atom1Feed
from django.utils.html import escape
from django.utils.translation import get_language
from django.utils.translation import gettext as _

from games import lists
from games.addresses import absolute
from games.lists import Row
from games.models import Channel, Choices, Game, Notice, Person
from games.notices.choice import ALWAYS, wants
from games.notices.compose import as_read_by
from games.notices.headlines import headline, sentence

Kind = Notice.Kind
NEWEST = 50
# So many rows are looked at for those that the reader wants here.
LOOKED_AT = 4 * NEWEST
# About no table, or secret.
UNTOLD = (Kind.ACCOUNT, Kind.DIGEST, Kind.TEST)
# Those whose page of time and people is the way on.
AROUND = (Kind.QUESTION, Kind.NEWS)


class Feed(Atom1Feed):
    """A feed that is the same as long as its entries are, even when it has none."""

    def __init__(self, began: datetime, title: str, link: str, description: str, mark: str) -> None:
        super().__init__(
            title,
            link,
            description,
            language=get_language() or settings.LANGUAGE_CODE,
            author_name=settings.SITE_NAME,
            feed_guid=tag(mark),
        )
        self.began = began

    def latest_post_date(self) -> datetime:
        """When the newest entry happened; before the first, when its reader came here."""
        return super().latest_post_date() if self.items else self.began


def atom(person: Person) -> str:
    """The newest notices that the person wants in the feed, in their language and zone. Three queries."""
    notices = in_feed(person)
    rows = lists.rows_by_id({it.game_id for it in notices if it.game_id}, person)
    with as_read_by(person):
        feed = _empty(person)
        for notice in notices:
            _add(feed, notice, rows[notice.game_id or 0])
        return str(feed.writeString("utf-8"))


def in_feed(person: Person) -> list[Notice]:
    """The notices that the feed of a person has, newest first."""
    muted = Q(game__in=muted_tables(person)) & ~Q(kind__in=ALWAYS)
    of_mail = Notice.objects.filter(person=person, channel=Channel.MAIL, game__isnull=False)
    newest = of_mail.exclude(kind__in=UNTOLD).exclude(muted).order_by("-id")[:LOOKED_AT]
    return [it for it in newest if wants(person, it, Channel.FEED)][:NEWEST]


def muted_tables(person: Person) -> QuerySet[Game]:
    """The tables of which a person wants to hear nothing."""
    return Game.objects.filter(id__in=Choices.objects.filter(person=person).values("muted_tables"))


def tag(mark: str) -> str:
    """A name for something of this site that never changes (RFC 4151)."""
    return f"tag:{settings.SITE_HOST},2026:{mark}"


def _empty(person: Person) -> Feed:
    title = _("%(site)s: notices for %(name)s") % {"site": settings.SITE_NAME, "name": person.username}
    words = _("What your games have told you.")
    return Feed(
        person.date_joined.astimezone(UTC), title, absolute(reverse("games")), words, f"to/{person.pk}"
    )


def _add(feed: Feed, notice: Notice, row: Row) -> None:
    name = "table_around" if notice.kind in AROUND else "table"
    feed.add_item(
        title=headline(notice, row),
        link=absolute(reverse(name, args=[row.slug])),
        description=escape(sentence(notice, row)),
        unique_id=tag(f"notice/{notice.pk}"),
        pubdate=notice.created_at,
        updateddate=notice.created_at,
    )
