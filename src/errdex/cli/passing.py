"""Passes a child's output through as it comes and keeps the end of it."""

from __future__ import annotations

import os
import select
import selectors
import subprocess
import sys
from collections import deque
from types import TracebackType
from typing import TextIO

from errdex.cli.text import is_terminal

KEPT = 512 * 1024
GRACE = 0.3


class Channel:
    """One stream of the child: what it writes to ``inner`` is read from ``outer``.

    Where ours is a terminal the child gets one as well, so that it colours and buffers as it
    would alone; otherwise a pipe.
    """

    def __init__(self, ours: TextIO) -> None:
        self.target = ours.fileno()
        self.pty = False
        if is_terminal(ours) and sys.platform != "win32":
            try:
                self.outer, self.inner = _terminal()
            except OSError:
                pass
            else:
                self.pty = True
                self.resize()
                return
        self.outer, self.inner = os.pipe()

    def resize(self) -> None:
        """Give the child's terminal the size of ours."""
        import fcntl
        import termios

        try:
            size = fcntl.ioctl(self.target, termios.TIOCGWINSZ, bytes(8))
            fcntl.ioctl(self.outer, termios.TIOCSWINSZ, size)
        except OSError:
            pass

    def read(self) -> bytes:
        """What has come, empty at the end."""
        try:
            return os.read(self.outer, 65536)
        except OSError:  # so ends a terminal whose other side is closed
            return b""

    def write(self, data: bytes) -> bool:
        """Pass data on; False when nobody reads any more."""
        while data:
            try:
                data = data[os.write(self.target, data) :]
            except BlockingIOError:
                select.select([], [self.target], [])
            except OSError:
                return False
        return True

    def close_inner(self) -> None:
        """Close the child's side here."""
        if self.inner >= 0:
            os.close(self.inner)
            self.inner = -1

    def close_outer(self) -> None:
        """Close our side: a child that still writes learns of it."""
        if self.outer >= 0:
            os.close(self.outer)
            self.outer = -1


def _terminal() -> tuple[int, int]:
    import pty
    import termios

    outer, inner = pty.openpty()
    mode = termios.tcgetattr(inner)
    mode[1] &= ~termios.OPOST  # our own terminal does that
    mode[3] &= ~termios.ECHO
    termios.tcsetattr(inner, termios.TCSANOW, mode)
    return outer, inner


def _same_place(one: TextIO, other: TextIO) -> bool:
    """Whether two streams end in the same place, so that their order matters."""
    try:
        first, second = os.fstat(one.fileno()), os.fstat(other.fileno())
    except (OSError, ValueError):
        return False
    return (first.st_dev, first.st_ino) == (second.st_dev, second.st_ino)


class Passer:
    """Both streams of a child, one where both of ours end in the same place."""

    def __init__(self) -> None:
        sys.stdout.flush()
        sys.stderr.flush()
        self.out = Channel(sys.stdout)
        self.err = self.out if _same_place(sys.stdout, sys.stderr) else Channel(sys.stderr)
        self.channels = [self.out] if self.err is self.out else [self.out, self.err]
        self._kept: deque[bytes] = deque()
        self._size = 0

    def pass_on(self, child: subprocess.Popen[bytes]) -> None:
        """Copy until the streams are closed, or the child is gone and they are silent.

        What a child leaves running may hold them open for ever.
        """
        for channel in self.channels:
            channel.close_inner()
        with selectors.DefaultSelector() as selector:
            for channel in self.channels:
                selector.register(channel.outer, selectors.EVENT_READ, channel)
            while selector.get_map():
                gone = child.poll() is not None
                ready = selector.select(GRACE)
                if not ready and gone:
                    break
                for key, _ in ready:
                    self._copy(key.data, selector)

    def resize(self) -> None:
        """Our terminal has another size now."""
        for channel in self.channels:
            if channel.pty:
                channel.resize()

    def printed(self) -> str:
        """The end of what was printed on both streams, in the order it came."""
        return b"".join(self._kept).decode("utf-8", "replace")

    def _copy(self, channel: Channel, selector: selectors.BaseSelector) -> None:
        data = channel.read()
        if data:
            self._kept.append(data)
            self._size += len(data)
            while self._size - len(self._kept[0]) > KEPT:
                self._size -= len(self._kept.popleft())
        if not data or not channel.write(data):
            selector.unregister(channel.outer)
            channel.close_outer()

    def __enter__(self) -> Passer:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        for channel in self.channels:
            channel.close_inner()
            channel.close_outer()
