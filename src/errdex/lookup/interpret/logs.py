"""Log prefixes and structured log lines: what stands before, or around, the text of a line."""

from __future__ import annotations

import re
from typing import NamedTuple

import msgspec


class Logged(NamedTuple):
    """A line's text and level; the level is None where the line has no log prefix at all."""

    text: str
    level: str | None


_MONTH = "Jan|Feb|Mar|Apr|May|Jun|Jul|Aug|Sep|Oct|Nov|Dec"
_STAMP = (
    r"\d{4}[-/]\d\d[-/]\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d{1,9})?(?: ?(?:Z|UTC|[+-]\d\d:?\d\d))?"
    rf"|\d\d/(?:{_MONTH})/\d{{4}}:?[ ]?\d\d:\d\d:\d\d(?: [+-]\d{{4}})?"
    rf"|(?:(?:Mon|Tue|Wed|Thu|Fri|Sat|Sun),? )?(?:{_MONTH})\s{{1,2}}\d{{1,2}}(?: \d{{4}})?"
    r" \d\d:\d\d:\d\d(?:\.\d{1,9})?(?: \d{4})?"
    r"|\d\d:\d\d:\d\d(?:[.,]\d{1,9})?"
    r"|\d{10}(?:\.\d{1,9}|\d{3})?(?=[\s\]])"
)
_LEVELS = (
    "ERROR|ERR|FATAL|CRITICAL|CRIT|SEVERE|PANIC|ALERT|EMERG|WARNING|WARN|INFO|NOTICE|DEBUG|TRACE"
    "|VERBOSE"
)
_BEFORE = re.compile(
    rf"(?:\[(?:{_STAMP})\]|(?:{_STAMP}))(?:[:,|]|\s-)?(?:\s|$)"
    r"|\[\s{0,6}\d{1,8}\.\d{3,6}\] "
    r"|\[pod/[^\]\s]{1,200}\] "
    r"|[EWIF]\d{4} \d\d:\d\d:\d\d\.\d{3,9}\s{1,9}\d{1,9} [\w.-]{1,80}:\d{1,6}\] "
    r"|(?:stdout|stderr) [FP] "
)
_HOST = re.compile(r"[\w.-]{1,80} [\w./@-]{1,80}(?:\[\d{1,9}\])?: ")
_LEVEL = re.compile(
    rf"(?:\[\s?({_LEVELS})\s{{0,3}}\]"
    rf"|({_LEVELS})(?![A-Za-z0-9_(.'\"]))\s{{0,8}}(?:[:|]|-{{1,3}}(?=\s))?\s{{0,4}}"
)
_LOWER = re.compile(rf"\[\s?((?i:{_LEVELS}))\s?\][:\s]\s{{0,4}}")
_LOGGER = re.compile(
    r"(?:\d{1,8} --- )?(?:\[[^\]\n]{1,80}\]\s{1,4}){1,3}(?:[\w.$/-]{1,120}\s{0,40}(?::| -) )?"
    r"|[A-Za-z_][\w$-]{0,60}(?:(?:\.|::)[\w$-]{1,60}){0,12}\s{0,40}(?: - |\] |\s: )"
    r"|\(?[A-Za-z_][\w.-]{0,80}:\d{1,6}\)?(?: -|:)? "
)
_PYTHON_LOGGER = re.compile(r"([A-Za-z_][\w.-]{0,100}):(?=\S)")
_MIDDLE = re.compile(rf"[\w.$:-]{{1,120}} - ({_LEVELS}) - ")
_ACTION = re.compile(
    r"(?:##\[|::)(error|warning|notice|debug|group|command)(?: [^:\n]{0,300})?(?:\]|::)"
)
_LOGFMT = re.compile(r'([\w.-]{1,40})=("(?:[^"\\]|\\.){0,20000}"|\S{1,2000})')
_SHORT = {"err": "error", "warn": "warning", "crit": "critical"}
_MESSAGE_KEYS = ("message", "msg", "log", "event", "text", "body", "MESSAGE")
_ERROR_KEYS = ("error", "err", "exception", "exc", "cause", "reason", "detail")
_STACK_KEYS = (
    "stack",
    "stacktrace",
    "stack_trace",
    "stackTrace",
    "traceback",
    "exc_info",
    "error.stack",
    "errorVerbose",
    "backtrace",
    "exc_text",
)
_CLASS_KEYS = ("name", "type", "class", "kind", "exc_type", "error.type")
LONGEST = 200_000


def unlog(line: str) -> list[Logged]:
    """A line without its log prefixes; a structured line as the texts it holds."""
    head = line[:1]
    if head == "{" and line.rstrip().endswith("}"):
        found = _json(line)
        if found:
            return found
    if "=" in line and ("msg=" in line or "level=" in line):
        found = _logfmt(line)
        if found:
            return found
    if not head or head in " \t>|}":
        return [Logged(line, None)]
    return [_prefixes(line)]


