"""The browsers of the tests are what they say, and see every fault of a page."""

from __future__ import annotations

import pytest

from tests.browser.conftest import PHONE, SCHEMES, watch


def test_a_desktop_sees_the_start_page(desktop):
    desktop.goto("/")
    assert desktop.get_by_role("heading", level=1).is_visible()
    assert desktop.evaluate("typeof htmx") == "object"


def test_a_telephone_is_small_and_touched(phone):
    phone.goto("/")
    assert phone.evaluate("[innerWidth, navigator.maxTouchPoints > 0]") == [PHONE["viewport"]["width"], True]


def test_a_browser_without_script_runs_none(scriptless):
    scriptless.set_content("<title>as written</title><script>document.title = 'changed'</script>")
    assert scriptless.title() == "as written"
    scriptless.goto("/")
    assert scriptless.get_by_role("heading", level=1).is_visible()


def test_two_pages_are_two_people(open_page):
    one, other = open_page(), open_page()
    one.goto("/")
    one.context.add_cookies([{"name": "mine", "value": "1", "url": one.url}])
    assert other.context.cookies() == []


def test_a_page_that_everyone_can_use_passes_axe(desktop, accessible):
    desktop.goto("/")
    accessible(desktop)


def test_axe_names_what_not_everyone_can_use(new_context, accessible):
    page = new_context().new_page()
    page.set_content("<html lang=en><title>t</title><main><h1>h</h1><img src=data:,></main>")
    with pytest.raises(AssertionError, match="image-alt"):
        accessible(page)


@pytest.mark.parametrize("scheme", SCHEMES)
def test_axe_looks_by_day_and_by_night(new_context, accessible, scheme):
    page = new_context().new_page()
    pale = f"@media (prefers-color-scheme: {scheme}) {{ p {{ color: #eee; background: #fff }} }}"
    page.set_content(f"<html lang=en><title>t</title><style>{pale}</style><main><h1>h</h1><p>hello</main>")
    with pytest.raises(AssertionError, match=rf"{scheme}\s+color-contrast"):
        accessible(page, *SCHEMES)


@pytest.mark.parametrize(
    ("content", "fault"),
    [
        ("<script>null.x</script>", "Cannot read properties of null"),
        ("<script>console.error('told')</script>", "told"),
        (
            "<meta http-equiv=Content-Security-Policy content=\"script-src 'none'\"><script>1</script>",
            "script-src",
        ),
    ],
)
def test_a_fault_of_a_page_is_seen(new_context, content, fault):
    page, faults = new_context().new_page(), []
    watch(page, faults)
    page.set_content(content)
    page.wait_for_timeout(200)
    assert len(faults) == 1
    assert fault in faults[0]


def test_a_broken_answer_is_seen(new_context, live_server):
    page, faults = new_context().new_page(), []
    watch(page, faults)
    page.route("**/broken/", lambda route: route.fulfill(status=500, body="broken"))
    page.goto(f"{live_server.url}/broken/")
    assert faults == [f"{live_server.url}/broken/: status 500"]
