"""Blocking store calls on threads of their own, each with its own store connection."""

from __future__ import annotations

import asyncio
import threading
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from typing import TypeVar

from errdex.errors import StoreError
from errdex.store.interface import Store

T = TypeVar("T")

THREADS = 8
WAITING = 200


class BusyError(Exception):
    """More requests wait for the store than can be answered soon."""


class StorePool:
    """Runs work that needs a store; a thread opens its store at its first work.

    Too much waiting work is refused at once: a late answer helps nobody.
    """

    def __init__(
        self, opener: Callable[[], Store], threads: int = THREADS, waiting: int = WAITING
    ) -> None:
        self._opener = opener
        self._executor = ThreadPoolExecutor(threads, thread_name_prefix="errdex-store")
        self._local = threading.local()
        self._lock = threading.Lock()
        self._opened: list[Store] = []
        self._waiting = waiting
        self._running = 0

    async def run(self, work: Callable[[Store], T]) -> T:
        """The result of ``work``, which is given the thread's store."""
        if self._running >= self._waiting:
            raise BusyError
        self._running += 1
        try:
            return await asyncio.get_running_loop().run_in_executor(self._executor, self._do, work)
        finally:
            self._running -= 1

    def _do(self, work: Callable[[Store], T]) -> T:
        store: Store | None = getattr(self._local, "store", None)
        if store is None:
            store = self._opener()
            self._local.store = store
            with self._lock:
                self._opened.append(store)
        try:
            return work(store)
        except StoreError:
            self._drop(store)  # the file may have been replaced: the next work opens it again
            raise

    def _drop(self, store: Store) -> None:
        self._local.store = None
        with self._lock:
            self._opened.remove(store)
        _close(store)

    def close(self) -> None:
        """Wait for running work and close all stores."""
        self._executor.shutdown(wait=True, cancel_futures=True)
        with self._lock:
            opened, self._opened = self._opened, []
        for store in opened:
            _close(store)


def _close(store: Store) -> None:
    with suppress(StoreError):
        store.close()
