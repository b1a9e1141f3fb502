"""Where, by the bytes, JavaScript may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_TABLE = rb"['\"]?\s*(?::[^=\n]{0,60})?[=:]\s*(?:[{(]|O)"
_CALLED = rb"\d*\s*[(<]"

RAISING: dict[bytes, bytes] = {
    b"throw": rb"\b|\(|Error|s\(",
    b"Error": rb"s?\d*(?:\w*\s*[(<{]|\s+extends)",
    b"Exception": rb"\w*\s*[(<{]|\s+extends",
    b"Warning": rb"\s*[(<{]|\s+extends",
    b"Errors": rb"\.\w+\(",
    b"rrors.": rb"[A-Z]\w*\(",
    b"rror.": rb"[A-Z]\w*\(",
    b"ERR_": rb"\w+(?:\(|['\"],)",
    **dict.fromkeys((b"Fault", b"Failure", b"Invalid", b"Err"), _CALLED),
    **dict.fromkeys(
        (
            b"BadRequest", b"Unauthorized", b"Forbidden", b"NotFound", b"MethodNotAllowed",
            b"Conflict", b"Unprocessable", b"TooManyRequests", b"NotImplemented",
            b"BadGateway", b"Unavailable", b"Response",
        ),
        rb"\(",
    ),
    b"ssert": rb"\w*(?:\??\.\w+)?\s?[(<]",
    b"nvariant": rb"[(<]",
    b"arning": rb"\(",
    b"recondition": rb"\(",
    b"eject": rb"(?:s|edWith)?[(.<]",
    b"eprecate": rb"\(",
    b".error": rb"\(",
    b".fatal": rb"\(",
    b".critical": rb"\(",
    b".crit": rb"\(",
    b".emerg": rb"\(",
    b"stderr": rb"\??\.write\(",
    b"emitWarning": rb"\(",
    b".setFailed": rb"\(",
    b"ddIssue": rb"\(",
    b"tatus(": rb"\s*(?:[45]|\w+\.)",
    b".code(": rb"\s*(?:[45]|\w+\.)",
    b"tatus: ": rb"[45]|\w+\.",
    b", 4": rb"\d\d\)",
    b", 5": rb"\d\d\)",
    b"oom.": rb"\w+\(",
    **dict.fromkeys(
        (b"rors.push", b"sues.push", b"lems.push", b"tics.push", b"tions.push", b"ures.push"),
        rb"\(",
    ),
    # tables of messages
    b"essage": rb"s?" + _TABLE + rb"|For\w*\s*[=(:]",
    **dict.fromkeys(
        (
            b"rrors", b"msgs", b"Msgs", b"ESSAGES", b"ERRORS", b"errs", b"rrorMap", b"rrorCodes",
            b"ocale", b"easons", b"escriptions", b"arnings", b"trings",
        ),
        _TABLE,
    ),
    b"${path}": b"",
    b"{{#": b"",
    # functions that tell an error's text
    b"rrorM": rb"(?:essage|ap|sg)\w*\s*[=(:<]",
    b"rrorText": rb"\w*\s*[=(:<]",
    b"rrorDescription": rb"\w*\s*[=(:<]",
    b"rrorString": rb"\w*\s*[=(:<]",
    b"rrorReason": rb"\w*\s*[=(:<]",
    b"strerror": rb"\s*[=(:<]",
    b"rrMsg": rb"\w*\s*[=(:<]",
    b"const error": rb"\s*=\s*\(",
}  # fmt: skip
_NAMED = (
    rb"(?:[A-Z][A-Z0-9_]+|\w*(?:essage|[eE]rr|[mM]sg|eason)\w*)\s*(?::[^=\n]{0,60})?"
    rb"=\s*(?:['\"`{(]|Object\.)"
)
_FROM = rb"(?:[^;'\"]{0,600}?from\s*['\"][^'\"\n]*['\"];?)?"
TEXTS: dict[bytes, bytes] = {
    b"const ": _NAMED,
    b"var ": _NAMED,
    b"xports.": rb"\w+\s*=\s*['\"`{]",
    b"xports =": rb"\s*\{",
    b"default {": b"",
}
AROUND: dict[bytes, bytes] = {
    b"enum ": rb"\w+ \{",
    b"class ": rb"[\w$]",
    b"import ": _FROM,
    b"export {": _FROM,
    b"export *": _FROM,
    b"require(": rb"['\"]",
    b"instanceof ": b"",
    b".code =": b"=",
    b".name =": b"=",
}
TESTS: dict[bytes, bytes] = {
    b".message": rb"\)?\s*(?:[,)]|\.(?:should|to)\b)",
    b".toThrow": b"",
    b".throws": rb"(?:Async)?\(",
    b".throwError": rb"\(",
    b"InlineSnapshot": rb"\(",
}
WORDS = Words({**RAISING, **TESTS, **TEXTS}, AROUND)
