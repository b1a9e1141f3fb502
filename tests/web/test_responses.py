"""Headers, caching, HEAD, cross-origin reading, limits, and failures nobody foresaw."""

import pytest

from errdex.errors import StoreError
from errdex.store.open import open_store
from errdex.web import bodies
from errdex.web.app import create_app

from . import samples
from .conftest import Client

RECORD = f"/api/errors/{samples.axis().envelope.record.id}"
PLAIN = {"content-type": "text/plain"}


@pytest.mark.parametrize("path", ["/", "/search?q=x", "/nope", RECORD, "/api/nope", "/robots.txt"])
def test_every_response_is_safe(client, path):
    headers = client.get(path).headers
    assert "script-src 'self'" in headers["content-security-policy"]
    assert "unsafe" not in headers["content-security-policy"]
    assert "default-src 'none'" in headers["content-security-policy"]
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"
    assert "cache-control" in headers


@pytest.mark.parametrize("path", ["/", "/acme/shapes", RECORD, "/api/repos", "/sitemap.xml"])
def test_unchanged_answers_are_not_sent_again(client, path):
    first = client.get(path)
    etag = first.headers["etag"]
    assert etag.startswith('"') and "max-age" in first.headers["cache-control"]
    for given in (etag, f'"x", W/{etag}', "*"):
        again = client.get(path, headers={"if-none-match": given})
        assert (again.status_code, again.content) == (304, b"")
        assert again.headers["etag"] == etag
        assert "cache-control" in again.headers
    assert client.get(path, headers={"if-none-match": '"other"'}).status_code == 200


def test_etag_follows_the_record(tmp_path):
    etags = []
    for number, prose in enumerate(("one", "two", "two")):
        url = f"sqlite:///{tmp_path / f'{number}.db'}"
        store = open_store(url)
        entry = samples.stride()
        entry.envelope.record.documentation = prose
        with store.write_snapshot(samples.ORIGINS["tensor/kernels"], {}) as writer:
            writer.add([entry])
        store.close()
        etags.append(
            Client(create_app(url)).get(f"/api/errors/{entry.envelope.record.id}").headers["etag"]
        )
    assert etags[0] != etags[1] == etags[2]


@pytest.mark.parametrize("path", ["/", RECORD, "/nope", "/api/search?q=x"])
def test_head_is_get_without_a_body(client, path):
    get, head = client.get(path), client.request("HEAD", path)
    assert head.status_code == get.status_code
    assert head.content == b""
    assert head.headers["content-type"] == get.headers["content-type"]
    assert head.headers["content-length"] == get.headers["content-length"]


def test_other_origins_may_read_the_api_only(client):
    assert client.get(RECORD).headers["access-control-allow-origin"] == "*"
    assert client.get("/api/nope").headers["access-control-allow-origin"] == "*"
    assert "access-control-allow-origin" not in client.get("/").headers
    asked = client.post("/api/search", json={"q": "x"})
    assert "access-control-allow-origin" not in asked.headers
    preflight = client.request("OPTIONS", RECORD)
    assert preflight.status_code == 204
    assert preflight.headers["access-control-allow-methods"] == "GET, HEAD"


def test_static_files_are_kept_for_ever_under_their_hash(client):
    css = client.get("/").text.split('rel="stylesheet" href="')[1].split('"')[0]
    answer = client.get(css)
    assert answer.headers["content-type"] == "text/css; charset=utf-8"
    assert "immutable" in answer.headers["cache-control"]
    assert client.get("/favicon.ico").headers["content-type"] == "image/svg+xml"
    assert client.get("/static/..%2Fapp.py").status_code == 404


def test_texts_up_to_the_limit_are_read(client):
    text = b"\n" * (bodies.TEXT_LIMIT - 1) + b"x"
    assert client.post("/api/search", content=text, headers=PLAIN).status_code == 200
    answer = client.post("/api/search", content=text + b"y", headers=PLAIN)
    assert answer.status_code == 413
    assert answer.headers["content-type"] == "application/problem+json"


def test_unannounced_long_bodies_are_stopped(client):
    sent = 0

    async def endless():
        nonlocal sent
        while sent < 1000:
            sent += 1
            yield b"x" * 65536

    answer = client.post("/api/search", content=endless(), headers=PLAIN)
    assert answer.status_code == 413
    assert sent < 100


def test_long_forms_are_refused_with_a_page(client):
    answer = client.post("/search", data={"q": "x" * (bodies.TEXT_LIMIT + 1)})
    assert answer.status_code == 413
    assert "errdex explain" in answer.text
    assert client.post("/search", files={"q": b"x"}).status_code == 415
    many = "&".join(f"a{n}=1" for n in range(100))
    form = {"content-type": "application/x-www-form-urlencoded"}
    assert client.post("/search", content=many, headers=form).status_code == 422
    assert client.get("/search", params={"q": "x" * 20_001}).status_code == 413


class Broken:
    """A store that answers nothing."""

    error: Exception = StoreError("the file /secret/place is not a store")

    def close(self):
        pass

    def __getattr__(self, name):
        raise self.error


def test_a_store_that_fails_says_nothing_of_its_place(caplog):
    client = Client(create_app("", opener=Broken))
    answer = client.get("/api/repos")
    assert answer.status_code == 503
    assert answer.headers["content-type"] == "application/problem+json"
    assert answer.headers["retry-after"]
    assert "/secret" not in answer.text
    assert "/secret/place" in caplog.text
    page = client.get("/")
    assert page.status_code == 503 and "/secret" not in page.text


def test_what_nobody_foresaw_is_a_problem_document_and_logged(caplog):
    class Worse(Broken):
        error = RuntimeError("surprise /secret")

    client = Client(create_app("", opener=Worse))
    for path in ("/api/repos", "/"):
        answer = client.get(path)
        assert answer.status_code == 500
        assert answer.headers["content-type"] == "application/problem+json"
        assert answer.headers["x-content-type-options"] == "nosniff"
        assert "surprise" not in answer.text
    assert "surprise" in caplog.text


def test_a_missing_store_is_known_before_the_first_request(tmp_path):
    with pytest.raises(StoreError):
        create_app(f"sqlite:///{tmp_path / 'none.db'}")


def test_serving_loads_no_scanning(tmp_path):
    import subprocess
    import sys

    code = (
        "import sys, errdex.web.app\n"
        "bad = [m for m in sys.modules if m.startswith(('tree_sitter', 'pygit2', 'errdex.extract',"
        " 'errdex.languages', 'errdex.source'))]\n"
        "assert not bad, bad\n"
        "assert 'pygments' not in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
