"""Go's reports: loggers at error level and worse, stderr, answers to requests."""

from __future__ import annotations

import re

from errdex.languages import go_codes, go_places, go_text, go_types
from errdex.languages.go_called import Called, status_error, unsaid
from errdex.languages.go_format import has_verbs
from errdex.languages.interface import Draft, Text

_STDERR = re.compile(r"(?i)stderr|errout|err(?:or)?writer|^err$|\.err$")
_TELLING = re.compile(
    r"(?i)_?(?:v?log|debug|info|trace|verbose|print|note|notice|progress|warn|usage|help|say|write)"
)
_ERROR_CHAIN = re.compile(r"\.(?:Error|Err|Fatal|Panic|WithLevel)\(")
_FIELDS = re.compile(
    r"^(?:zap\w*|slog|field|tag|attr|lager|hclog|log|logger|logging|keyval)\.[A-Z]"
)
_KEY = re.compile(r"\"[\w.\-/]+\"")
_PRINTING = frozenset(
    ["log", "github.com/sirupsen/logrus", "k8s.io/klog", "k8s.io/klog/v2", "github.com/golang/glog"]
)
LEVELS = (
    ("Fatal", "exit", "critical"),
    ("Exit", "exit", "critical"),
    ("DPanic", "report", "critical"),
    ("Panic", "panic", "critical"),
    ("Crit", "report", "critical"),
)
_SAYING = frozenset(["error", "message", "msg", "err", "detail", "details", "error_description"])


def error(call: Called) -> Draft | None:
    """``http.Error(w, "…", code)``, ``status.Error(…)``, ``logger.Error("…")``."""
    if call.path.endswith("grpc/status") or call.receiver == "status":
        return status_error(call)
    if (call.path.endswith("net/http") or call.receiver == "http") and len(call.args) == 3:
        texts = call.texts(1)
        status = go_codes.status_of(call.source.text(call.args[2]))
        return Draft(call.node, "http", texts, http_status=status, reason=unsaid(texts))
    return levelled(call)


def levelled(call: Called) -> Draft | None:
    """A report at a level by the method's name; Fatal and Panic also leave."""
    if call.name == "Err" or (call.receiver == "os" and call.name == "Exit"):
        return None
    place = call.first_text()
    kind, severity = _level(call)
    if place < 0:
        place = call.passed_on()
        if place < 0:
            return _only_value(call, kind, severity)
    if call.name.endswith("f"):
        texts = call.formatted(_format_place(call, place))
        if kind == "report" and all(_is_bare(text) for text in texts):
            return None
    elif _is_structured(call, place):
        texts = call.texts(place)
    else:
        line = call.name.endswith("ln")
        texts = go_text.printed(call.source, call.args[_first_shown(call, place) :], line=line)
    return Draft(call.node, kind, texts, severity=severity, reason=unsaid(texts))


def _format_place(call: Called, place: int) -> int:
    """The place of the format: a label without verbs may stand before it."""
    here, after = call.texts(place), call.texts(place + 1)
    is_label = not has_verbs(here[0]) and " " not in here[0].template.message
    return place + 1 if is_label and after and after[0].is_text else place


def _is_bare(text: Text) -> bool:
    """Whether a format, such as ``%v``, says nothing around its values."""
    return text.is_text and not "".join(text.template.literals).strip()


def _says(texts: list[Text]) -> bool:
    """Whether a text has words of its own."""
    return any(text.is_text and text.template.fixed_length > 1 for text in texts)


def _level(call: Called) -> tuple[str, str]:
    for start, kind, severity in LEVELS:
        if call.name.startswith(start):
            return kind, severity
    parent = call.node.parent
    is_statement = parent is not None and parent.type in (
        "expression_statement",
        "defer_statement",
        "go_statement",
    )
    return "report" if is_statement else "construct", "error"


def _first_shown(call: Called, place: int) -> int:
    """Where the printed values start: at the text, or before it for what prints all it is given."""
    return 0 if call.path in _PRINTING or place == 0 else place


def _only_value(call: Called, kind: str, severity: str) -> Draft | None:
    """``log.Fatal(err)``: the program ends with an error that was made elsewhere."""
    if call.name not in ("Fatal", "Fatalln", "Panic", "Panicln"):
        return None
    if len(call.args) != 1 or call.args[0].type == "variadic_argument":
        return None
    texts = call.texts(0)
    return Draft(call.node, kind, texts, severity=severity, reason="raises a value")


def _is_structured(call: Called, place: int) -> bool:
    """Whether the arguments after the text are fields and no part of it."""
    rest = call.args[place + 1 :]
    if call.name.endswith(("w", "S", "Context")):
        return True
    if not rest or call.name.endswith("ln") or call.path in _PRINTING:
        return False
    if rest[-1].type == "variadic_argument":
        return True
    if any(_FIELDS.match(call.source.text(arg)) for arg in rest):
        return True
    keys = rest[::2]
    return len(rest) > 1 and all(_KEY.fullmatch(call.source.text(key)) for key in keys)


def printed(call: Called) -> Draft | None:
    """``fmt.Fprintf(os.Stderr, "…")``."""
    if call.receiver != "fmt" or len(call.args) < 2:
        return None
    if not _STDERR.search(call.source.text(call.args[0])):
        return None
    return _written(call, 1)


def print_err(call: Called) -> Draft | None:
    """cobra's ``cmd.PrintErrf("…")``."""
    return _written(call, 0)


def _written(call: Called, start: int) -> Draft | None:
    args = call.args[start:]
    if call.name.endswith("f"):
        texts = go_text.formatted(call.source, args)
    else:
        texts = go_text.printed(call.source, args, line=call.name.endswith("ln"))
    if not _says(texts) and (call.passed_on() < start or _is_told(call)):
        return None
    return Draft(call.node, "report", texts, reason=unsaid(texts))


def _is_told(call: Called) -> bool:
    """Whether the function around prints to stderr what is no error: logs, help, progress."""
    return _TELLING.match(go_places.function_around(call.source, call.node)) is not None


def write_string(call: Called) -> Draft | None:
    """``os.Stderr.WriteString("…")`` and ``io.WriteString(os.Stderr, "…")``."""
    place = 1 if call.receiver == "io" else 0
    written = call.source.text(call.args[0]) if place else call.receiver
    if not _STDERR.search(written) or len(call.args) != place + 1:
        return None
    texts = [text for text in call.texts(place) if text.is_text]
    return Draft(call.node, "report", texts) if texts else None


def chained(call: Called) -> Draft | None:
    """zerolog's ``log.Error().Err(err).Msg("…")``."""
    if not _ERROR_CHAIN.search(f"{call.receiver}."):
        return None
    texts = call.formatted(0) if call.name.endswith("f") else call.texts(0)
    if not any(text.is_text for text in texts):
        return None
    fatal = ".Fatal(" in call.receiver
    severity = "critical" if fatal or ".Panic(" in call.receiver else "error"
    return Draft(call.node, "exit" if fatal else "report", texts, severity=severity)


def answered(call: Called) -> Draft | None:
    """gin's ``c.JSON(http.StatusBadRequest, gin.H{"error": "…"})``."""
    status = go_codes.status_of(call.source.text(call.args[0]))
    if status is None or len(call.args) < 2:
        return None
    body = call.args[1].child_by_field_name("body")
    if call.args[1].type != "composite_literal" or body is None:
        return None
    for key, texts, _ in go_types.pairs_of(call.source, body):
        if key is not None and key.strip('"').lower() in _SAYING and texts[0].is_text:
            return Draft(call.node, "http", texts, http_status=status)
    return None
