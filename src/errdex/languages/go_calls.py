"""Go's calls through a package or value that make, report or answer with an error."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import go_places, go_text, go_types
from errdex.languages.go_format import as_format, has_verbs
from errdex.languages.interface import Draft, Source, Text, argument
from errdex.languages.locals import enclosing
from errdex.model.facts import Call
from errdex.model.template import Part, Placeholder

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_ERROR_PACKAGE = re.compile(
    r"(?i)(?:^|/)[\w.-]*(?:err(?:or)?s?x?|errdefs|errutil|eris|oops|trace|fault)(?:[-.]go)?(?:/v\d+)?$"
)
_TESTING = re.compile(r"\btesting\.|TestingT\b|GinkgoT|\bTB\b|check\.C\b|gocheck\.C\b|\*T$|\bTest\w*$")
_STDERR = re.compile(r"(?i)stderr|errout|err(?:or)?writer|^err$|\.err$")
_TELLING = re.compile(
    r"(?i)_?(?:v?log|debug|info|trace|verbose|print|note|notice|progress|warn|usage|help|say|write)"
)
_ERROR_CHAIN = re.compile(r"\.(?:Error|Err|Fatal|Panic|WithLevel)\(")
_FIELDS = re.compile(r"^(?:zap\w*|slog|field|tag|attr|lager|hclog|log|logger|logging|keyval)\.[A-Z]")
_KEY = re.compile(r"\"[\w.\-/]+\"")
_PRINTING = frozenset(
    ["log", "github.com/sirupsen/logrus", "k8s.io/klog", "k8s.io/klog/v2", "github.com/golang/glog"]
)
_ERRORS = ("errors", "errs", "err", "trace", "oops", "eris")
_LEVELS = (
    ("Fatal", "exit", "critical"),
    ("Exit", "exit", "critical"),
    ("DPanic", "report", "critical"),
    ("Panic", "panic", "critical"),
    ("Crit", "report", "critical"),
)
_FIELD_ERRORS = frozenset(
    ["Invalid", "Required", "Forbidden", "NotSupported", "TooLong", "TypeInvalid", "InternalError"]
)
_SAYING = frozenset(["error", "message", "msg", "err", "detail", "details", "error_description"])
_WRAPPERS = (
    "Wrap", "WithMessage", "WithHint", "WithDetail", "Annotate", "BadParameter"
)  # fmt: skip
_MESSAGE_NAME = re.compile(r"(?i)(?:msg|message|text|format|fmt|f|s|str|reason|desc|errmsg|template)$")


class Called:
    """One call through a selector: its parts, read once.

    Attributes:
        name: the function's or method's name.
        receiver: what stands before it.
        path: the import path that the receiver names, ``""`` for a value.
        args: the argument nodes.
    """

    __slots__ = ("args", "name", "node", "path", "receiver", "source")

    def __init__(self, source: Source, node: Node, name: str) -> None:
        self.source, self.node, self.name = source, node, name
        self.receiver = go_text.called(source, node).removesuffix(f".{name}")
        self.path = go_places.imports(source).get(self.receiver, "")
        self.args = go_text.arguments(node)

    def texts(self, place: int) -> list[Text]:
        """What an argument says; nothing where there is none."""
        return go_text.texts(self.source, self.args[place]) if place < len(self.args) else []

    def texts_of_call(self) -> list[Text]:
        """What the call itself gives."""
        return go_text.texts(self.source, self.node)

    def first_text(self, start: int = 0) -> int:
        """The place of the first argument that is text, -1 without one."""
        if not start and self.args[0].type in go_text.LITERALS:
            return 0
        for place, arg in enumerate(self.args[start:], start):
            if arg.type != "variadic_argument" and go_text.said(self.source, arg):
                return place
        return -1

    def passed_on(self) -> int:
        """The place of an argument that is a parameter of the function around, named as a message."""
        for place, arg in enumerate(self.args):
            if arg.type == "identifier" and _MESSAGE_NAME.fullmatch(self.source.text(arg)):
                kind = go_places.declared_type(self.source, self.source.text(arg), self.node)
                if kind == "string":
                    return place
        return -1

    def formatted(self, place: int) -> list[Text]:
        """The texts of a format and what follows it."""
        return go_text.formatted(self.source, self.args[place:])


def reported(source: Source, node: Node, name: str) -> Draft | None:
    """The site of a call of ``name`` through a selector; None when it is none."""
    rule = _rule(name)
    call = Called(source, node, name)
    if rule is None or not call.args or not call.receiver or _is_test(call):
        return None
    found = rule(call)
    return None if found is not None and _is_held(source, node, found) else found


def _is_test(call: Called) -> bool:
    """Whether the receiver is a test's handle, whose failures are no errors of the program."""
    root = call.receiver.partition(".")[0]
    if call.path or not root.isidentifier():
        return False
    return bool(_TESTING.search(go_places.declared_type(call.source, root, call.node)))


