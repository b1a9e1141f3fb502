"""Pages in a real browser: without scripts, by keyboard, in the dark, on a phone."""

import os
import shutil
import socket
import threading
import time
from urllib.parse import urlsplit

import pytest
import uvicorn

from .test_routes import LISTS, TRACE

CHROMIUMS = (
    os.environ.get("ERRDEX_CHROMIUM"),
    shutil.which("chromium"),
    shutil.which("chromium-browser"),
    shutil.which("google-chrome"),
    "/usr/bin/chromium",
)
CHROMIUM = next((path for path in CHROMIUMS if path and os.access(path, os.X_OK)), None)
ARGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
]
pytestmark = [
    pytest.mark.browser,
    pytest.mark.skipif(CHROMIUM is None, reason="no Chromium is installed"),
]


@pytest.fixture(scope="module")
def address(app):
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    server = uvicorn.Server(
        uvicorn.Config(app, host="127.0.0.1", port=port, log_level="warning", lifespan="off")
    )
    thread = threading.Thread(target=server.run, daemon=True)
    thread.start()
    end = time.monotonic() + 10
    while not server.started and time.monotonic() < end:
        time.sleep(0.02)
    yield f"http://127.0.0.1:{port}"
    server.should_exit = True
    thread.join(10)


@pytest.fixture(scope="module")
def browser():
    playwright = pytest.importorskip("playwright.sync_api")
    with playwright.sync_playwright() as started:
        found = started.chromium.launch(executable_path=CHROMIUM, args=ARGS)
        yield found
        found.close()


@pytest.fixture
def open_page(browser, address):
    """Opens pages that note what they ask for and what they complain about."""
    contexts, hosts, complaints = [], set(), []

    def open_one(**options):
        context = browser.new_context(base_url=address, **options)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda request: hosts.add(urlsplit(request.url).netloc))
        page.on("console", lambda message: complaints.append(message.text))
        page.on("pageerror", lambda error: complaints.append(str(error)))
        return page

    yield open_one
    for context in contexts:
        context.close()
    assert hosts <= {urlsplit(address).netloc}
    assert complaints == []


def test_a_pasted_traceback_leads_to_its_error_without_scripts(open_page):
    page = open_page(java_script_enabled=False)
    page.goto("/")
    page.get_by_label("Paste an error message").fill(TRACE)
    page.get_by_role("button", name="Find the line").click()
    page.get_by_role("link", name="axis … is out of bounds").click()
    assert page.url.endswith("/acme/shapes/axis-axis-is-out-of-bounds-for-a-shape-of-ndim")
    assert page.get_by_role("heading", level=1).inner_text().startswith("axis … is out of bounds")
    assert page.locator("#raise").inner_text().strip() == "raise ShapeError("
    page.get_by_role("link", name="acme/shapes").first.click()
    page.get_by_label("Filter").fill("cannot")
    page.get_by_role("button", name="Filter").click()
    assert page.locator("table.errors tbody tr").count() == 1


def test_all_of_it_by_keyboard(open_page):
    page = open_page()
    page.goto("/")
    page.keyboard.press("Tab")
    skip = page.locator(":focus")
    assert skip.inner_text() == "Skip to content"
    assert skip.bounding_box()["x"] >= 0  # it shows itself when it has the focus
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    assert page.locator(":focus").get_attribute("id") == "q"
    outline = page.evaluate("getComputedStyle(document.activeElement).outlineStyle")
    assert outline == "solid"
    page.keyboard.insert_text("No route matches /home")
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    page.wait_for_url("**/search")
    page.get_by_role("link", name="No route matches …").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/npm/@scope/router/no-route-matches-path")


def luminance(color):
    numbers = [float(n) / 255 for n in color[color.index("(") + 1 : -1].split(",")[:3]]
    linear = [n / 12.92 if n <= 0.04045 else ((n + 0.055) / 1.055) ** 2.4 for n in numbers]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


CONTRAST = """() => {
  const solid = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const color = getComputedStyle(at).backgroundColor;
      if (!/, 0\\)$|transparent/.test(color)) return color;
    }
    return "rgb(255, 255, 255)";
  };
  const found = new Map();
  const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  while (walker.nextNode()) {
    const element = walker.currentNode.parentElement;
    if (!walker.currentNode.data.trim() || !element.checkVisibility()) continue;
    const pair = [getComputedStyle(element).color, solid(element)];
    found.set(pair.join(), [...pair, element.outerHTML.slice(0, 80)]);
  }
  return [...found.values()];
}"""


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_text_stands_out_in_light_and_dark(open_page, paths, scheme):
    page = open_page(color_scheme=scheme)
    for path in ("/", "/acme/shapes", paths["axis"], paths["read_failure"], "/search?q=route+axis"):
        page.goto(path)
        for ink, paper, where in page.evaluate(CONTRAST):
            light, dark = sorted((luminance(ink), luminance(paper)), reverse=True)
            assert (light + 0.05) / (dark + 0.05) >= 4.5, (path, ink, paper, where)
    paper = luminance(page.evaluate("getComputedStyle(document.documentElement).backgroundColor"))
    assert paper > 0.8 if scheme == "light" else paper < 0.1


@pytest.mark.parametrize("width", [320, 375, 1280])
def test_no_page_scrolls_sideways(open_page, paths, width):
    page = open_page(viewport={"width": width, "height": 700})
    for path in (
        *LISTS,
        *paths.values(),
        "/families/not-found",
        "/search?q=No+route+matches+" + "x" * 300,
    ):
        page.goto(path)
        assert page.evaluate("document.documentElement.scrollWidth") <= width, path


def test_copying_code(open_page, paths, address):
    page = open_page(permissions=["clipboard-read", "clipboard-write"])
    page.goto(paths["axis"])
    button = page.get_by_role("button", name="Copy").first
    button.click()
    page.get_by_role("button", name="Copied").wait_for()
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == "axis {axis} is out of bounds for a shape of {ndim} dimensions"


def test_printing_leaves_the_chrome_out(open_page, paths):
    page = open_page()
    page.goto(paths["axis"])
    page.emulate_media(media="print")
    assert not page.get_by_role("navigation", name="Site").is_visible()
    assert page.locator("#raise").is_visible()
