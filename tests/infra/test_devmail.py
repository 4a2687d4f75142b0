"""Development mail: kept whole, listed newest first, shown without harm, and only in development."""

from __future__ import annotations

from email.mime.image import MIMEImage

import pytest
from django.core.mail import EmailMultiAlternatives, get_connection
from django.test import Client

from games import devmail
from games.pages import devmail as pages
from lanterns_site import urls

urlpatterns = [*pages.urlpatterns, *urls.urlpatterns]
handler404 = urls.handler404
pytestmark = [pytest.mark.urls(__name__), pytest.mark.django_db]
TEXT = "Es ist Ihr Zug: https://lake.example.org/t/abc/?a=1&b=2\n"
HTML = '<p style="color: red">Your <a href="https://lake.example.org/t/abc/">turn</a></p>'


@pytest.fixture(autouse=True)
def _development(settings, tmp_path):
    settings.DEVELOPMENT, settings.VAR_DIR = True, tmp_path


def send(subject: str = "Ihr Zug · 你好", html: str | None = HTML) -> str:
    """Send one mail; its name."""
    mail = EmailMultiAlternatives(
        subject, TEXT, "site@example.org", ["Ada <ada@example.org>"], bcc=["x@example.org"]
    )
    if html:
        mail.attach_alternative(html, "text/html")
    assert get_connection("games.devmail.EmailBackend").send_messages([mail]) == 1
    return devmail.newest(1)[0].name


def test_a_mail_is_kept_as_it_was_sent():
    mail = devmail.kept(send())
    assert mail is not None
    assert (mail.subject, mail.to) == ("Ihr Zug · 你好", "Ada <ada@example.org>")
    assert (mail.plain, mail.html) == (TEXT, HTML + "\n") or (mail.plain, mail.html) == (TEXT, HTML)


def test_a_mail_without_recipients_is_not_kept():
    assert get_connection("games.devmail.EmailBackend").send_messages([EmailMultiAlternatives("s", "t")]) == 0
    assert devmail.newest(10) == []


def test_no_half_written_mail_is_ever_listed(tmp_path):
    send()
    assert [path.suffix for path in (tmp_path / "mail").iterdir()] == [".eml"]


def test_the_list_has_the_newest_first(client: Client):
    send("Alpha"), send("Omega")
    page = client.get("/dev/mail/").content.decode()
    assert 0 < page.index("Omega") < page.index("Alpha")
    assert "ada@example.org" in page


def test_the_list_says_so_where_there_is_no_mail(client: Client):
    assert "No mail yet" in client.get("/dev/mail/").content.decode()


def test_a_mail_shows_its_text_headers_and_links(client: Client):
    page = client.get(f"/dev/mail/{send()}/").content.decode()
    assert 'href="https://lake.example.org/t/abc/?a=1&amp;b=2"' in page
    assert "Ihr Zug · 你好" in page
    assert "Message-ID" in page


def test_what_a_mail_says_is_escaped(client: Client):
    page = client.get(f"/dev/mail/{send('<script>alert(1)</script>')}/").content.decode()
    assert "<script>alert" not in page


def test_pictures_that_came_with_a_mail_are_shown_in_it(client: Client):
    mail = EmailMultiAlternatives("Subject", TEXT, "site@example.org", ["ada@example.org"])
    mail.attach_alternative('<img src="cid:board.1@lake" alt="The lake">', "text/html")
    picture = MIMEImage(b"\x89PNG\r\n", "png")
    picture["Content-ID"] = "<board.1@lake>"
    mail.attach(picture)
    get_connection("games.devmail.EmailBackend").send_messages([mail])
    answer = client.get(f"/dev/mail/{devmail.newest(1)[0].name}/html/")
    assert '<img src="data:image/png;base64,iVBORw0K" alt="The lake">' in answer.content.decode()
    assert "img-src data:" in answer.headers["Content-Security-Policy"]


def test_the_html_part_comes_as_it_is_and_may_do_nothing(client: Client):
    answer = client.get(f"/dev/mail/{send()}/html/")
    assert HTML in answer.content.decode()
    policy = answer.headers["Content-Security-Policy"]
    assert "default-src 'none'" in policy
    assert "style-src 'unsafe-inline'" in policy
    assert "sandbox" in policy
    assert "script" not in policy


def test_a_mail_without_html_has_no_html_page(client: Client):
    name = send(html=None)
    assert client.get(f"/dev/mail/{name}/html/").status_code == 404
    assert client.get(f"/dev/mail/{name}/").status_code == 200


@pytest.mark.parametrize("name", ["nothing", "..%2f..%2fsecret_key", "."])
def test_there_is_nothing_but_mails_to_be_had(client: Client, name):
    assert client.get(f"/dev/mail/{name}/").status_code == 404


@pytest.mark.parametrize("address", ["", "{name}/", "{name}/html/"])
def test_outside_development_there_is_no_such_page(client: Client, settings, address):
    name = send()
    settings.DEVELOPMENT = False
    assert client.get("/dev/mail/" + address.format(name=name)).status_code == 404


def test_the_addresses_do_not_even_exist_outside_development():
    assert not [pattern for pattern in urls.urlpatterns if pattern in pages.urlpatterns]
