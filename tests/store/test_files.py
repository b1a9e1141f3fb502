"""A store's file under bad circumstances: kills, full disks, foreign and damaged files."""

import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import textwrap
import time
from pathlib import Path

import pytest

from errdex.errors import StoreError
from errdex.store.open import default_url, open_lookup, open_store, sqlite_path
from errdex.template.anchors import message_keys

from .samples import entry, origin, write

HERE = Path(__file__).parent
BULK = """
    import sys
    sys.path.insert(0, sys.argv[1])
    from store.samples import HOLE, entry, origin, template
    from errdex.model.entry import Needle
    from errdex.store.open import open_store
    from errdex.store.spool import pack_needle

    def fill(writer, name, count, size=300):
        for n in range(count):
            needle = Needle(template(f"{name} says number {n} of {{}}"), "f.py", n + 1, n + 1)
            row = (f"{n:016x}", None, None, None, "exception", "error", None, "f.py", n + 1,
                   "python", "", "", bytes(size), [pack_needle(needle, "f.py")])
            writer.add_row(f"slug-{n}", row)
"""


def python(code, *args):
    """A process that runs code in this environment."""
    source = textwrap.dedent(BULK) + textwrap.dedent(code)
    command = [sys.executable, "-c", source, str(HERE.parent), *args]
    return subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)


@pytest.fixture
def path(tmp_path):
    """A store with one snapshot."""
    file = tmp_path / "errdex.db"
    store = open_store(f"sqlite:///{file}")
    write(store, [entry("the old text {}"), entry("another old text {}", line=30)])
    store.close()
    return file


def messages(path):
    store = open_store(f"sqlite:///{path}", write=False)
    try:
        return [envelope.record.errorMessage for envelope in store.envelopes()]
    finally:
        store.close()


def test_a_killed_writer_leaves_the_old_snapshot(path):
    code = """
        store = open_store("sqlite:///" + sys.argv[2])
        with store.write_snapshot(origin(), {}) as writer:
            fill(writer, "bulk", 60_000)
            print("collected", flush=True)
    """
    process = python(code, str(path))
    process.stdout.readline()
    wal = path.with_name(path.name + "-wal")
    deadline = time.monotonic() + 30
    while time.monotonic() < deadline and (not wal.exists() or wal.stat().st_size < 4 << 20):
        time.sleep(0.001)
    process.send_signal(signal.SIGKILL)
    process.wait()
    assert process.returncode == -signal.SIGKILL, process.stderr.read()
    assert messages(path) == ["the old text {}", "another old text {}"]
    check = sqlite3.connect(path)
    assert check.execute("PRAGMA integrity_check").fetchall() == [("ok",)]
    check.close()
    store = open_store(f"sqlite:///{path}")
    write(store, [entry("written afterwards {}")])
    assert store.candidates(message_keys("bulk says number 7 of 3"), 9) == []
    store.close()
    assert messages(path) == ["written afterwards {}"]


def test_a_killed_creation_can_be_repeated(tmp_path):
    file = tmp_path / "errdex.db"
    connection = sqlite3.connect(file)  # what is left: a header in WAL mode, no table
    connection.execute("PRAGMA journal_mode=WAL")
    connection.close()
    with pytest.raises(StoreError, match="there is no store"):
        open_lookup(f"sqlite:///{file}")
    store = open_store(f"sqlite:///{file}")
    write(store, [entry("one {}")])
    store.close()
    assert messages(file) == ["one {}"]


def test_readers_see_whole_snapshots_while_one_writes(path):
    code = """
        store = open_store("sqlite:///" + sys.argv[2])
        for generation in range(8):
            with store.write_snapshot(origin(), {}) as writer:
                fill(writer, f"generation{generation}", 1500)
    """
    reader = open_lookup(f"sqlite:///{path}")
    store = open_store(f"sqlite:///{path}", write=False)
    process = python(code, str(path))
    counts, names = set(), set()
    while process.poll() is None:
        [row] = store.repos()
        counts.add(row.records)
        connection = sqlite3.connect(f"file:{path}?mode=ro", uri=True)
        kinds = connection.execute(
            "SELECT count(*), (SELECT records FROM snapshot), (SELECT count(*) FROM needle) "
            "FROM record"
        ).fetchone()
        assert len(set(kinds)) == 1
        connection.close()
        for generation in range(8):
            text = f"generation{generation} says number 1499 of 9"
            if reader.candidates(message_keys(text), 9):
                names.add(generation)
    assert process.returncode == 0, process.stderr.read()
    assert counts <= {2, 1500} and names
    reader.close()
    store.close()


