"""C#'s calls that report without throwing themselves: assertions, logs, HTTP answers, lists."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import csharp_text
from errdex.languages.csharp_calls import (
    NULL,
    RANGE,
    Given,
    body_text,
    given,
    is_cause,
    sentence,
    shown_parameter,
    status_of,
)
from errdex.languages.csharp_format import as_used, named_parts
from errdex.languages.csharp_guards import negated
from errdex.languages.csharp_nodes import Arg, arguments_of, bare, generic_of, owner_of
from errdex.languages.csharp_strings import nameof
from errdex.languages.interface import Draft, Source, Text, placeholder
from errdex.languages.jvm_format import filled
from errdex.model.facts import Guard

if TYPE_CHECKING:
    from collections.abc import Callable

    from tree_sitter import Node

_LOGGER = re.compile(r"(?i)(?:^|[._])(?:\w*log|\w*logger\w*|log\w*|trace\w*)(?:\(\)|<.*>|!)?$")
_STDERR = re.compile(r"(?:^|\.)(?:Console\.Error|stderr|StdErr|StandardError|AnsiConsole\.Error)$")
_ERRORS = re.compile(r"(?i)(?:errors?|problems|violations|failures|errorMessages?|issues)$")
_ASSERTERS = re.compile(
    r"(?:\w+\.)*(?:Guard|Check|Ensure|Requires?|Verify|\w*Guard|Preconditions|Assumes|Argument|"
    r"ThrowHelper|Throw|Throws|Contract)(?:\.Against)?$"
)
_THROW_IF = re.compile(r"(?:\w+\.)*(\w+Exception)$")
_NULL_CHECK = re.compile(
    r"(?:Throw)?(?:If)?(?:Argument)?(?:Not)?(?:Is)?Null(?:Argument)?$|ArgumentNotNull$"
)
_ANSWERS = {
    "BadRequest": 400, "NotFound": 404, "Conflict": 409, "Unauthorized": 401,
    "UnprocessableEntity": 422, "InternalServerError": 500,
}  # fmt: skip
_RANGES = {
    "ThrowIfNegative": ("{} < 0", "must be a non-negative value."),
    "ThrowIfNegativeOrZero": ("{} <= 0", "must be a non-negative and non-zero value."),
    "ThrowIfZero": ("{} == 0", "must be a non-zero value."),
    "ThrowIfEqual": ("{} == {}", "must not be equal to '{}'."),
    "ThrowIfNotEqual": ("{} != {}", "must be equal to '{}'."),
    "ThrowIfGreaterThan": ("{} > {}", "must be less than or equal to '{}'."),
    "ThrowIfGreaterThanOrEqual": ("{} >= {}", "must be less than '{}'."),
    "ThrowIfLessThan": ("{} < {}", "must be greater than or equal to '{}'."),
    "ThrowIfLessThanOrEqual": ("{} <= {}", "must be greater than '{}'."),
}
_AGAINST = {
    "NullOrEmpty": "Required input {} was empty.",
    "NullOrWhiteSpace": "Required input {} was empty.",
    "Negative": "Required input {} cannot be negative.",
    "NegativeOrZero": "Required input {} cannot be zero or negative.",
    "Zero": "Required input {} cannot be zero.",
    "OutOfRange": "Input {} was out of range",
}
_NAMES = frozenset({"identifier", "member_access_expression", "generic_name"})
VALIDATION = "ValidationException"


def reported(source: Source, node: Node, name: str) -> Draft | None:
    """The site of a call of the method ``name``; None when it is none."""
    owner_node = owner_of(node)
    rule = _RULES.get(name)
    if rule is None and (owner_node is None or owner_node.type not in _NAMES):
        return None  # the text of a long chain is long
    owner = source.flat(owner_node, 160) if owner_node is not None else ""
    if rule is None and name.startswith("ThrowIf") and _THROW_IF.match(owner):
        rule = _thrown_if
    if rule is None and owner and _ASSERTERS.match(owner):
        rule = _guarded
    return rule(source, node, name, owner) if rule is not None else None


# -- assertions -------------------------------------------------------------------------------


def _thrown_if(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``ArgumentNullException.ThrowIfNull(x)``: the runtime words it."""
    args = arguments_of(node)
    found = _THROW_IF.match(owner)
    if not args or found is None:
        return None
    error_class = found[1]
    shown = source.flat(args[0].node, 200)
    named = next((a.node for a in args[1:] if a.name == "paramName"), None)
    if named is None and len(args) == 2 and csharp_text.said(source, args[1].node):
        named = args[1].node
    about = csharp_text.said(source, named) if named is not None else []
    param = about[0] if about else Text((shown,))
    texts, test = _worded(name, error_class, param, args, source)
    guards = (Guard(test, node.start_point.row + 1, "assert", shown),) if test else ()
    return Draft(node, "raise", [texts] if texts else [], error_class=error_class, guards=guards)


