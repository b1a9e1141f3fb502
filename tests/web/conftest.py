"""A real SQLite store with the twelve sample errors, the application over it, and a client."""

import asyncio
from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest

from errdex.store.open import open_store
from errdex.web.app import create_app

from . import samples


class Client:
    """An in-process client; every call runs its own event loop, so tests stay plain."""

    def __init__(self, app, base="http://errdex.test"):
        self.app, self.base = app, base

    def request(self, method, path, **more):
        async def ask():
            transport = httpx.ASGITransport(self.app, raise_app_exceptions=False)
            async with httpx.AsyncClient(transport=transport, base_url=self.base) as client:
                return await client.request(method, path, **more)

        # A thread of its own: a browser test runs an event loop in this one.
        with ThreadPoolExecutor(1) as thread:
            return thread.submit(asyncio.run, ask()).result()

    def get(self, path, **more):
        return self.request("GET", path, **more)

    def post(self, path, **more):
        return self.request("POST", path, **more)


@pytest.fixture(scope="session")
def store_url(tmp_path_factory):
    url = f"sqlite:///{tmp_path_factory.mktemp('web') / 'errors.db'}"
    store = open_store(url)
    samples.fill(store)
    store.close()
    return url


@pytest.fixture(scope="session")
def app(store_url):
    return create_app(store_url)


@pytest.fixture(scope="session")
def client(app):
    return Client(app)


@pytest.fixture(scope="session")
def paths(client):
    """The canonical path of every sample error by the name of its builder."""
    found = {}
    for build in samples.ALL:
        answer = client.get(f"/errors/{build().envelope.record.id}")
        assert answer.status_code == 301
        found[build.__name__] = answer.headers["location"]
    return found
