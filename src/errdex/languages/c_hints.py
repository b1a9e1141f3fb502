"""Where, by the bytes, C and C++ may report an error or declare what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_CALL = rb"\w*\s*\("
_TEXT_SOON = rb"[^;{}\"]{0,160}\""
_LEVEL = rb"\w{0,8}(?:\s*[,|]" + _TEXT_SOON + rb"|\)\s*<<)"
_SET = rb"\w*(?:\[[^\]\n]{0,40}\]|\.buf)?\)?\s*=\s*(?!=)[^;\"={]{0,80}\""
_FAILING = (
    rb"\s*\(\s*(?:\w{1,8}\()?\"[^\"\n]{0,30}\b(?i:error|fatal|warning|panic|cannot|can't|could ?n|"
    rb"fail|unable|invalid|unknown|missing|no such|bad|out of|unrecog|not|too|illegal|unexp|wrong|"
    rb"abort)"
)

REPORTING: dict[bytes, bytes] = {
    **dict.fromkeys(
        (b"err", b"Err", b"ERR"),
        rb"\w*(?:\s*\(|(?:->\w+|\[\d\])?,(?=" + _TEXT_SOON + rb"))|" + _SET,
    ),
    b"ERROR": _LEVEL,
    b"_ERR": _LEVEL,
    b"stderr": rb"\w*\s*[,)]",
    **dict.fromkeys(
        (
            b"fail",
            b"Fail",
            b"FAIL",
            b"die",
            b"Die",
            b"DIE",
            b"anic",
            b"ANIC",
            b"atal",
            b"ATAL",
            b"bort",
            b"ABORT",
            b"bug",
            b"BUG",
            b"Bug",
            b"throw",
            b"Throw",
            b"THROW",
            b"raise",
            b"Raise",
            b"RAISE",
            b"omplain",
            b"nvalid",
            b"NVALID",
            b"eject",
            b"ssert",
            b"SSERT",
            b"CHECK",
            b"xception",
            b"EXCEPTION",
            b"orrupt",
            b"nexpected",
            b"nsupported",
            b"usage",
            b"Usage",
            b"botch",
            b"oops",
            b"abend",
            b"bail",
            b"croak",
            b"quit",
            b"ERIFY",
            b"EQUIRE",
            b"NSURE",
            b"enied",
        ),
        _CALL,
    ),
    **dict.fromkeys((b"warn", b"Warn", b"WARN"), rb"\w*\s*\(|" + _LEVEL),
    **dict.fromkeys(
        (b"CRIT", b"CRITICAL", b"ALERT", b"EMERG", b"FATAL", b"PANIC", b"SEVERE"), _LEVEL
    ),
    b"levels": rb"\s*,",
    b"elevel": rb"\s*,",
    b"errs": rb"\s*\)",
    b"printf": rb"\w{0,3}(?:\s*\(\s*[\w>.\-]{0,30}err\w*\s*,|" + _FAILING + rb")",
    b"puts": _FAILING,
    b"emsg": _SET,
    b"ebuf": rb"\s*,|" + _SET,
    **dict.fromkeys((b">msg", b".msg", b">message", b".message", b">reason", b".reason"), _SET),
    b"case ": rb"[\w:]+\s*:\s*(?:/\*[^*]*\*/\s*)?\{?\s*(?:return\b|[\w*>.\-]+\s*=)"
    rb"\s*\(?\s*(?:\w{1,16}\s*\(\s*)?\"",
    b"return": rb"\s*\(?\s*(?:\w{1,16}\s*\(\s*)?\"(?:[^\"\\\n]|\\.)+\s",
    b"] =": rb"\s*\{",
    b"]=": rb"\s*\{",
    b"]\n": rb"\s*=\s*\{",
    b"#error": rb"\b",
    b"#warning": rb"\b",
    b"# error": rb"\b",
    b"#  error": rb"\b",
    b"(XX)": rb"",
    b"(X)": rb"",
    b"MAP(": rb"\w+\)",
}
AROUND: dict[bytes, bytes] = {
    b"#define ": rb"\w+[ \t]+(?:\w{1,3}\()?\(?L?\"",
    b"# define ": rb"\w+[ \t]+(?:\w{1,3}\()?\(?L?\"",
    b"char ": rb"[\w *]{1,60}(?:\[\d*\])?\s*=\s*\(?\s*(?:u8|L)?\"",
}


def words(more: dict[bytes, bytes] | None = None) -> Words:
    """The hints of C, with those of a language that is built on it."""
    telling = {**REPORTING, **(more or {})}
    return Words({literal: b"(?:" + after + b")" for literal, after in telling.items()}, AROUND)