def test_two_writers_wait_for_each_other(path):
    code = """
        for number in range(6):
            store = open_store("sqlite:///" + sys.argv[2])
            with store.write_snapshot(origin(f"{sys.argv[3]}/r{number}"), {}) as writer:
                fill(writer, sys.argv[3], 400)
            store.put_facts([(sys.argv[3], str(number), b"x")])
            store.close()
    """
    both = [python(code, str(path), name) for name in ("one", "two")]
    for process in both:
        assert process.wait() == 0, process.stderr.read()
    store = open_store(f"sqlite:///{path}", write=False)
    assert [row.records for row in store.repos()] == [2] + [400] * 12
    for name in ("one", "two"):
        [best] = store.candidates(message_keys(f"{name} says number 17 of 3"), 1)
        assert len(store.placements([best.template_id])) == 6
    store.close()


def test_a_full_disk_is_told_and_nothing_is_lost(small_disk):
    file = small_disk / "errdex.db"
    store = open_store(f"sqlite:///{file}")
    write(store, [entry("the old text {}")])
    with pytest.raises(StoreError, match="disk is full"):
        store.put_facts((f"{i}", "x", random.Random(i).randbytes(9000)) for i in range(2000))
    before = len(store.facts([(f"{i}", "x") for i in range(2000)]))
    assert before
    big = [entry(f"text {i} {{}}", f"{i}.py", documentation=_noise(i)) for i in range(400)]
    with pytest.raises(StoreError, match="disk is full"):
        write(store, big)
    assert len(store.facts([(f"{i}", "x") for i in range(2000)])) == before
    store.close()
    assert messages(file) == ["the old text {}"]


def _noise(number):
    return random.Random(number).randbytes(8000).hex()


def test_a_store_on_a_read_only_disk_can_be_read(small_disk):
    file = small_disk / "errdex.db"
    store = open_store(f"sqlite:///{file}")
    write(store, [entry("the old text {}")])
    store.close()
    subprocess.run(["mount", "-o", "remount,ro", str(small_disk)], check=True)
    assert messages(file) == ["the old text {}"]
    lookup = open_lookup(f"sqlite:///{file}")
    assert lookup.candidates(message_keys("the old text 1"), 9)
    lookup.close()
    with pytest.raises(StoreError, match=r"read-only|cannot be opened"):
        store = open_store(f"sqlite:///{file}")
        write(store, [entry("new {}")])
    with pytest.raises(StoreError, match=r"cannot|read-only"):
        open_store(f"sqlite:///{small_disk / 'other.db'}")
    with pytest.raises(StoreError, match="cannot make the directory"):
        open_store(f"sqlite:///{small_disk / 'a' / 'other.db'}")


@pytest.mark.parametrize("opener", [open_store, open_lookup])
@pytest.mark.parametrize(
    ("content", "message"),
    [
        (b"hello, world\n", "not an errdex store"),
        (b"SQLite format 3\0" + bytes(84), "damaged|cannot be used|another program"),
        (b"SQLite format 3\0" + random.Random(1).randbytes(9000), "damaged|cannot be used"),
        ("sqlite", "another program"),
        ("directory", "cannot read the store"),
    ],
)
def test_foreign_files_are_refused_and_left_alone(tmp_path, opener, content, message):
    file = tmp_path / "some.db"
    if content == "directory":
        file.mkdir()
    elif content == "sqlite":
        connection = sqlite3.connect(file)
        connection.execute("CREATE TABLE mine (x)")
        connection.commit()
        connection.close()
    else:
        file.write_bytes(content)
    before = file.read_bytes() if file.is_file() else None
    with pytest.raises(StoreError, match=message):
        opener(f"sqlite:///{file}")
    assert before is None or file.read_bytes() == before


def test_a_newer_store_is_refused(path):
    connection = sqlite3.connect(path)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    for opener in (open_store, open_lookup):
        with pytest.raises(StoreError, match=r"newer errdex \(schema 99.*upgrade errdex"):
            opener(f"sqlite:///{path}")


