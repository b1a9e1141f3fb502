"""Codes and HTTP statuses that Go sites carry."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import go_text

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Source


def code_of(source: Source, node: Node) -> str | None:
    """A stable code: a text without blanks, a constant's name, a number."""
    if node.type in go_text.LITERALS:
        text = go_text.literal(source, node)
        return text if re.fullmatch(r"[\w.:/-]{2,60}", text) else None
    text = source.text(node)
    last = text.rpartition(".")[2]
    return last if re.fullmatch(r"[A-Za-z]\w{1,60}", last) and last != "nil" else None


def status_of(text: str) -> int | None:
    """An HTTP status by number or by its constant in ``net/http``."""
    if re.fullmatch(r"[45]\d\d", text):
        return int(text)
    return STATUSES.get(text.rpartition(".Status")[2])


STATUSES = {
    "BadRequest": 400, "Unauthorized": 401, "PaymentRequired": 402, "Forbidden": 403,
    "NotFound": 404, "MethodNotAllowed": 405, "NotAcceptable": 406, "RequestTimeout": 408,
    "Conflict": 409, "Gone": 410, "LengthRequired": 411, "PreconditionFailed": 412,
    "RequestEntityTooLarge": 413, "UnsupportedMediaType": 415,
    "RequestedRangeNotSatisfiable": 416, "ExpectationFailed": 417, "Teapot": 418,
    "UnprocessableEntity": 422, "Locked": 423, "TooManyRequests": 429,
    "InternalServerError": 500, "NotImplemented": 501, "BadGateway": 502,
    "ServiceUnavailable": 503, "GatewayTimeout": 504, "HTTPVersionNotSupported": 505,
    "InsufficientStorage": 507,
}  # fmt: skip