def _is_held(source: Source, node: Node, draft: Draft) -> bool:
    """Whether an error is built only to be thrown by the call around it, which is the site."""
    listing = node.parent if draft.kind == "construct" else None
    outer = listing.parent if listing is not None and listing.type == "argument_list" else None
    if outer is None or outer.type != "call_expression":
        return False
    return bool(re.search(r"^panic$|\.(?:Fatal|Panic)(?:f|ln)?$", go_text.called(source, outer)))


# -- errors as values ---------------------------------------------------------------------------


def _new(call: Called) -> Draft | None:
    """``errors.New``, ``status.New``, ``awserr.New`` and the like."""
    if call.path.endswith("grpc/status") or call.receiver == "status":
        return _status(call)
    if "awserr" in call.path and len(call.args) > 1:
        draft = Draft(call.node, "construct", call.texts(1), error_class="awserr.Error")
        draft.code = go_types.code_of(call.source, call.args[0])
        return draft
    if not (_ERROR_PACKAGE.search(call.path) or call.receiver == "errors"):
        return None
    place = max(call.first_text(), 0)
    texts = call.formatted(place) if call.name.endswith("f") else call.texts(place)
    return Draft(call.node, "construct", texts, reason=_unsaid(texts))


def _errorf(call: Called) -> Draft | None:
    """``fmt.Errorf`` and every other ``Errorf``: an error where its value is used, else a report."""
    if call.path.endswith("grpc/status") or call.receiver == "status":
        return _status(call)
    if call.receiver == "fmt" or _ERROR_PACKAGE.search(call.path) or call.receiver == "xerrors":
        place = max(call.first_text(), 0)
        texts = call.formatted(place)
        return Draft(call.node, "construct", texts, reason=_unsaid(texts))
    return _levelled(call)


def _status(call: Called) -> Draft | None:
    """``status.Errorf(codes.NotFound, "…")``."""
    if len(call.args) < 2:
        return None
    texts = call.formatted(1) if call.name.endswith("f") else call.texts(1)
    code = go_types.code_of(call.source, call.args[0])
    draft = Draft(call.node, "construct", texts, error_class="status.Error", reason=_unsaid(texts))
    draft.code = code if "codes" in call.source.text(call.args[0]) else None
    return draft


def _wrapped(call: Called) -> Draft | None:
    """``errors.Wrapf(err, "…", …)``, ``WithMessage``, ``Annotatef``; the text that is put before."""
    is_first = call.path.endswith("errwrap") or len(call.args) == 1
    place = call.first_text(0 if is_first else 1)
    if place < 0:
        place = call.passed_on()
        if place < 0:
            return None
    elif not (call.receiver.lower().endswith(_ERRORS) or _ERROR_PACKAGE.search(call.path)):
        if call.source.text(call.args[0])[-3:].lower() != "err":
            return None
    texts = call.formatted(place) if call.name.endswith("f") else call.texts(place)
    if call.path.endswith("errwrap"):
        texts = [_with_cause(text) for text in texts]
    return Draft(call.node, "construct", texts, reason=_unsaid(texts))


def _with_cause(text: Text) -> Text:
    """errwrap writes the wrapped error as ``{{err}}``."""
    parts: list[Part] = []
    for part in text.parts:
        for index, piece in enumerate(part.split("{{err}}") if isinstance(part, str) else [part]):
            if index:
                parts.append(Placeholder("{{err}}", "err"))
            parts.append(piece)
    return text._replace(parts=tuple(parts))


def _made(call: Called) -> Draft | None:
    """``pkg.NewBadRequest("…")``, ``echo.NewHTTPError(400, "…")``, ``os.NewSyscallError``."""
    if call.name == "NewSyscallError" and len(call.args) == 2:
        cause = call.source.flat(call.args[1], 200)
        after: tuple[Part, ...] = (": ", Placeholder("{" + cause + "}", cause))
        texts = [text._replace(parts=(*text.parts, *after)) for text in call.texts(0)]
        return Draft(call.node, "construct", texts, error_class="os.SyscallError")
    is_error = go_types.ERROR_TYPE.search(call.name.removesuffix("f"))
    if not (is_error or _ERROR_PACKAGE.search(call.path)):
        return None
    place = call.first_text()
    if place < 0:
        return None
    texts = call.formatted(place) if call.name.endswith("f") else call.texts(place)
    if not any(" " in text.template.message for text in texts):
        return None
    status = go_types.status_of(call.source.text(call.args[0]))
    name = call.name.removeprefix("New").removesuffix("f")
    return Draft(
        call.node, "http" if status else "construct", texts, error_class=name, http_status=status
    )


