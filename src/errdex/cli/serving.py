"""``serve``: the store's pages and API on an address of this machine."""

from __future__ import annotations

import socket
import sys

from errdex.cli.failures import OK
from errdex.cli.settings import Settings
from errdex.errors import UsageError


def serve(settings: Settings, host: str, port: int) -> int:
    """Serve until interrupted; the address is taken before anything is loaded."""
    listening = _listen(host, port)
    try:
        import uvicorn

        from errdex.web.app import create_app

        app = create_app(settings.url)
        taken = listening.getsockname()[1]
        shown = f"[{host}]" if ":" in host else host
        sys.stdout.write(f"errdex is at http://{shown}:{taken} (Ctrl-C ends it)\n")
        sys.stdout.flush()
        level = "info" if settings.verbose else "error" if settings.quiet else "warning"
        server = uvicorn.Server(uvicorn.Config(app, log_level=level, server_header=False))
        server.run(sockets=[listening])
    finally:
        listening.close()
    return OK


def _listen(host: str, port: int) -> socket.socket:
    try:
        found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
        family, kind, protocol, _, address = found[0]
        listening = socket.socket(family, kind, protocol)
        try:
            if sys.platform != "win32":
                listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            listening.bind(address)
            listening.listen(128)
        except BaseException:
            listening.close()
            raise
    except (OSError, UnicodeError) as error:
        said = getattr(error, "strerror", None) or str(error)
        raise UsageError(
            f"cannot listen on {host} port {port}: {said}", "name another with --host or --port"
        ) from error
    return listening