def _worded(
    name: str, error_class: str, param: Text, args: list[Arg], source: Source
) -> tuple[Text | None, str]:
    """What a ``ThrowIf…`` of the runtime says, and when."""
    shown = source.flat(args[0].node, 200)
    if name == "ThrowIfNull":
        said = shown_parameter(NULL, param) if error_class == NULL else None
        return said, f"{shown} is null"
    told = {
        "ThrowIfNullOrEmpty": "",
        "ThrowIfNullOrWhiteSpace": " or composed entirely of whitespace",
    }
    if name in told:
        what = "an empty string" if not told[name] else "an empty string" + told[name]
        before = f"The value cannot be {what}. (Parameter '"
        test = name.removeprefix("ThrowIf").replace("NullOr", "IsNullOr")
        return Text((before, *param.parts, "')"), inline=False), f"string.{test}({shown})"
    if error_class == RANGE and name in _RANGES:
        test, rest = _RANGES[name]
        other = source.flat(args[1].node, 200) if len(args) > 1 else ""
        hole = placeholder(source, args[0].node)
        limits = rest.split("{}")
        middle = csharp_text.operand(source, args[1].node, 0)[0].parts if len(limits) > 1 else ()
        parts = (*param.parts, " ('", *hole.parts, "') ", limits[0], *middle, *limits[1:])
        end = (" (Parameter '", *param.parts, "')")
        return Text((*parts, *end), inline=False), test.format(shown, other)
    if name == "ThrowIf":
        return None, shown
    return None, ""


