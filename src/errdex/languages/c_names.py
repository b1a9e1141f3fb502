"""What C names say about reporting: no project is known here, only how people name things."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import NamedTuple


class Verdict(NamedTuple):
    """How a call of a name reports.

    Attributes:
        kind: the site's kind; ``""`` where the name does not read like reporting.
        severity: the site's severity.
        exact: the whole name is a reporting word, so that one word is message enough.
    """

    kind: str
    severity: str = "error"
    exact: bool = False


_NONE = Verdict("")
_WORD = re.compile(r"[A-Z]+(?![a-z])|[A-Z]?[a-z]+|\d+")
_TAIL = r"(?:f|x|ln|v|c|at|msg|message|str|string|log|printf|print|write|no|fmt|internal)?\d?$"
_WARN = re.compile(r"^(?:\w*?warning|v?warn)s?" + _TAIL)
_PANIC = re.compile(r"^(?:\w*panic|bug|oops|crash)" + _TAIL)
_EXIT = re.compile(r"^(?:die|\w*fatal|\w*fatalerror|abend|abort|bail|quit|croak)(?:error)?" + _TAIL)
_RAISE = re.compile(r"^(?:throw|throwing|throwable|raise|raising)(?:new|exception|error)?$")
_REPORT = re.compile(
    r"^(?:critical|\w*error|\w*failure|\w*exception|[evx]?err|yyerr|fail|failed|failing|failwith|"
    r"complain|complaint|reject|invalid|unexpected|unsupported|corrupt|corruption|corrupted|"
    r"botch|ebadmsg|denied)s?" + _TAIL
)
_ASSERT = re.compile(
    r"^(?:\w*assert|assertion|dcheck|check|verify|require|ensure|invariant)" + _TAIL
)
_USAGE = re.compile(r"^(?:usage|badusage)(?:f|x|msg)?$")
# names that begin with these words ask, read or make something ready
_ASKING = re.compile(
    r"is|has|get|find|test|expect|register|load|free|clear|reset|lookup|init|define|match|can|count|"
    r"convert|should|opt|option|trace|debug|strcmp|str|mem|starts|ignore|skip|no|not|have|want|with|"
    r"parse|need|type|suppress|silence|describe|translate|classify|try|info|verbose|notice"
)
# names that end with these words are things, and parts of a report that are not its message
_THINGS = re.compile(
    r"handler|hook|callback|cb|routine|func|function|fn|name|level|count|prefix|file|path|list|id|"
    r"domain|quark|env|stream|fd|index|class|handle|mode|mask|set|flags?|table|enabled|use|size|"
    r"codes?|types?|at|info|debug|trace|p|is|num|number|matches|equals?|case|hint|details?|context"
)
_BUILDERS = re.compile(
    r"(?:^|_|[a-z0-9])(?:v?a?s?n?printf|v?s?n?printf_s|strfmt|mkfmt|str_?cat|StrCat|strjoin|"
    r"Format|format|fmt|Substitute|StrFormat|concat|Concat|str_?dup|strndup|savestring|sdsnew|"
    r"sdscat\w*|newstr|new_string|xstr\w*|sdsfromlonglong|arg|MPrintf|mprintf)\w{0,3}$"
)
_GETTEXT = re.compile(
    r"^(?:_|N_|Q_|U_|T_|L_|R_|D_|C_|P_|YY_|X_|L|T|_T|_L|_N|tr|TR|trUtf8|TEXT|_TEXT|GETTEXT|i18n|_w|"
    r"Z_|\w*gettext|\w*gettext_noop|\w*translate|\w*_tr|\w*_TR|\w*STRCONST|\w*_STR|STR_?LIT\w*|"
    r"QStringLiteral|QLatin1String|QString|QByteArray|fromLatin1|fromUtf8|fromUtf16|"
    r"\w*strdup|\w*sdsnew|\w*savestring|string|std::string|String|ToString|c_str|str|\w*string|"
    r"string_view|StringRef|Slice|StringPiece|Twine|Status|move|runtime|FMT_STRING|FMT_COMPILE)$"
)
_PRINT = re.compile(
    r"^(?:std::)?\w*?(?:v?f[wf]?printf|fputs|fwrite|fputws|v?dprintf|fprintf_ln|fprintf_s|"
    r"BIO_v?printf|BIO_puts|writef?|print|printf|puts|put|printf_stderr|eprintf)\w{0,4}$"
)
_STDOUT = re.compile(r"^(?:std::)?\w{0,6}(?:printf|puts|printf_ln)$")
_STREAM = re.compile(
    r"(?:^|[_.>*:])(?:\w*std_?err|std_?err\w*|err|errs|errors|errf|errfp|err_?(?:file|stream|out|fp|bio|log)|"
    r"bio_err|STDERR_FILENO|cerr|error_?(?:file|stream|output))\d?(?:\(\))?$"
)
_FILLS = re.compile(
    r"(?i)(?:printf\w{0,4}|str[nlx]?cpy|str[nlx]?cat|memcpy|strcpy_s|copy|append\w*|add|addf|addstr|"
    r"addch|format\w*|set\w*|assign|cat|catprintf|puts?|fmt|vprintf|push\w*|write\w*|seterr\w*)$"
)
_BUFFER = re.compile(
    r"(?:^|[_.>*&\s(])(?:[a-z]{1,3}_)?(?:p?p?[zs]z?|lpsz|out_?|m_|s_|g_|last_?|init_?|the_?)?"
    r"(?:err(?:or)?s?|Err(?:or)?s?|ERR(?:OR)?|ebuf|emsg|warn(?:ing)?s?|reject_?reason|fail(?:ure)?)"
    r"_?\d?(?:m?sg|Msg|MSG|message|Message|[sS]tr|STR|string|String|text|Text|buf|Buf|BUF|buff|"
    r"buffer|Buffer|info|Info|desc|Desc|description|Description|reason|Reason|out|log)?s?_?"
    r"(?:\[[^\]]*\]|\.buf|\.data\(\))?\)?$"
)
_MESSAGE = re.compile(r"(?:->|\.)(?:z?msg|message|reason|emsg|diag|z?Msg|msgtext)$")
_LEVEL = re.compile(
    r"^(?:\w*::)*(?:\w*_)?(?:LOG_?|L|LL_|k)?(?P<level>ERR(?:OR)?S?|CRIT(?:ICAL)?|ALERT|EMERG(?:ENCY)?|"
    r"FATAL|PANIC|SEVERE|WARN(?:ING)?S?|DFATAL|QFATAL|Error|Fatal|Warning|Critical)\d?"
    r"(?:_MESSAGE|_MSG|_LEVEL)?$"
)
_QUIET = re.compile(
    r"^(?:\w*::)*(?:\w*_)?(?:LOG_?|LL_)?(?:DEBUG\w*|INFO\w*|NOTICE|VERBOSE|TRACE\w*|LOG|DBG|MESSAGE|"
    r"STATUS|COMMERROR_LOG|Debug|Info|Status|Notice|VERB|DETAIL|DIAG|FINE|CONFIG)\d?$"
)
_CODE = re.compile(
    r"^(?:E[A-Z0-9]{2,14}|(?:[A-Z0-9]+_)*E_[A-Z0-9_]+|\w*(?:ERR|ERROR|FAIL|ERRNO|EXC)[A-Z]*_\w+|"
    r"[A-Z][A-Z0-9_]*_(?:R|E|ERR|ERROR|FAILED|FAILURE|INVALID|DENIED|UNSUPPORTED)|"
    r"\w*_[RE]_[A-Z0-9_]+|ERRCODE_\w+|k\w*Err(?:or)?\w*|"
    r"[A-Z]+_(?:BAD|NO|NOT|OUT_OF|UNKNOWN|UNEXPECTED|MISSING|CORRUPT|NOMEM|BUSY|LOCKED)\w*)$"
)
_WEAK = re.compile(r"^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+$|^E[A-Z0-9]{2,14}$")
_VAGUE = re.compile(
    r"^\w{0,8}_(?:ERR|ERROR|FAIL|FAILED|FAILURE|FALSE|TRUE|DECLINED|DONE|AGAIN)$|^\w*_MAX$"
)
_FINE = re.compile(
    r"(?i)(?:^|_)(?:ok|success|none|no_?err(?:or)?|EOK|last|max|count)$|^E(?:OF|ND)$"
)
_EXACT = re.compile(
    r"errno|msg|message|sys|internal|builtin|programming|user|parse|parser|syntax|runtime|run|cmd|x|f|exit|no|str|log|my|with|and|or|va|v|q"
)
MACRO = re.compile(r"^[A-Z_][A-Z0-9_]{2,}$")


@lru_cache(maxsize=20_000)
def verdict(name: str) -> Verdict:
    """How a call of ``name`` reports, by its words."""
    words = [word.lower() for word in _WORD.findall(name.rpartition("::")[2])]
    if not words or _ASKING.fullmatch(words[0]):
        return _NONE
    if len(words) > 1 and _THINGS.fullmatch(words[-1]):
        return _NONE
    exact = all(_EXACT.fullmatch(word) or _by_word(word, True).kind for word in words)
    found = _NONE
    for word in words:
        one = _by_word(word, exact)
        if one.kind and (not found.kind or one.severity == "critical"):
            found = one
    return found


def _by_word(word: str, exact: bool) -> Verdict:
    if _WARN.match(word):
        return Verdict("warn", "warning", exact)
    if _PANIC.match(word):
        return Verdict("panic", "critical", exact)
    if _EXIT.match(word):
        return Verdict("exit", "critical", exact)
    if _RAISE.match(word):
        return Verdict("raise", "error", exact)
    if _ASSERT.match(word):
        return Verdict("assert", "error", exact)
    if _USAGE.match(word):
        return Verdict("usage", "error", exact)
    if _REPORT.match(word):
        return Verdict("report", "error", exact)
    return _NONE


@lru_cache(maxsize=5_000)
def is_gettext(name: str) -> bool:
    """Whether a call of ``name`` says what its text argument says."""
    return bool(_GETTEXT.match(name.rpartition("::")[2].rpartition(".")[2]))


@lru_cache(maxsize=5_000)
def is_builder(name: str) -> bool:
    """Whether a call of ``name`` makes text of a format and values."""
    return bool(_BUILDERS.search(name))


@lru_cache(maxsize=5_000)
def is_printer(name: str) -> bool:
    """Whether a call of ``name`` writes to a stream that is given to it."""
    return bool(_PRINT.match(name))


@lru_cache(maxsize=5_000)
def is_stdout(name: str) -> bool:
    """Whether a call of ``name`` writes to standard output."""
    return bool(_STDOUT.match(name))


@lru_cache(maxsize=5_000)
def fills(name: str) -> bool:
    """Whether a call of ``name`` puts text into a buffer that is given to it."""
    return bool(_FILLS.search(name))


def is_error_stream(text: str) -> bool:
    """Whether an argument names the stream for errors."""
    return bool(_STREAM.search(text))


def is_error_buffer(text: str) -> bool:
    """Whether an argument or the left of an assignment names a place for error text."""
    return len(text) < 80 and bool(_BUFFER.search(text))


def is_message_field(text: str) -> bool:
    """Whether a field is named like a message, so that other signs decide."""
    return bool(_MESSAGE.search(text))


@lru_cache(maxsize=5_000)
def level(name: str) -> str | None:
    """The severity that a level constant tells of; ``""`` for levels that are no errors."""
    found = _LEVEL.match(name)
    if found is not None:
        word = found["level"].upper()
        if word.startswith("WARN"):
            return "warning"
        return "error" if word.startswith(("ERR", "SEVERE")) else "critical"
    return "" if _QUIET.match(name) else None


@lru_cache(maxsize=5_000)
def is_error_code(name: str) -> bool:
    """Whether a constant reads like the name of an error."""
    return bool(_CODE.match(name)) and not _FINE.search(name)


@lru_cache(maxsize=5_000)
def may_be_code(name: str) -> bool:
    """Whether a constant given back beside a report may be the error's code, and tells one."""
    return bool(_WEAK.match(name)) and not _FINE.search(name) and not _VAGUE.match(name)


def is_fine(name: str) -> bool:
    """Whether a constant reads like success."""
    return bool(_FINE.search(name))