def _prefixes(line: str) -> Logged:
    action = _action(line, 0)
    if action is not None:
        return action
    start = 0
    for _ in range(4):
        found = _BEFORE.match(line, start)
        if found is None:
            break
        start = found.end()
    if start:
        start = _host(line, start)
        told = _action(line, start) or _named(line, start)
        if told is not None:
            return told
        start = _thread(line, start)
    return _leveled(line, start)


def _leveled(line: str, start: int) -> Logged:
    """The level at ``start`` and what of the logger's name stands behind it."""
    stamped = start > 0
    found = _LEVEL.match(line, start) or _LOWER.match(line, start)
    if found is None or found.end() >= len(line):
        if stamped:
            klog = "error" if line[0] in "EF" and line[1:5].isdigit() else ""
            return Logged(line[start:].lstrip(), klog)
        return Logged(line, None)
    level = _level(next(word for word in found.groups() if word))
    start = found.end()
    logger = None
    if line[start - 1] == ":":
        logger = _PYTHON_LOGGER.match(line, start)
    if logger is None and stamped:
        logger = _LOGGER.match(line, start)
    if logger is not None and logger.end() < len(line):
        start = logger.end()
    return Logged(line[start:].lstrip(), level)


def _action(line: str, start: int) -> Logged | None:
    """A workflow command of GitHub Actions or Azure."""
    if not line.startswith(("##[", "::"), start):
        return None
    found = _ACTION.match(line, start)
    return None if found is None else Logged(line[found.end() :], _level(found[1]))


def _host(line: str, start: int) -> int:
    """Behind syslog's host and program, unless it is another form that looks like them."""
    found = _HOST.match(line, start)
    if found is None or line.startswith(("Error", "error"), start) or _MIDDLE.match(line, start):
        return start
    return found.end()


def _named(line: str, start: int) -> Logged | None:
    """``name - LEVEL - message``, the form of Python's documentation."""
    found = _MIDDLE.match(line, start)
    return None if found is None else Logged(line[found.end() :], _level(found[1]))


def _thread(line: str, start: int) -> int:
    """Behind a bracketed thread name that a level follows."""
    if not line.startswith("[", start):
        return start
    found = _LOGGER.match(line, start)
    return found.end() if found is not None and _LEVEL.match(line, found.end()) else start


def _level(word: str) -> str:
    word = word.lower()
    return _SHORT.get(word, word)


def _json(line: str) -> list[Logged]:
    if len(line) > LONGEST:
        return []
    try:
        value = msgspec.json.decode(line.encode("utf-8", "replace"))
    except (msgspec.DecodeError, RecursionError):
        return []
    if not isinstance(value, dict):
        return []
    level = ""
    for key in ("level", "severity", "lvl", "levelname", "log.level"):
        given = value.get(key)
        if isinstance(given, str):
            level = _level(given)
        elif isinstance(given, int):
            level = "error" if given >= 50 else "warning" if given >= 40 else "info"
    texts = _texts(value, 0)
    return [Logged(text, level) for text in texts]


def _texts(value: dict[str, object], depth: int) -> list[str]:
    """A stack if there is one (it holds the message), else the message and the error's text."""
    nested = [value[k] for k in _ERROR_KEYS if isinstance(value.get(k), dict)]
    out: list[str] = []
    if depth < 3:
        for inner in nested:
            if isinstance(inner, dict):
                out.extend(_texts(inner, depth + 1))
    for key in _STACK_KEYS:
        stack = value.get(key)
        if isinstance(stack, list):
            stack = "\n".join(s for s in stack if isinstance(s, str))
        if isinstance(stack, str) and stack.strip():
            out.append(stack)
            break
    for key in (*_MESSAGE_KEYS, *_ERROR_KEYS):
        text = value.get(key)
        if isinstance(text, str) and text.strip() and not any(text in seen for seen in out):
            name = next((value[k] for k in _CLASS_KEYS if isinstance(value.get(k), str)), None)
            out.append(f"{name}: {text}" if depth and name else text)
    return out


def _logfmt(line: str) -> list[Logged]:
    fields = dict(_LOGFMT.findall(line))
    if "msg" not in fields and not ("level" in fields and ("error" in fields or "err" in fields)):
        return []
    level = _level(fields.get("level", "").strip('"'))
    out: list[Logged] = []
    for key in ("err", "error", "msg"):
        text = fields.get(key)
        if text:
            out.append(Logged(_unescape(text), level))
    return out


def _unescape(text: str) -> str:
    if not text.startswith('"'):
        return text
    inner = text[1:-1]
    if "\\" not in inner:
        return inner
    for escape, char in (("\\\\", "\0"), ('\\"', '"'), ("\\n", "\n"), ("\\t", "\t")):
        inner = inner.replace(escape, char)
    return inner.replace("\0", "\\")
