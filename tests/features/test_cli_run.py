"""``errdex run``: the command as it would run alone, then what its errors mean."""

import os
import signal
import subprocess
import sys
import time

import pytest

from .terminal import COMMAND, TRACE, environment
from .test_cli_failures import in_terminal

PYTHON = sys.executable


@pytest.mark.parametrize("code", [0, 1, 7, 255])
def test_the_exit_code_is_the_commands(stocked, code):
    assert stocked("run", "--", PYTHON, "-c", f"raise SystemExit({code})").code == code


def test_what_it_printed_is_explained_on_standard_error(stocked):
    script = f"import sys; print('to out'); sys.stderr.write({TRACE!r}); sys.exit(9)"
    done = stocked("run", "--", PYTHON, "-c", script)
    assert (done.code, done.out) == (9, "to out\n")
    assert done.err.startswith(TRACE)
    assert "acme/pool src/pool.py:15\n" in done.err.removeprefix(TRACE)


def test_a_command_that_worked_is_left_alone(stocked):
    done = stocked("run", PYTHON, "-c", "print('all is well')")
    assert done == (0, "all is well\n", "")


def test_a_failure_that_is_not_known_is_said_so(stocked):
    done = stocked("run", "--", PYTHON, "-c", "raise SystemExit('the flux ran dry')")
    assert done.code == 1
    assert done.err == "the flux ran dry\nerrdex: no confident match for what it printed\n"
    quiet = stocked("run", "-q", "--", PYTHON, "-c", "raise SystemExit('the flux ran dry')")
    assert quiet.err == "the flux ran dry\n"


def test_without_a_store_the_command_still_runs(shell):
    done = shell("run", "--", PYTHON, "-c", "raise SystemExit('the flux ran dry')")
    assert done.code == 1
    assert done.err.startswith("the flux ran dry\nerrdex: there is no store")


def test_options_of_the_command_are_its_own(stocked):
    script = "import sys; print(sys.argv[1:])"
    for dashes in ([], ["--"]):
        done = stocked("run", *dashes, PYTHON, "-c", script, "--json", "-v", "--db", "x", "--")
        assert done.out == "['--json', '-v', '--db', 'x', '--']\n"


def test_standard_input_is_the_commands(stocked):
    done = stocked("run", "--", PYTHON, "-c", "print(input()[::-1])", stdin="abc\n")
    assert done.out == "cba\n"


def test_a_command_that_is_not_there(stocked):
    done = stocked("run", "--", "no-such-command-here")
    assert (done.code, done.out) == (127, "")
    assert done.err.startswith("errdex: cannot run no-such-command-here: ")
    assert stocked("run", "--", "/").code == 126


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
def test_a_command_ended_by_a_signal_ends_errdex_the_same_way(stocked):
    script = f"import os, signal; os.kill(os.getpid(), signal.{'{}'})"
    for name in ("SIGTERM", "SIGKILL", "SIGSEGV"):
        done = stocked("run", "--", PYTHON, "-c", script.format(name))
        assert done.code == -getattr(signal, name)


@pytest.mark.skipif(os.name != "posix", reason="sends signals")
@pytest.mark.parametrize("name", ["SIGTERM", "SIGINT", "SIGHUP"])
def test_a_signal_to_errdex_reaches_the_command(stocked, name):
    script = (
        "import signal, sys, time\n"
        f"signal.signal(signal.{name}, lambda *_: sys.exit(33))\n"
        "print('ready', flush=True)\n"
        "time.sleep(30)\n"
    )
    process = stocked.start("run", "--", PYTHON, "-c", script)
    assert process.stdout.readline() == b"ready\n"
    process.send_signal(getattr(signal, name))
    process.communicate(timeout=20)
    assert process.returncode == 33


def test_output_comes_live_and_in_order(stocked):
    script = (
        "import sys, time\n"
        "print('one', flush=True)\n"
        "sys.stdin.readline()\n"
        "for n in range(50):\n"
        "    print('out', n, flush=True); print('err', n, file=sys.stderr, flush=True)\n"
    )
    process = stocked.start(
        "run", "--", PYTHON, "-c", script, stdin=subprocess.PIPE, stderr=subprocess.STDOUT
    )
    assert process.stdout.readline() == b"one\n"
    out, _ = process.communicate(b"\n", timeout=20)
    assert out.decode().splitlines() == [f"{w} {n}" for n in range(50) for w in ("out", "err")]


def test_a_process_left_behind_does_not_hold_it(stocked):
    begun = time.monotonic()
    done = stocked("run", "--", "sh", "-c", "sleep 30 & echo hello")
    assert (done.code, done.out) == (0, "hello\n")
    assert time.monotonic() - begun < 15


def test_binary_output_passes_untouched(stocked):
    script = "import sys; sys.stdout.buffer.write(bytes(range(256)) * 2000)"
    process = stocked.start("run", "--", PYTHON, "-c", script)
    out, _ = process.communicate(timeout=20)
    assert (process.returncode, out) == (0, bytes(range(256)) * 2000)


@pytest.mark.skipif(os.name != "posix", reason="needs a terminal")
def test_on_a_terminal_the_command_has_one_too(stocked):
    script = "import sys; print(sys.stdout.isatty(), sys.stderr.isatty())"
    environ = environment(stocked.home, ERRDEX_DB=stocked.db, TERM="xterm")
    code, shown = in_terminal([*COMMAND, "run", "--", PYTHON, "-c", script], environ)
    assert (code, shown) == (0, "True True\r\n")
