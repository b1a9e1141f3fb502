"""Pages over a real store: addresses, lists, searches, and what is not there."""

import pytest

from errdex.store.open import open_store
from errdex.web.app import create_app

from . import samples
from .audit import Audit
from .conftest import Client

TRACE = """Traceback (most recent call last):
  File "/app/main.py", line 3, in <module>
    total(x, axis=5)
  File "/venv/lib/python3.12/site-packages/shapes/axis.py", line 16, in check_axis
    raise ShapeError(
shapes.errors.ShapeError: axis 5 is out of bounds for a shape of 2 dimensions
"""
LISTS = ("/", "/repos", "/families", "/api", "/search", "/acme/shapes", "/npm/@scope/router")


@pytest.mark.parametrize("path", LISTS)
def test_lists_are_sound_and_small(client, path):
    answer = client.get(path)
    assert answer.status_code == 200
    assert Audit(answer.text).faults == []
    assert len(answer.content) < 50_000


def test_all_error_pages_open_under_their_canonical_address(client, paths):
    for path in paths.values():
        answer = client.get(path)
        assert answer.status_code == 200
        assert f'<link rel="canonical" href="http://errdex.test{path}">' in answer.text


def test_home_counts_what_there_is(client):
    assert "12 errors from 3 repositories" in Audit(client.get("/").text).words


def test_home_of_an_empty_store_says_how_to_fill_it(tmp_path):
    url = f"sqlite:///{tmp_path / 'empty.db'}"
    open_store(url).close()
    client = Client(create_app(url))
    assert "errdex index" in client.get("/").text
    assert Audit(client.get("/families").text).faults == []


def test_repository_names_may_hold_many_slashes(client):
    words = Audit(client.get("/npm/@scope/router").text).words
    assert "4 errors of version 7.0.2" in words


def test_final_slash_leads_to_the_address_without_it(client):
    answer = client.get("/acme/shapes/")
    assert (answer.status_code, answer.headers["location"]) == (301, "/acme/shapes")


def test_repository_filter_and_sorting(client):
    text = client.get("/acme/shapes?q=shapeerror").text
    assert "1–1 of 1" in text and "axis … is out of bounds" in text
    assert 'content="noindex"' in text
    text = client.get("/acme/shapes?sort=severity").text
    assert text.index("cannot read") < text.index("axis … is") < text.index("无法打开文件")
    assert "Nothing here matches" in client.get("/acme/shapes?severity=info").text


def test_sorting_links_keep_the_filter(client):
    audit = Audit(client.get("/acme/shapes?q=a+b&severity=error").text)
    assert "/acme/shapes?q=a+b&severity=error&sort=class" in audit.links


@pytest.mark.parametrize("sort", ["file", "message", "class", "severity", "changed", "nonsense"])
def test_every_sorting_lists_everything(client, sort):
    assert "1–6 of 6" in client.get(f"/acme/shapes?sort={sort}").text


def test_long_lists_have_pages(tmp_path):
    url = f"sqlite:///{tmp_path / 'many.db'}"
    store = open_store(url)
    more = [
        samples.make(
            "acme/shapes",
            f"src/m{n:03}.py",
            "raise ValueError('x')\n",
            1,
            [f"number {n} is wrong"],
            language="python",
            cls="ValueError",
            backgroundTag="invalid-value",
        )
        for n in range(100)
    ]
    samples.fill(store, more)
    store.close()
    client = Client(create_app(url))
    first = client.get("/acme/shapes")
    assert "1–40 of 106" in first.text and 'rel="next"' in first.text
    assert len(first.content) < 50_000
    assert "81–106 of 106" in client.get("/acme/shapes?page=3").text
    assert client.get("/acme/shapes?page=4").status_code == 404
    assert "number 99 is wrong" in client.get("/acme/shapes?q=number&sort=message&page=3").text
    family = client.get("/families/invalid-value?page=3")
    assert family.status_code == 200 and Audit(family.text).faults == []


@pytest.mark.parametrize("page", ["0", "-1", "x", "1e3", "9" * 5000, "٣"])
def test_page_numbers_that_are_none(client, page):
    assert client.get("/acme/shapes", params={"page": page}).status_code == 404


def test_families_count_over_repositories(client):
    words = Audit(client.get("/families/gpu-kernel-launch-failed").text).words
    assert "1 error in 1 repository" in words
    assert client.get("/families/none-such").status_code == 404


def test_hostile_family_names_have_a_page(client, paths):
    audit = Audit(client.get(paths["hostile"]).text)
    link = next(link for link in audit.links if link.startswith("/families/%3C"))
    answer = client.get(link)
    assert answer.status_code == 200
    assert Audit(answer.text).faults == []


