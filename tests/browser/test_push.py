"""Devices in a real browser: adding one, what it shows and opens, stopping it; without permission or script.

A push service cannot be reached from here: what the browser would have got from it is put in its place. All
else is real: the page, the worker, the notice, its encryption, and what the browser shows.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest
from django.utils import timezone
from playwright.sync_api import Page, expect

from tests.browser.conftest import PHONE
from tests.browser.test_away import SMALL, WIDER
from tests.browser.walk import signed_in
from tests.servers.processes import soon
from tests.servers.push_service import Browser

ADDRESS = "/settings/devices/"
# What the push service gives: an address of its own, for the keys of this browser and the key of the site.
PUSH_SERVICE = """(given) => {
  const kept = () => JSON.parse(localStorage.getItem('subscription'));
  const unsubscribe = async () => localStorage.removeItem('subscription');
  const made = (it) => it && { ...it, unsubscribe, toJSON: () => it };
  PushManager.prototype.getSubscription = async () => made(kept());
  PushManager.prototype.subscribe = async function (how) {
    localStorage.setItem('subscription', JSON.stringify(given));
    localStorage.setItem('asked with', JSON.stringify(how));
    return made(kept());
  };
}"""
SHOWN = """navigator.serviceWorker.ready.then((it) => it.getNotifications())
  .then((all) => all.map(({ title, body, tag, data }) => ({ title, body, tag, url: data.url })))"""
# Pressing a notice is the system's; what the worker does then is looked at in the worker.
PRESSED = """async ([url]) => {
  const done = [];
  clients.openWindow = async (it) => done.push('opens ' + it);
  WindowClient.prototype.focus = async function () { done.push('goes to ' + this.url); };
  await registration.showNotification('pressed', { data: { url } });
  const [notification] = (await registration.getNotifications()).filter((it) => it.title === 'pressed');
  const event = new NotificationEvent('notificationclick', { notification });
  const waits = new Promise((end) => { event.waitUntil = (work) => end(work); });
  dispatchEvent(event);
  await waits;
  return done;
}"""

# As the browser does it when its push service has given it another address.
MOVED = """async ([endpoint, keys]) => {
  PushManager.prototype.subscribe = async () => ({ toJSON: () => ({ endpoint, keys }) });
  const event = new ExtendableEvent('pushsubscriptionchange');
  const waits = new Promise((end) => { event.waitUntil = (work) => end(work); });
  dispatchEvent(event);
  return (await waits).status;
}"""


@pytest.fixture
def telephone() -> Browser:
    """The keys of the browser that is told."""
    return Browser()


def with_push(page: Page, address: str, keys: dict[str, str]) -> None:
    """Put the answer of a push service in its place."""
    page.add_init_script(f"({PUSH_SERVICE})({json.dumps({'endpoint': address, 'keys': keys})})")


def delivery(page: Page) -> Callable[[str], Any]:
    """Hands a decrypted notice to the worker, as the browser does when its push service brings one."""
    line = page.context.new_cdp_session(page)
    known: list[dict[str, Any]] = []
    line.on("ServiceWorker.workerRegistrationUpdated", lambda it: known.extend(it["registrations"]))
    line.send("ServiceWorker.enable")
    page.wait_for_function("navigator.serviceWorker.ready")
    where = {"origin": page.evaluate("location.origin"), "registrationId": known[-1]["registrationId"]}
    return lambda text: line.send("ServiceWorker.deliverPushMessage", where | {"data": text})


def shows(page: Page, deliver: Callable[[str], Any], text: str, is_there: Callable[[Any], bool]) -> Any:
    """What the browser shows once this was delivered; a browser under load may not listen the first time."""
    for _ in range(3):
        deliver(text)
        if soon(lambda: is_there(page.evaluate(SHOWN)), 6):
            break
    return page.evaluate(SHOWN)


def test_a_device_is_added_told_and_stopped(
    people, game, open_page, site_url, receiver, telephone, accessible
):
    from games.models import Endpoint, Notice
    from games.notices.channels import push
    from games.notices.compose import brief

    page = open_page(permissions=["notifications"])
    with_push(page, receiver.url, telephone.keys)
    signed_in(page, "mei", site_url).goto(ADDRESS)
    page.get_by_role("button", name="Tell me on this device").click()
    expect(page.get_by_text("You are told on this device.")).to_be_visible()
    expect(page.get_by_role("listitem").filter(has_text="Chrome on Linux")).to_contain_text("this device")
    asked = json.loads(page.evaluate("localStorage.getItem('asked with')"))
    assert asked == {"userVisibleOnly": True, "applicationServerKey": push.public_key()}
    assert page.evaluate(WIDER) == 0
    accessible(page)

    device = Endpoint.objects.get(person=people[0])
    notice = Notice.objects.filter(person=people[0], game=game).latest("id")
    push.send(device, brief(notice, timezone.now()), timezone.now())
    told = telephone.opened(receiver.requests[-1])
    deliver = delivery(page)
    assert shows(page, deliver, json.dumps(told), bool) == [
        {"title": told["title"], "body": told["text"], "tag": f"table.{game.slug}", "url": told["url"]}
    ]
    newer = json.dumps(told | {"title": "Newer"})
    (now_shown,) = shows(page, deliver, newer, lambda all_of_it: all_of_it[0]["title"] == "Newer")
    assert now_shown["title"] == "Newer"
    unread = shows(page, deliver, "nonsense", lambda all_of_it: len(all_of_it) == 2)
    assert {it["body"] for it in unread} == {told["text"], "There is news at your tables."}

    (worker,) = page.context.service_workers
    assert worker.evaluate(PRESSED, [told["url"]]) == [f"opens {told['url']}"]
    assert worker.evaluate(PRESSED, ["https://elsewhere.example/"]) == [f"opens {site_url}/games/"]
    assert worker.evaluate(PRESSED, [ADDRESS + "?from=push"]) == [f"goes to {site_url}{ADDRESS}"]

    assert worker.evaluate(MOVED, [f"{receiver.url}/new", telephone.keys]) == 200
    assert Endpoint.objects.get().url == f"{receiver.url}/new"

    page.get_by_role("button", name="Stop on this device").click()
    expect(page.get_by_text("We tell you on that device no more.")).to_be_visible()
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_visible()
    assert page.evaluate("localStorage.getItem('subscription')") is None
    assert not Endpoint.objects.exists()


def test_a_browser_that_may_not_show_notices_says_so(people, open_page, site_url, accessible):
    from games.models import Endpoint

    now, words = timezone.now(), "Its push service does not know this device any more (410)."
    for number in range(2):
        Endpoint.objects.create(
            person=people[0],
            channel="push",
            url=f"https://push.example/{number}",
            label="Firefox on Android",
            stopped_at=now if number else None,
            error=words if number else "",
        )
    page = open_page(PHONE, color_scheme="dark", permissions=[])
    signed_in(page, "mei", site_url).goto(ADDRESS)
    expect(page.get_by_text("Your browser does not let this site show notices.")).to_be_visible()
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_hidden()
    assert page.evaluate(WIDER) == 0
    assert page.evaluate(SMALL) == []
    accessible(page)


def test_without_script_a_device_can_still_be_removed(people, scriptless, site_url):
    from games.models import Endpoint

    Endpoint.objects.create(
        person=people[0], channel="push", url="https://push.example/", label="Firefox on Mac"
    )
    signed_in(scriptless, "mei", site_url).goto(ADDRESS)
    expect(scriptless.get_by_text("A device can only be added by a script")).to_be_visible()
    expect(scriptless.get_by_role("button", name="Tell me on this device")).to_be_hidden()
    scriptless.get_by_role("button", name="Remove").click()
    expect(scriptless.get_by_text("You are told on no device.")).to_be_visible()