def _field(call: Called) -> Draft | None:
    """Kubernetes' ``field.Invalid(path, value, "…")``: the detail is what its code says."""
    if not (call.path.endswith("/field") or call.receiver == "field"):
        return None
    for place in range(len(call.args) - 1, 0, -1):
        texts = [text for text in call.texts(place) if text.is_text]
        if texts:
            return Draft(call.node, "construct", texts, error_class=f"field.{call.name}")
    return None


# -- answers, output ----------------------------------------------------------------------------


def _error(call: Called) -> Draft | None:
    """``http.Error(w, "…", code)``, ``status.Error(…)``, ``logger.Error("…")``."""
    if call.path.endswith("grpc/status") or call.receiver == "status":
        return _status(call)
    if (call.path.endswith("net/http") or call.receiver == "http") and len(call.args) == 3:
        texts = call.texts(1)
        status = go_types.status_of(call.source.text(call.args[2]))
        return Draft(call.node, "http", texts, http_status=status, reason=_unsaid(texts))
    return _levelled(call)


def _levelled(call: Called) -> Draft | None:
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
        texts = call.formatted(place)
    elif _is_structured(call, place):
        texts = call.texts(place)
    else:
        line = call.name.endswith("ln")
        texts = go_text.printed(call.source, call.args[_first_shown(call, place) :], line=line)
    return Draft(call.node, kind, texts, severity=severity, reason=_unsaid(texts))


def _level(call: Called) -> tuple[str, str]:
    for start, kind, severity in _LEVELS:
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
    if not rest or call.name.endswith("ln") or call.path in _PRINTING:
        return False
    if call.name.endswith(("w", "S", "Context")) or rest[-1].type == "variadic_argument":
        return True
    if any(_FIELDS.match(call.source.text(arg)) for arg in rest):
        return True
    keys = rest[::2]
    return len(rest) > 1 and all(_KEY.fullmatch(call.source.text(key)) for key in keys)


def _printed(call: Called) -> Draft | None:
    """``fmt.Fprintf(os.Stderr, "…")``."""
    if call.receiver != "fmt" or len(call.args) < 2:
        return None
    if not _STDERR.search(call.source.text(call.args[0])):
        return None
    return _written(call, 1)


def _print_err(call: Called) -> Draft | None:
    """cobra's ``cmd.PrintErrf("…")``."""
    return _written(call, 0)


def _written(call: Called, start: int) -> Draft | None:
    args = call.args[start:]
    if call.name.endswith("f"):
        texts = go_text.formatted(call.source, args)
    else:
        texts = go_text.printed(call.source, args, line=call.name.endswith("ln"))
    if not any(text.is_text and text.template.fixed_length > 1 for text in texts):
        if call.passed_on() < start or _is_told(call):
            return None
    return Draft(call.node, "report", texts, reason=_unsaid(texts))


def _is_told(call: Called) -> bool:
    """Whether the function around prints to stderr what is no error: logs, help, progress."""
    function = enclosing(call.node, go_places.FUNCTIONS)
    name = function.child_by_field_name("name") if function is not None else None
    return name is not None and _TELLING.match(call.source.text(name)) is not None


def _write_string(call: Called) -> Draft | None:
    """``os.Stderr.WriteString("…")`` and ``io.WriteString(os.Stderr, "…")``."""
    place = 1 if call.receiver == "io" else 0
    written = call.source.text(call.args[0]) if place else call.receiver
    if not _STDERR.search(written) or len(call.args) != place + 1:
        return None
    texts = [text for text in call.texts(place) if text.is_text]
    return Draft(call.node, "report", texts) if texts else None


def _chained(call: Called) -> Draft | None:
    """zerolog's ``log.Error().Err(err).Msg("…")``."""
    if not _ERROR_CHAIN.search(f"{call.receiver}."):
        return None
    texts = call.formatted(0) if call.name.endswith("f") else call.texts(0)
    if not any(text.is_text for text in texts):
        return None
    fatal = ".Fatal(" in call.receiver
    severity = "critical" if fatal or ".Panic(" in call.receiver else "error"
    return Draft(call.node, "exit" if fatal else "report", texts, severity=severity)


def _answered(call: Called) -> Draft | None:
    """gin's ``c.JSON(http.StatusBadRequest, gin.H{"error": "…"})``."""
    status = go_types.status_of(call.source.text(call.args[0]))
    if status is None or len(call.args) < 2:
        return None
    body = call.args[1].child_by_field_name("body")
    if call.args[1].type != "composite_literal" or body is None:
        return None
    for key, texts, _ in go_types.pairs_of(call.source, body):
        if key is not None and key.strip('"').lower() in _SAYING and texts[0].is_text:
            return Draft(call.node, "http", texts, http_status=status)
    return None


