"""Which ports the server listens on: those it had, else the usual ones, else any that are free."""

from __future__ import annotations

import os
import socket

from graph.server.errors import StartError
from graph.server.state import HOST

BOLT = 7687
HTTP = 7474


def bolt_port(before: int) -> int:
    """The port for Bolt, which was *before* the last time."""
    return _chosen("CANON_BOLT_PORT", before or BOLT)


def http_port(before: int) -> int:
    """The port for HTTP, which was *before* the last time."""
    return _chosen("CANON_HTTP_PORT", before or HTTP)


def is_free(port: int) -> bool:
    """Whether a server could listen on *port* now, and nobody else answers there."""
    with socket.socket() as probe:
        # Some systems let one program bind 127.0.0.1 where another already listens on every address.
        probe.settimeout(1)
        if probe.connect_ex((HOST, port)) == 0:
            return False
    with socket.socket() as probe:
        # As the server does: a port that only waits for its last connection to fade is free.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((HOST, port))
        except OSError:
            return False
        return True


def listens(port: int, *, seconds: float = 2.0) -> bool:
    """Whether a Bolt server answers the handshake on *port*."""
    try:
        with socket.create_connection((HOST, port), timeout=seconds) as connection:
            connection.sendall(b"\x60\x60\xb0\x17" + b"\x00\x04\x04\x05" + bytes(12))
            answer = connection.recv(4)
    except OSError:
        return False
    return len(answer) == 4 and answer != b"HTTP"


def _chosen(variable: str, usual: int) -> int:
    asked = os.environ.get(variable)
    if asked and asked != "0":
        if not asked.isdigit() or not is_free(int(asked)):
            raise StartError(f"Port {asked} ({variable}) cannot be had", "name another port, or 0 for any free one")
        return int(asked)
    if not asked and is_free(usual):
        return usual
    with socket.socket() as probe:
        probe.bind((HOST, 0))
        return int(probe.getsockname()[1])
