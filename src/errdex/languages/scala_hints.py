"""Where, by the bytes, Scala may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

RAISING: dict[bytes, bytes] = {
    b"throw": rb"[\s(]",
    **dict.fromkeys((b"Exception", b"Error"), rb"s?\d*(?:\[[\w, ]+\])?\s*[({]"),
    **dict.fromkeys((b"Failure", b"Fault", b"Left"), rb"\("),
    **dict.fromkeys((b"require(", b"assert(", b"assume(", b"sys.error("), b""),
    **dict.fromkeys((b"requireNonNull(", b"checkArgument(", b"checkState(", b"checkNotNull("), b""),
    **dict.fromkeys((b".error", b".fatal", b".severe", b"logError", b".abort"), rb"\s*[({]"),
    **dict.fromkeys((b"err.print", b"System.err"), b""),
    **dict.fromkeys((b".fail(", b".failed(", b".raiseError", b".die("), b""),
    **dict.fromkeys(
        (b"BadRequest", b"NotFound", b"Forbidden", b"Unauthorized", b"InternalServerError",
         b"Conflict"), rb"[,(]"
    ),
    **dict.fromkeys((b"extends ", b"with "), rb"[\w.]*(?:Exception|Error|Throwable|Failure)\b"),
    b"class ": rb"\w*(?:Exception|Error|Failure)\b",
    b"object ": rb"\w*(?:Exception|Error|Failure)\b",
    b"extends": rb"\s+[\w.]+(?:\[[^\[\]]*\])?\s*\(\s*(?:[sf]?\"|message|msg)",
    b"def getMessage": b"",
    b"val ": rb"[A-Z]\w*(?:\s*:\s*String)?\s*=\s*s?\"",
}  # fmt: skip
AROUND: dict[bytes, bytes] = {b"import ": rb"[\w.]+", b"catch": rb"\s*[{(]?"}
TESTS: dict[bytes, bytes] = {
    b"intercept": rb"(?:Message)?\[",
    b"assertThrows[": b"",
    b"thrownBy": b"",
    b"interceptMessage": b"",
    b"throwA": rb"[\[(]",
    b"throwAn": rb"[\[(]",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
