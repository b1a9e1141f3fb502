"""Where, by the bytes, Dart may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_BUILT = rb"s?\d*(?:<[^<>()]*>)?(?:\.\w+)?\("
_CLASS = rb"|s?\d*(?:<[^<>()]*>)?\s+(?:extends|implements|with)\b|s?\d*\s*\{"
RAISING: dict[bytes, bytes] = {
    b"throw": rb"[\s(]",
    b"throwWithStackTrace": b"",
    b"rethrow": b"",
    b"assert": rb"\s*\(",
    **dict.fromkeys((b"Exception", b"Error", b"Failure", b"Fault"), _BUILT + _CLASS),
    b"implements": rb"\s+[\w, ]*(?:Exception|Error)\b",
    **dict.fromkeys((b"completeError(", b"ddError(", b".error(", b".reject("), b""),
    **dict.fromkeys((b".severe(", b".shout(", b".err(", b".e(", b".wtf(", b"rintError("), b""),
    **dict.fromkeys((b"logError(", b".critical(", b".fatal(", b"usageException("), b""),
    **dict.fromkeys((b"Level.SEVERE", b"Level.SHOUT", b"Level.error"), b""),
    b"stderr": rb"\s*\.",
    b"enum ": rb"\w*(?:Error|Exception|Failure|Reason)\w*\s*\{",
}
AROUND: dict[bytes, bytes] = {
    b"static const ": rb"(?:String\s+)?\w+\s*=\s*r?['\"]",
    b"\nconst ": rb"(?:String\s+)?\w+\s*=\s*r?['\"]",
    b"\nfinal ": rb"(?:String\s+)?\w+\s*=\s*r?['\"]",
    b"static final ": rb"(?:String\s+)?\w+\s*=\s*r?['\"]",
    b" on ": rb"[A-Z]\w*(?:\s+catch|\s*\{)",
}
TESTS: dict[bytes, bytes] = {b"throws": rb"[A-Z]", b"expectSync": b"", b"takeException": b""}
WORDS = Words({**RAISING, **TESTS}, AROUND)
TEST_WORDS = Words(TESTS, {})