def _guarded(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``Guard.Against.Null(x, "…")``, ``ThrowHelper.ThrowArgumentException("…")``."""
    args = given(source, node)
    helper = re.match(r"Throw(?:New)?(\w*Exception)|(\w*Exception)$", name)
    texts: list[Text] = []
    for place, one in enumerate(args):
        found = [t for t in one.texts if t.is_text and " " in t.template.message]
        found = found or [t for t in one.texts if not t.is_text and not t.inline]
        if found:
            values = csharp_text.values_of(source, [Arg(a.name, a.node) for a in args[place + 1 :]])
            texts = [as_used(text, values) for text in found]
            break
    if helper is not None and owner.endswith(("ThrowHelper", "Throw", "Throws")):
        error_class = helper[1] or helper[2]
        if not texts and error_class == NULL and args:
            texts = [shown_parameter(NULL, _parameter(source, args[0].node))]
        return Draft(node, "raise", texts, error_class=error_class)
    null_check = _NULL_CHECK.match(name) and args
    if null_check and not texts:
        last = source.flat(args[0].node, 200)
        named = csharp_text.said(source, args[-1].node)
        if not re.fullmatch(r"[\w.?!@]+", last):
            return None
        texts = [shown_parameter(NULL, named[0] if named and len(args) > 1 else Text((last,)))]
    against = _AGAINST.get(name) if owner.endswith("Guard.Against") and args else None
    if not texts and against is not None:
        texts = [_against(source, args, against)]
    if not texts:
        return None
    guards = _failing(source, args[0].node, name) if args else ()
    generic = generic_of(source, node)
    error_class = generic if generic.endswith("Exception") else (NULL if null_check else "")
    return Draft(node, "assert", texts, error_class=error_class or None, guards=guards)


def _against(source: Source, args: list[Given], wording: str) -> Text:
    """What Ardalis' guard clauses say of a parameter that they are told by name."""
    named = csharp_text.said(source, args[1].node) if len(args) > 1 else []
    before, _, after = wording.partition("{}")
    name = named[0].parts if named else (source.flat(args[0].node, 200),)
    return Text((before, *name, after), inline=False)


def _parameter(source: Source, node: Node) -> Text:
    """The name of a parameter: a text, ``nameof``, or a member of ``ExceptionArgument``."""
    found = csharp_text.said(source, node)
    if found:
        return found[0]
    written = source.flat(node, 100)
    if written.startswith("ExceptionArgument."):
        return Text((written.rpartition(".")[2],))
    return placeholder(source, node)


def _failing(source: Source, tested: Node, name: str) -> tuple[Guard, ...]:
    inner = bare(tested)
    if "string" in inner.type or inner.type in ("boolean_literal", "lambda_expression"):
        return ()
    shown = source.flat(inner, 300)
    line = inner.start_point.row + 1
    if "Null" in name:
        return (Guard(f"{shown} is null", line, "assert", shown),)
    if inner.type in ("binary_expression", "prefix_unary_expression", "is_pattern_expression"):
        return (negated(source, inner, "assert"),)
    return ()


def _asserted(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``Debug.Assert(c, "…")``, ``Contract.Requires<X>(c, "…")``."""
    simple = owner.rpartition(".")[2]
    args = arguments_of(node)
    if simple not in ("Debug", "Trace", "Contract", "UnityEngine.Debug", "Assumes") or not args:
        return None
    texts = [text for arg in args[1:2] for text in sentence(source, arg.node)]
    if not texts and simple == "Contract" and len(args) < 2:
        return None
    tested = args[0].node
    fixed = tested.type == "boolean_literal"
    guards = () if fixed else (negated(source, tested, "assert"),)
    generic = generic_of(source, node)
    return Draft(node, "assert", texts, error_class=generic or None, guards=guards)


def _failed(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``Debug.Fail("…")``, ``Environment.FailFast("…")``."""
    if owner.rpartition(".")[2] not in ("Debug", "Trace", "Environment"):
        return None
    args = arguments_of(node)
    texts = sentence(source, args[0].node) if args else []
    if name == "FailFast":
        return Draft(node, "panic", texts, severity="critical")
    return Draft(node, "assert", texts)


# -- logs and the console ---------------------------------------------------------------------


def _logged(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    own = name.startswith("Log") or name == "TraceError"
    if not own and not _LOGGER.search(owner):
        return None
    severity = "critical" if name.startswith(("LogCritical", "Fatal")) else "error"
    return _log_text(source, node, arguments_of(node), severity, name)


def _levelled(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``logger.Log(LogLevel.Error, "…", x)``, ``Log.Write(LogEventLevel.Error, …)``."""
    args = arguments_of(node)
    level = source.flat(args[0].node, 80) if args else ""
    found = re.search(r"Level\.(Error|Critical|Fatal)$", level)
    if found is None:
        return None
    severity = "error" if found[1] == "Error" else "critical"
    return _log_text(source, node, args[1:], severity, name)


def _log_text(
    source: Source, node: Node, args: list[Arg], severity: str, name: str
) -> Draft | None:
    for place, arg in enumerate(args[:5]):
        texts = csharp_text.said(source, arg.node)
        if not texts or nameof(source, arg.node):
            continue
        rest = [one for one in args[place + 1 :] if not is_cause(source, one.node)]
        values = csharp_text.values_of(source, rest)
        if arg.node.type != "interpolated_string_expression":
            if name.endswith("Format"):
                texts = [as_used(text, values) for text in texts]
            else:
                texts = [as_used(text, values, logger=True) for text in texts]
        return Draft(node, "report", texts, severity=severity)
    return None


def _printed(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    if not _STDERR.search(owner):
        return None
    args = arguments_of(node)
    texts = sentence(source, args[0].node) if args else []
    values = csharp_text.values_of(source, args[1:])
    texts = [as_used(text, values) for text in texts]
    texts = [t for t in texts if t.template.fixed_length or not t.is_text]
    return Draft(node, "report", texts) if texts else None


# -- answers ----------------------------------------------------------------------------------


def _answered(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``BadRequest("…")``, ``Results.NotFound(new { error = "…" })``, ``StatusCode(500, "…")``."""
    if owner and not re.search(
        r"(?:^|\.)(?:Results|TypedResults|this|base|\w*[cC]ontroller)$", owner
    ):
        return None
    args = arguments_of(node)
    status = _ANSWERS.get(name)
    if name == "StatusCode":
        status = status_of(source.flat(args[0].node, 80)) if args else None
        args = args[1:]
    texts = body_text(source, args[0].node) if args else []
    return Draft(node, "http", texts, http_status=status) if texts and status else None


def _problem(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``Problem(detail: "…", statusCode: 400)``."""
    args = arguments_of(node)
    named = {arg.name: arg.node for arg in args if arg.name}
    told = named.get("detail") or named.get("title")
    if told is None:
        told = next((arg.node for arg in args if arg.name is None), None)
    texts = sentence(source, told) if told is not None else []
    status = named.get("statusCode") or (args[2].node if len(args) > 2 else None)
    number = status_of(source.flat(status, 80)) if status is not None else None
    return Draft(node, "http", texts, http_status=number or 500) if texts else None


# -- lists of errors --------------------------------------------------------------------------


def _listed(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """``ModelState.AddModelError("key", "…")``, ``errors.Add("…")``."""
    if name == "Add" and not _ERRORS.search(owner):
        return None
    args = given(source, node)
    for place, one in enumerate(args[:3]):
        texts = [t for t in one.texts if t.is_text and " " in t.template.message]
        if not texts and name != "Add":
            texts = [t for t in one.texts if not t.is_text and not t.inline]
        if texts:
            values = csharp_text.values_of(source, [Arg(a.name, a.node) for a in args[place + 1 :]])
            return Draft(node, "report", [as_used(text, values) for text in texts])
    return None


def _worded_rule(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """FluentValidation's ``.WithMessage("'{PropertyName}' is empty.")``."""
    args = arguments_of(node)
    if not args or (not owner and len(args) > 2):
        return None
    texts = [declared(text) for text in sentence(source, args[-1 if len(args) < 3 else 0].node)]
    return Draft(node, "declare", texts, error_class=VALIDATION) if texts else None


def declared(text: Text) -> Text:
    """A validator's text, whose ``{PropertyName}`` and ``{0}`` the framework fills."""
    return filled(text, named_parts)


def attribute(source: Source, node: Node) -> Draft | None:
    """``[Required(ErrorMessage = "…")]``."""
    name = node.child_by_field_name("name")
    for arg in arguments_of(node):
        if arg.name == "ErrorMessage":
            texts = [declared(text) for text in csharp_text.said(source, arg.node)]
            code = source.text(name).removesuffix("Attribute") if name is not None else None
            if texts and code:
                return Draft(node, "declare", texts, error_class=VALIDATION)
    return None


def diagnostic(source: Source, node: Node) -> Draft | None:
    """Roslyn's ``new DiagnosticDescriptor("ID1", "title", "message {0}", …)``."""
    args = arguments_of(node)
    named = {arg.name: arg.node for arg in args if arg.name}
    ident = named.get("id") or (args[0].node if args else None)
    told = named.get("messageFormat") or (args[2].node if len(args) > 2 else None)
    if ident is None or told is None:
        return None
    code = csharp_text.said(source, ident)
    texts = [declared(text) for text in sentence(source, told)]
    return Draft(node, "declare", texts, code=code[0].template.message if code else None)


_RULES: dict[str, Callable[[Source, Node, str, str], Draft | None]] = {
    "Assert": _asserted,
    "Requires": _asserted,
    "Fail": _failed,
    "FailFast": _failed,
    **dict.fromkeys(
        (
            "LogError", "LogCritical", "TraceError", "Error", "Fatal", "ErrorFormat", "FatalFormat",
        ),
        _logged,
    ),
    "Log": _levelled,
    "Write": lambda s, n, name, o: _levelled(s, n, name, o) or _printed(s, n, name, o),
    "WriteLine": _printed,
    "WriteLineAsync": _printed,
    "WriteAsync": _printed,
    **dict.fromkeys((*_ANSWERS, "StatusCode"), _answered),
    "Problem": _problem,
    **dict.fromkeys(("AddModelError", "AddFailure", "AddError", "Add"), _listed),
    "WithMessage": _worded_rule,
}  # fmt: skip