def test_pasting_a_traceback_finds_the_line(client):
    answer = client.post("/search", data={"q": TRACE})
    audit = Audit(answer.text)
    assert audit.faults == []
    assert "Found" in audit.words
    assert "acme/shapes 2.1.0 src/shapes/axis.py:16" in audit.words
    assert '<dt><code>axis</code></dt><dd dir="auto"><code>5</code></dd>' in answer.text
    assert "Pass a value for axis" in audit.words or "To do: Pass axis below ndim." in audit.words
    assert answer.headers["cache-control"] == "no-store"


def test_search_by_address(client):
    answer = client.get(
        "/search", params={"q": "No route matches /a/b", "repo": "npm/@scope/router"}
    )
    assert '<dt><code>path</code></dt><dd dir="auto"><code>/a/b</code></dd>' in answer.text


def test_search_within_another_repository_is_not_confident(client):
    answer = client.get("/search", params={"q": "No route matches /a/b", "repo": "acme/shapes"})
    assert "No confident match" in answer.text


def test_no_confident_match_is_said_and_similar_ones_are_marked(client):
    answer = client.get("/search", params={"q": "stride must be a positive number"})
    audit = Audit(answer.text)
    assert audit.faults == []
    assert "No confident match" in audit.words and "These are only similar:" in audit.words
    assert 'class="hit similar"' in answer.text
    assert "To do" not in audit.words
    answer = client.get("/search", params={"q": "qwertz uiop asdf"})
    assert "nothing" in answer.text and "only similar" not in answer.text


def test_hostile_searches_stay_text(client):
    for text in (samples.HOSTILE, "\u202e\x1b\x00<b>", "{{7*7}}", "a\ud800b"):
        answer = client.post("/search", data={"q": text.encode("utf-8", "surrogatepass")})
        assert answer.status_code == 200
        assert Audit(answer.text).faults == []


def test_empty_search_shows_the_form(client):
    for answer in (client.get("/search?q=%20"), client.post("/search", data={"q": ""})):
        assert answer.status_code == 200
        assert Audit(answer.text).faults == []


def test_long_texts_do_not_come_back_in_the_page(client):
    answer = client.post("/search", data={"q": TRACE + "noise without end\n" * 20_000})
    assert answer.status_code == 200
    assert len(answer.content) < 50_000


@pytest.mark.parametrize(
    "path",
    ["/nope", "/acme/none", "/acme/shapes/none", "/errors/" + "0" * 16, "/static/x", "/a/b/c/d"],
)
def test_what_is_not_there_is_a_page(client, path):
    answer = client.get(path)
    assert answer.status_code == 404
    assert answer.headers["content-type"] == "text/html; charset=utf-8"
    assert "Nothing is here" in answer.text
    assert Audit(answer.text).faults == []


def test_machines_files(client):
    index = client.get("/sitemap.xml").text
    assert "<loc>http://errdex.test/sitemaps/npm/@scope/router/1.xml</loc>" in index
    assert client.get("/sitemaps/npm/@scope/router/1.xml").text.count("<url>") == 4
    assert client.get("/sitemaps/pages.xml").text.count("<url>") == 7
    assert client.get("/sitemaps/acme/shapes/2.xml").status_code == 404
    assert client.get("/sitemaps/acme/shapes/0.xml").status_code == 404
    assert "Sitemap: http://errdex.test/sitemap.xml" in client.get("/robots.txt").text
    assert "http://errdex.test/acme/shapes" in client.get("/llms.txt").text
    assert client.get("/acme/shapes/feed.xml").text.count("<item>") == 6
    assert client.get("/acme/none/feed.xml").status_code == 404


def test_machines_files_are_well_formed(client):
    import xml.etree.ElementTree as ET

    for path in ("/sitemap.xml", "/sitemaps/acme/shapes/1.xml", "/acme/shapes/feed.xml"):
        ET.fromstring(client.get(path).content)


def test_nothing_tells_where_the_sources_lay(client, paths):
    for path in ("/", "/repos", "/acme/shapes", paths["axis"], "/api/repos", "/llms.txt"):
        assert "/home/somebody" not in client.get(path).text


def test_mounted_below_a_path(store_url):
    from starlette.applications import Starlette
    from starlette.routing import Mount

    outer = Client(Starlette(routes=[Mount("/ref", app=create_app(store_url))]))
    audit = Audit(outer.get("/ref/").text)
    local = [link for link in audit.links if link.startswith("/")]
    assert local and all(link.startswith("/ref/") for link in local)
    for link in local:
        assert outer.get(link).status_code == 200
    missing = outer.get("/ref/api/nope")
    assert missing.headers["content-type"] == "application/problem+json"
    assert missing.json()["instance"] == "/api/nope"


def test_a_new_scan_shows(tmp_path):
    from errdex.web import catalogue

    url = f"sqlite:///{tmp_path / 'growing.db'}"
    store = open_store(url)
    client = Client(create_app(url))
    assert client.get("/acme/shapes").status_code == 404
    samples.fill(store)
    store.close()
    import time

    time.sleep(catalogue.Catalogue()._fresh + 0.1)
    assert client.get("/acme/shapes").status_code == 200