def _unsaid(texts: list[Text]) -> str:
    return "" if any(text.is_text for text in texts) else "raises a value"


def _handed_on(call: Called) -> Draft | None:
    """``Sprintf(format, args...)`` in a function named as a reporter: what its callers write."""
    given = go_text.passed_format(call.source, call.node, call.args)
    function = enclosing(call.node, go_places.FUNCTIONS) if given else None
    name = function.child_by_field_name("name") if function is not None else None
    if name is None or not _REPORTER.search(call.source.text(name)):
        return None
    listing = call.node.parent
    outer = listing.parent if listing is not None and listing.type == "argument_list" else None
    if outer is not None:
        callee = go_text.called(call.source, outer).rpartition(".")[2]
        if callee == "panic" or callee in _RULES:
            return None
    return Draft(call.node, "construct", call.texts_of_call(), reason="raises a value")


_REPORTER = re.compile(r"(?i)(?:err(?:or)?|fatal|fail(?:ure)?|panic|abort|die)f?$")
_LEVEL_ENDS = ("", "f", "w", "ln", "S", "Context", "Depth", "Depthf")
_RULES: dict[str, Callable[[Called], Draft | None]] = {
    **{f"{level}{end}": _levelled for level, _, _ in _LEVELS for end in _LEVEL_ENDS},
    **{f"{level}{end}": _levelled for level in ("Error", "Critical") for end in _LEVEL_ENDS},
    **dict.fromkeys(("New", "Newf"), _new),
    "Errorf": _errorf,
    **dict.fromkeys(("Error", "Errors"), _error),
    **{f"{name}{end}": _wrapped for name in _WRAPPERS for end in ("", "f")},
    **dict.fromkeys(_FIELD_ERRORS, _field),
    **dict.fromkeys(("Fprint", "Fprintf", "Fprintln"), _printed),
    **dict.fromkeys(("PrintErr", "PrintErrf", "PrintErrln"), _print_err),
    "WriteString": _write_string,
    "Sprintf": _handed_on,
    **dict.fromkeys(("Msg", "Msgf"), _chained),
}


def _rule(name: str) -> Callable[[Called], Draft | None] | None:
    """What reads a call of a name."""
    rule = _RULES.get(name)
    if rule is None and name.startswith("New"):
        return _made
    return _answered if rule is None and name.endswith("JSON") else rule


# -- panics, calls of the project's own reporters -----------------------------------------------


def panicked(source: Source, node: Node) -> Draft | None:
    """``panic(…)`` of a text, an error, or a value that came from elsewhere."""
    args = go_text.arguments(node)
    if len(args) != 1:
        return None
    value = args[0]
    texts = go_text.texts(source, value)
    if any(text.is_text for text in texts):
        return Draft(node, "panic", texts, severity="critical")
    inner = value.children[-1] if value.type == "unary_expression" else value
    if inner.type == "composite_literal":
        built = go_types.composite(source, inner)
        if built is not None:
            return Draft(
                node, "panic", built.texts, built.error_class, severity="critical", call=built.call
            )
    kind = "reraise" if _is_recovered(source, node, value) else "panic"
    return Draft(node, kind, texts, severity="critical", reason="raises a value")


def _is_recovered(source: Source, node: Node, value: Node) -> bool:
    """Whether a panic passes on what ``recover()`` gave."""
    if value.type != "identifier":
        return False
    function = node.parent
    while function is not None and function.type not in ("func_literal", *go_places.FUNCTIONS):
        function = function.parent
    start = function.start_byte if function is not None else 0
    before = source.data[start : node.start_byte].decode("utf-8", "replace")
    return bool(re.search(rf"\b{re.escape(source.text(value))}\b[^\n]*:?=\s*recover\(\)", before))


def call_of(source: Source, node: Node) -> Call | None:
    """A call for the inferred reporters: a format is filled, a receiver told by its type."""
    function = node.child_by_field_name("function")
    if function is None:
        return None
    callee = go_text.called(source, node)
    if function.type == "selector_expression":
        operand = function.child_by_field_name("operand")
        if operand is not None and operand.type == "identifier":
            name = source.text(operand)
            kind = go_places.declared_type(source, name, node)
            owner = kind.lstrip("*&[]").rpartition(".")[2].partition("[")[0]
            if owner.isidentifier():
                callee = f"{owner}{callee.removeprefix(name)}"
    args = go_text.arguments(node)
    values = [go_text.value_of(source, arg) for arg in args]
    is_format = callee.endswith("f")
    found = []
    for place, arg in enumerate(args):
        texts = go_text.texts(source, arg)
        if texts[0].is_text and (place + 1 < len(args) or is_format) and has_verbs(texts[0]):
            texts = [as_format(text, values[place + 1 :]) for text in texts]
        found.append(argument(None, texts))
    return Call(callee[:200], tuple(found))
