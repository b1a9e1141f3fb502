"""Where, by the bytes, Kotlin may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

RAISING: dict[bytes, bytes] = {
    b"throw": rb"[\s(]",
    **dict.fromkeys((b"Exception", b"Error"), rb"\d*(?:\s*\(|::)"),
    **dict.fromkeys((b"Failure", b"Fault", b"Throwable"), rb"\d*\("),
    **dict.fromkeys((b"error(", b"TODO(", b"require(", b"check(", b"assert("), b""),
    **dict.fromkeys((b"requireNotNull(", b"checkNotNull(", b"requireNonNull("), b""),
    **dict.fromkeys((b"checkArgument(", b"checkState("), b""),
    **dict.fromkeys((b"Assert.", b"Validate.", b"Verify."), rb"[a-z]\w*\("),
    **dict.fromkeys((b".error", b".fatal", b".severe"), rb"\s*[({]"),
    **dict.fromkeys((b"Log.", b"Timber."), rb"(?:e|wtf)\("),
    b"System.err": rb"\s*\.",
    b"failure(": b"",
    b"HttpStatusCode.": rb"[A-Z]\w+",
    b"HttpStatus.": rb"[A-Z]\w+",
    b"class ": rb"[\w`]+[^{}=\n]{0,400}?:\s*[\w.]+(?:<[^<>]*>)?\s*\(",
    b"object ": rb"\w+\s*:\s*[\w.]+(?:<[^<>]*>)?\s*\(",
    b"override val message": b"",
    b"const val ": b"",
    b"val ": rb"[A-Z][A-Z0-9_]+(?:: String)?\s*=\s*\"",
    b"enum class ": rb"\w*(?:[Ee]rr|Exc|Fault|Problem|Fail|Violation|Code|Message|Reason|Status)",
}
AROUND: dict[bytes, bytes] = {b"import ": rb"[\w.]+", b"catch": rb"\s*\("}
TESTS: dict[bytes, bytes] = {
    b"assertFailsWith": b"",
    b"assertThrows": b"",
    b"shouldThrow": b"",
    b"expectThrows": b"",
    b"assertFailure": b"",
    b"ThrownBy": b"",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