def test_a_missing_store_is_told(tmp_path):
    for opener in (open_lookup, lambda url: open_store(url, write=False)):
        with pytest.raises(StoreError, match="there is no store at"):
            opener(f"sqlite:///{tmp_path / 'none.db'}")
    (tmp_path / "empty.db").touch()
    with pytest.raises(StoreError, match="there is no store at"):
        open_lookup(f"sqlite:///{tmp_path / 'empty.db'}")
    open_store(f"sqlite:///{tmp_path / 'empty.db'}").close()
    assert messages(tmp_path / "empty.db") == []


def test_damage_never_shows_as_anything_but_a_store_error(path, tmp_path):
    rng = random.Random(5)
    whole = path.read_bytes()
    told = 0
    for number in range(60):
        data = bytearray(whole)
        for _ in range(rng.randrange(1, 40)):
            data[rng.randrange(100, len(data))] = rng.randrange(256)
        if number % 5 == 0:
            del data[rng.randrange(2000, len(data)) :]
        file = tmp_path / f"damaged{number}.db"
        file.write_bytes(data)
        try:
            store = open_store(f"sqlite:///{file}")
        except StoreError:
            told += 1
            continue
        for use in USES:
            try:
                use(store)
            except StoreError:
                told += 1
        store.close()
        file.unlink()
    assert told


USES = [
    lambda s: s.placements([c.template_id for c in s.candidates(message_keys("the old text"), 9)]),
    lambda s: s.similar("old text"),
    lambda s: list(s.envelopes()),
    lambda s: s.by_slug("acme/tools", "the-old-text"),
    lambda s: s.at_lines([("a.py", 10)]),
    lambda s: s.repos(),
    lambda s: write(s, [entry("some new text {}")]),
    lambda s: s.remove("acme/tools"),
]


def test_looking_up_imports_nothing_heavy(path):
    code = """
        import errdex.store.open
        from errdex.template.anchors import message_keys
        store = errdex.store.open.open_lookup("sqlite:///" + sys.argv[1])
        [found] = store.candidates(message_keys("the old text 1"), 1)
        assert store.placements([found.template_id]) and store.similar("old text")
        store.at_lines([("a.py", 10)])
        heavy = {"sqlalchemy", "pydantic", "alembic", "psycopg", "tree_sitter"}
        print(sorted(heavy & set(sys.modules)))
        assert store.get(store.placements([found.template_id])[0].record_id) is not None
    """
    done = subprocess.run(
        [sys.executable, "-c", "import sys\n" + textwrap.dedent(code), str(path)],
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("[]\n", "")


def test_urls(tmp_path, monkeypatch):
    assert sqlite_path("sqlite:///x/y.db") == Path("x/y.db")
    assert sqlite_path("sqlite:////x/y.db") == Path("/x/y.db")
    assert sqlite_path("y.db") == Path("y.db")
    assert sqlite_path("postgresql://host/db") is None
    for wrong in ("mysql://host/db", "sqlite://x", "sqlite:///", "sqlite:///:memory:", ""):
        with pytest.raises(StoreError):
            open_store(wrong)
    odd = tmp_path / "100% ünï #1?.db"
    store = open_store(f"sqlite:///{odd}")
    write(store, [entry("one {}")])
    store.close()
    assert messages(odd) == ["one {}"]
    assert odd.exists()
    monkeypatch.setenv("ERRDEX_DB", "sqlite:///mine.db")
    assert default_url() == "sqlite:///mine.db"
    monkeypatch.delenv("ERRDEX_DB")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert default_url() == f"sqlite:///{tmp_path}/errdex/errdex.db"
    monkeypatch.setenv("XDG_DATA_HOME", "relative")
    assert default_url().endswith("/errdex/errdex.db")


def test_threads_may_share_a_lookup(path):
    from concurrent.futures import ThreadPoolExecutor

    lookup = open_lookup(f"sqlite:///{path}")

    def ask(number):
        found = lookup.candidates(message_keys(f"the old text {number}"), 9)
        return lookup.placements([c.template_id for c in found])[0].file

    with ThreadPoolExecutor(8) as pool:
        assert set(pool.map(ask, range(400))) == {"src/a.py"}
    lookup.close()


def test_a_copied_file_without_its_wal_is_whole(path, tmp_path):
    copy = tmp_path / "copy.db"
    shutil.copy(path, copy)
    assert messages(copy) == ["the old text {}", "another old text {}"]
    assert not os.path.exists(f"{path}-wal") or os.path.getsize(f"{path}-wal") == 0
    assert origin().repo == "acme/tools"
