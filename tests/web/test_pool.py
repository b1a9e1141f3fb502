"""One store a thread, opened once, closed at the end, and reopened after it failed."""

import asyncio
import threading

import pytest

from errdex.errors import StoreError
from errdex.web.pool import BusyError, StorePool


class Store:
    opened: list["Store"]

    def __init__(self):
        self.thread, self.closed = threading.get_ident(), False

    def close(self):
        self.closed = True


@pytest.fixture
def opened():
    return []


@pytest.fixture
def opener(opened):
    def open_one():
        opened.append(Store())
        return opened[-1]

    return open_one


def test_each_thread_has_its_own_store(opener, opened):
    pool = StorePool(opener, threads=3)
    barrier = threading.Barrier(3)

    def work(store):
        barrier.wait(5)
        return store.thread == threading.get_ident()

    async def main():
        return await asyncio.gather(*(pool.run(work) for _ in range(9)))

    assert all(asyncio.run(main()))
    assert len(opened) == 3
    pool.close()
    assert all(store.closed for store in opened)


def test_a_failed_store_is_opened_again(opener, opened):
    pool = StorePool(opener, threads=1)

    def fail(store):
        raise StoreError("gone")

    with pytest.raises(StoreError):
        asyncio.run(pool.run(fail))
    assert opened[0].closed
    assert asyncio.run(pool.run(lambda store: store)) is opened[1]
    pool.close()


def test_too_much_waiting_work_is_refused(opener):
    pool = StorePool(opener, threads=1, waiting=2)
    gate = threading.Event()

    async def main():
        tasks = [asyncio.create_task(pool.run(lambda store: gate.wait(5))) for _ in range(2)]
        await asyncio.sleep(0)
        with pytest.raises(BusyError):
            await pool.run(lambda store: None)
        gate.set()
        assert await asyncio.gather(*tasks) == [True, True]

    asyncio.run(main())
    pool.close()
