"""Whatever a user gets wrong is one line that says what and what to do."""

import json
import os
import pty
import shutil
import signal
import socket
import sqlite3
import subprocess
import time

import pytest

from errdex.cli.failures import safely
from errdex.cli.text import harmless

from .terminal import COMMAND, environment, one_line

BAD = [
    ("nonsense",),
    ("--nonsense",),
    ("scan",),
    ("scan", "no/such/place"),
    ("scan", "/no/such/place"),
    ("scan", "pkg:nonsense/x"),
    ("scan", "http://127.0.0.1:9/no/network.git"),
    ("scan", ".", "--jobs", "0"),
    ("scan", ".", "--jobs", "many"),
    ("scan", ".", "--repo", "no slash"),
    ("scan", ".", "--rev", "v1"),
    ("scan", ".", ".", "--repo", "a/b"),
    ("scan", ".", "--db", "mysql://x"),
    ("scan", "--db"),
    ("index", "/no/such/place"),
    ("explain",),
    ("explain", ""),
    ("explain", "x", "--limit", "0"),
    ("explain", "x", "--limit", "101"),
    ("explain", "x", "--budget", "-1"),
    ("explain", "x", "--budget", "much"),
    ("explain", "x", "--nonsense"),
    ("explain", "x", "--file", "y"),
    ("explain", "--file", "/no/such/file"),
    ("explain", "--file", "/"),
    ("explain", "x", "--db", "sqlite:///no/such/store.db"),
    ("match",),
    ("match", "--jsonl", "x"),
    ("match", "--jsonl", "--limit", "none"),
    ("match", "--jsonl", "--db", "sqlite:////no/such/store.db"),
    ("show",),
    ("show", "0123456789abcdef"),
    ("export", "--db", "sqlite:////no/such/store.db"),
    ("status",),
    ("serve", "--port", "99999"),
    ("serve", "--host", "no.such.host.invalid", "--port", "0"),
    ("run",),
    ("run", "--"),
]


@pytest.mark.parametrize("arguments", BAD, ids=" ".join)
def test_a_bad_argument_is_one_line(shell, arguments):
    one_line(shell(*arguments))
    assert not (shell.home / "errdex.db").exists()


def test_a_file_that_is_no_store(shell):
    (shell.home / "errdex.db").write_text("not a database " * 100)
    for command in (("explain", "x"), ("status",), ("export",), ("match", "--jsonl")):
        assert "errdex.db" in one_line(shell(*command))
    assert "errdex.db" in one_line(shell("scan", shell.home))


def test_a_damaged_store(stocked, shell):
    copy = shell.home / "errdex.db"
    shutil.copy(stocked.home / "errdex.db", copy)
    data = bytearray(copy.read_bytes())
    data[4096:] = os.urandom(len(data) - 4096)
    copy.write_bytes(data)
    for command in (
        ("explain", "pool size 12 exceeds the limit 10"),
        ("export",),
        ("status",),
        ("show", "0123456789abcdef"),
    ):
        assert "damaged" in one_line(shell(*command))


def test_a_newer_store(stocked, shell):
    copy = shell.home / "errdex.db"
    shutil.copy(stocked.home / "errdex.db", copy)
    connection = sqlite3.connect(copy)
    connection.execute("PRAGMA user_version=99")
    connection.close()
    for command in (("explain", "x"), ("status",), ("scan", ".")):
        assert "newer errdex" in one_line(shell(*command))


def test_a_port_in_use(stocked):
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        assert f"port {port}" in one_line(stocked("serve", "--port", port))


def test_serve_says_its_address_and_answers(stocked):
    from urllib.request import urlopen

    process = stocked.start("serve", "--port", "0")
    try:
        address = process.stdout.readline().decode().split()[3]
        deadline = time.monotonic() + 20
        while True:
            try:
                with urlopen(f"{address}/health", timeout=5) as answer:
                    assert answer.status == 200
                break
            except OSError:
                assert time.monotonic() < deadline
                time.sleep(0.1)
        process.send_signal(signal.SIGINT)
        assert process.wait(20) == 130
        assert b"Traceback" not in process.stderr.read()
    finally:
        process.kill()
        process.communicate()


def test_a_reader_that_leaves_is_no_error(stocked):
    process = stocked.start("export")
    process.stdout.close()
    assert process.stderr.read() == b""
    assert process.wait(20) == 0
    process.stderr.close()


def test_a_bug_says_that_it_is_one(capsys):
    assert safely(lambda: 1 // 0) == 3
    assert capsys.readouterr().err == (
        "errdex: ZeroDivisionError: integer division or modulo by zero; this is a bug; "
        "run with -v for the traceback\n"
    )
    assert safely(lambda: 1 // 0, verbose=True) == 3
    assert "Traceback" in capsys.readouterr().err


def test_control_characters_are_written_out():
    assert harmless("a\x1b[31m\x9bb\u202ec\td\n\r\ud800") == (
        "a\\x1b[31m\\x9bb\\u202ec\td\n\\x0d\\ud800"
    )


@pytest.fixture
def hostile(shell, tmp_path):
    root = tmp_path / "hostile"
    root.mkdir()
    (root / "evil.py").write_text(
        "def f(x):\n"
        '    """Does \x1b]0;title\x07 things.\n\n    Raises:\n        ValueError: \x1b[2J bad.\n'
        '    """\n'
        "    if x:  # \x1b[31m\n"
        '        raise ValueError("the \x1b]0;owned\x07 beam \x9b is \u202e gone: %s" % x)\n'
    )
    assert shell("scan", root, "--repo", "a/b").code == 0
    return shell


def test_a_repository_commands_no_terminal(hostile):
    said = "the \x1b]0;owned\x07 beam \x9b is \u202e gone: \x1b[5m now"
    shown = [hostile("explain", said), hostile("explain", "the beam is gone")]
    envelope = json.loads(hostile("export").out)
    shown.append(hostile("show", envelope["record"]["id"]))
    shown.append(hostile("show", "a/\x1b[31mb/c"))
    for done in shown:
        assert not set(done.out + done.err) & set("\x1b\x07\x9b\u202e"), done
    assert "\\x1b]0;owned" in shown[2].out


def in_terminal(arguments, environ, stdin=b""):
    """Run a command with a terminal as its output; what it showed and its code."""
    outer, inner = pty.openpty()
    process = subprocess.Popen(
        arguments, stdin=subprocess.DEVNULL, stdout=inner, stderr=inner, env=environ
    )
    os.close(inner)
    shown = b""
    while True:
        try:
            piece = os.read(outer, 65536)
        except OSError:
            break
        if not piece:
            break
        shown += piece
    os.close(outer)
    return process.wait(30), shown.decode()


def test_colours_are_for_terminals_that_want_them(stocked):
    command = [*COMMAND, "explain", "pool size 12 exceeds the limit 10"]
    plain = environment(stocked.home, ERRDEX_DB=stocked.db, TERM="xterm-256color")
    assert "\x1b[1;32macme/pool" in in_terminal(command, plain)[1]
    assert "\x1b" not in in_terminal(command, plain | {"NO_COLOR": "1"})[1]
    code, shown = in_terminal([*COMMAND, "explain", "--json", "café"], plain)
    assert code == 1
    assert "caf\\u00e9" in shown
