"""PHP's calls that report: levels, consoles, logs, answers over HTTP, validators, asserts."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages import php_calls, php_format, php_text
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.php_calls import status_of
from errdex.languages.php_guards import negated
from errdex.languages.php_nodes import (
    arguments_of,
    function_name,
    name_of,
    receiver,
    scope_of,
)

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.model.facts import Guard

_LOGGER = re.compile(
    r"(?i)(?:^|.*_)(?:\w*log(?:ger|s)?|io|output|components|console|style|cli|ui|this|printer|"
    r"climate|messenger|flash|\w*io|stderr|getLogger|getIO|channel|stack|withContext|"
    r"get\w*Logger)$"
)
_LOG_CLASS = re.compile(r"(?i)(?:log(?:ger)?|message|flash|notification|wp_cli|debug)$")
_STATUS = re.compile(r"(?i)(?:\w*status(?:value)?|this|sv|result)$")
_LOGS = {
    "error": "error",
    "critical": "critical",
    "emergency": "critical",
    "alert": "critical",
    "fatal": "critical",
    "rawError": "error",
}
_TAG = re.compile(r"\s*<(error|warning|fg=red|bg=red)\b[^<>]*>")
_ANY_TAG = re.compile(r"</?(?:error|warning|info|comment|question|fg=\w+|bg=\w+)?(?:;[\w=-]+)*>")
_LIST = re.compile(r"(?i)^\$?(?:\w*->|\w+::\$?)?\w*errors$")
_SENTENCE = re.compile(r"\S \S")


def function_report(source: Source, node: Node) -> Draft | None:
    """The site that a plain call makes, if it reports an error."""
    name = function_name(source, node)
    rule = _FUNCTIONS.get(name)
    return rule(source, node, arguments_of(node)) if rule is not None else None


def _first(source: Source, args: list[Node], at: int = 0) -> list[Text]:
    return php_text.said(source, args[at]) if len(args) > at else []


def _triggered(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """``trigger_error("…", E_USER_WARNING)``; without a level it is a notice."""
    level = source.flat(args[-1], 60) if len(args) > 1 else ""
    texts = _first(source, args)
    shown = texts or php_text.texts(source, args[0]) if args else []
    if "E_USER_ERROR" in level:
        return Draft(node, "report", shown)
    if "WARNING" in level or "DEPRECATED" in level:
        return Draft(node, "warn", shown, severity="warning")
    return None


def _deprecated(source: Source, node: Node, args: list[Node]) -> Draft | None:
    values = php_text.values_of(source, args[3:])
    texts = [php_format.formatted(text, values) for text in _first(source, args, 2)]
    return Draft(node, "warn", texts, severity="warning") if texts else None


def _wrong(source: Source, node: Node, args: list[Node]) -> Draft | None:
    texts = _first(source, args, 1)
    return Draft(node, "warn", texts, severity="warning") if texts else None


def _warned(source: Source, node: Node, args: list[Node]) -> Draft | None:
    texts = _first(source, args)
    return Draft(node, "warn", texts, severity="warning") if texts else None


def _error_log(source: Source, node: Node, args: list[Node]) -> Draft | None:
    texts = [text for text in _first(source, args) if text.template.fixed_length]
    return Draft(node, "report", texts) if texts else None


def _written(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """``fwrite(STDERR, "…")``, ``fprintf(STDERR, "…", $x)``."""
    if len(args) < 2 or source.text(args[0]).lstrip("\\") != "STDERR":
        return None
    texts = [text for text in _first(source, args, 1) if text.template.fixed_length]
    if function_name(source, node) == "fprintf":
        values = php_text.values_of(source, args[2:])
        texts = [php_format.formatted(text, values) for text in texts]
    return Draft(node, "report", texts) if texts else None


def _died(source: Source, node: Node, args: list[Node]) -> Draft | None:
    texts = [text for text in _first(source, args) if text.template.fixed_length]
    if not texts:
        return None
    status = next((s for a in args[1:3] for s in [_status_in(source, a)] if s), None)
    return Draft(node, "exit", texts, severity="critical", http_status=status)


def _status_in(source: Source, node: Node) -> int | None:
    """A status given as a number or under a key of an array."""
    if node.type == "array_creation_expression":
        given = php_text.pairs(source, node)
        return status_of(given.get("status", given.get("response", "")))
    return status_of(source.flat(node, 80))


def exited(source: Source, node: Node) -> Draft | None:
    """``exit("…")``."""
    inner = [c for c in node.named_children if c.type != "comment"]
    return _died(source, node, inner[:1])


def _asserted(source: Source, node: Node, args: list[Node]) -> Draft | None:
    if not args:
        return None
    guards: tuple[Guard, ...] = (negated(source, args[0], "assert"),)
    # without a message PHP shows the assertion itself
    shown = [Text((f"assert({source.flat(args[0])})",))]
    texts = php_text.texts(source, args[1]) if len(args) > 1 else shown
    if len(args) > 1 and args[1].type == "object_creation_expression":
        made = php_calls.built(source, args[1])
        if made is not None:
            texts = php_calls.message(source, made.args)
            return Draft(node, "assert", texts, error_class=made.name, guards=guards)
    return Draft(node, "assert", texts, error_class="AssertionError", guards=guards)


def _aborted(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """Laravel's ``abort(404, '…')``, ``abort_if($x, 403, '…')``."""
    name = function_name(source, node)
    guards: tuple[Guard, ...] = ()
    if name != "abort" and args:
        turned = negated(source, args[0], "if")
        if name == "abort_if":
            turned = type(turned)(source.flat(args[0]), turned.line, "if")
        guards, args = (turned,), args[1:]
    status = status_of(source.flat(args[0], 80)) if args else None
    if status is None:
        return None
    texts = _first(source, args, 1)
    return Draft(node, "http", texts, "HttpException", http_status=status, guards=guards)


def _json_error(source: Source, node: Node, args: list[Node]) -> Draft | None:
    texts, code = body_text(source, args[0]) if args else ([], None)
    status = status_of(source.flat(args[1], 80)) if len(args) > 1 else None
    return Draft(node, "http", texts, http_status=status, code=code) if texts else None


def body_text(source: Source, node: Node) -> tuple[list[Text], str | None]:
    """The sentence of an answer's body: itself, or under a telling key of an array."""
    texts = php_text.said(source, node)
    if texts:
        return texts, None
    if node.type == "object_creation_expression":
        args = php_calls.given(source, node)
        place = php_calls.message_place(source, args)
        found = [t for t in php_calls.message(source, args) if t.is_text]
        return found, php_calls.code(args, place)
    if node.type != "array_creation_expression":
        return [], None
    best: list[Text] = []
    for element in node.named_children[:30]:
        inner = [c for c in element.named_children if c.type != "comment"]
        if element.type != "array_element_initializer" or len(inner) != 2:
            continue
        key = php_text.said(source, inner[0])
        told = key[0].template.message if key else ""
        if re.search(r"(?i)message|error|detail|reason|msg|description", told):
            said, _ = body_text(source, inner[1])
            if said and (not best or "essage" in told):
                best = said
    return best, None


# -- methods ----------------------------------------------------------------------------------


def method_report(source: Source, node: Node) -> Draft | None:
    """The site that a method's call makes, if it reports an error."""
    name = name_of(source, node)
    if name in _LOGS:
        return _logged(source, node, name)
    rule = _METHODS.get(name)
    return rule(source, node, arguments_of(node)) if rule is not None else None


def _logged(source: Source, node: Node, name: str) -> Draft | None:
    owner, args = receiver(source, node), arguments_of(node)
    if name == "fatal" and args and _STATUS.match(owner):
        return _keyed(source, node, args)
    if not _LOGGER.match(owner):
        return None
    return _log_text(source, node, args, _LOGS[name])


def _keyed(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """``Status::newFatal('key')``, ``$status->fatal('key')``: a catalogue has the text."""
    texts = _first(source, args)
    key = texts[0].template.message if texts and len(texts[0].parts) == 1 else ""
    if not re.fullmatch(r"[\w-]+", key):
        return None
    return Draft(node, "report", [], code=key, reason="a key of a catalogue")


def _log_text(source: Source, node: Node, args: list[Node], severity: str) -> Draft | None:
    if args and args[0].type == "array_creation_expression" and args[0].named_children:
        lines = [php_text.element_value(c) for c in args[0].named_children]
        args = [line for line in lines if line is not None][:1]
    texts = [text for text in _first(source, args) if text.template.fixed_length]
    if not texts:
        return None
    named = php_text.pairs(source, args[1]) if len(args) > 1 else {}
    if named or "{" in texts[0].template.message:
        texts = [php_format.logged(text, named) for text in texts]
    elif len(args) > 1 and any(map(php_format.has_verbs, texts)):
        values = php_text.values_of(source, args[1:])
        texts = [php_format.formatted(text, values) for text in texts]
    return Draft(node, "report", texts, severity=severity)


def _console(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """``$io->writeError('<error>…</error>')``: the tags tell what is an error and are not shown."""
    at = args[0] if args else None
    if at is not None and at.type == "array_creation_expression" and at.named_children:
        at = php_text.element_value(at.named_children[0])
    texts = php_text.said(source, at) if at is not None else []
    first = texts[0].parts[0] if texts and texts[0].parts else None
    tag = _TAG.match(first) if isinstance(first, str) else None
    if tag is None:
        return None
    shown = [php_format.mapped(text, lambda whole: [_ANY_TAG.sub("", whole)]) for text in texts]
    if tag[1] == "warning":
        return Draft(node, "warn", shown, severity="warning")
    return Draft(node, "report", shown)


def _answered(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """``response()->json(['error' => '…'], 422)``."""
    status = status_of(source.flat(args[1], 80)) if len(args) > 1 else None
    if status is None:
        return None
    texts, code = body_text(source, args[0])
    return Draft(node, "http", texts, http_status=status, code=code) if texts else None


def response(source: Source, node: Node, name: str) -> Draft | None:
    """``new JsonResponse(['error' => '…'], 400)``, ``new Response('…', 404)``."""
    args = arguments_of(node)
    if not name.endswith("Response"):
        return None
    return _answered(source, node, args)


def _added(source: Source, node: Node, args: list[Node]) -> Draft | None:
    """``$errors->add('code', 'message')`` of WordPress, ``$errors->add('field', '…')``."""
    if not re.search(r"(?i)errors?$", receiver(source, node)) or len(args) < 2:
        return None
    if len(args) > 2 and source.flat(args[2], 20).strip("'\"") == "message":
        return None  # WordPress shows it as a notice
    texts = [text for text in _first(source, args, 1) if _SENTENCE.search(text.template.message)]
    given = php_calls.given(source, node)
    return Draft(node, "report", texts, code=php_calls.code(given, 1)) if texts else None


def _violated(source: Source, node: Node, args: list[Node]) -> Draft | None:
    texts = [text for text in _first(source, args) if _SENTENCE.search(text.template.message)]
    if not texts:
        return None
    named = php_text.pairs(source, args[1]) if len(args) > 1 else {}
    shown = [php_format.constrained(php_format.replaced(text, named)) for text in texts]
    return Draft(node, "report", shown)


def _listed(source: Source, node: Node, args: list[Node]) -> Draft | None:
    for place in range(min(3, len(args))):
        texts = _first(source, args, place)
        if any(_SENTENCE.search(text.template.message) for text in texts):
            given = php_calls.given(source, node)
            return Draft(node, "report", php_calls.used(source, given, place))
    return None


# -- static calls -----------------------------------------------------------------------------


def static_report(source: Source, node: Node) -> Draft | None:
    """The site that a static call makes, if it reports an error."""
    name, owner = name_of(source, node), scope_of(source, node)
    args = arguments_of(node)
    if name in _LOGS and _LOG_CLASS.search(owner):
        return _log_text(source, node, args, _LOGS[name])
    if owner in ("Assert", "Assertion", "PHPUnit"):
        return _checked(source, node, name, args)
    return _keyed(source, node, args) if name == "newFatal" else None


def _checked(source: Source, node: Node, name: str, args: list[Node]) -> Draft | None:
    """``Assert::notNull($x, '…')``: what fails is told by the method's name."""
    for place in range(len(args) - 1, 0, -1):
        texts = _first(source, args, place)
        if not any(_SENTENCE.search(text.template.message) for text in texts):
            continue
        if name.startswith("assert"):
            return Draft(node, "assert", texts, error_class="ExpectationFailedException")
        values = [source.flat(args[0], 200)]
        shown = [php_format.formatted(text, values) for text in texts]
        guard = _failing(source, name, args[0])
        wanted = _WIKIMEDIA.get(name, "InvalidArgumentException")
        return Draft(node, "assert", shown, error_class=wanted, guards=guard)
    return None


_WIKIMEDIA = {
    "precondition": "PreconditionException",
    "postcondition": "PostconditionException",
    "invariant": "InvariantException",
    "parameter": "ParameterAssertionException",
}


def _failing(source: Source, name: str, tested: Node) -> tuple[Guard, ...]:
    if name in ("true", "precondition", "postcondition", "invariant", "parameter", "that"):
        return (negated(source, tested, "assert"),)
    made = negated(source, tested, "assert")
    shown = source.flat(tested, 200)
    forms = {
        "notNull": f"{shown} === null",
        "null": f"{shown} !== null",
        "notEmpty": f"empty({shown})",
        "stringNotEmpty": f"{shown} === ''",
        "false": shown,
    }
    text = forms.get(name, f"!({name}({shown}))")
    return (type(made)(text, made.line, "assert", shown),)


# -- lists and declarations -------------------------------------------------------------------


def appended(source: Source, node: Node) -> Draft | None:
    """``$errors[] = 'text'``: a sentence put on a list of errors."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or right.type == "object_creation_expression":
        return None
    inner = left.named_children
    if len(inner) != 1 or not _LIST.match(source.flat(inner[0], 120)):
        return None
    texts = [t for t in php_text.said(source, right) if _SENTENCE.search(t.template.message)]
    return Draft(node, "report", texts) if texts else None


def thrown_messages(source: Source, call: Node) -> list[Text]:
    """``ValidationException::withMessages(['email' => ['…']])``."""
    found: list[Text] = []
    stack = list(reversed(arguments_of(call)[:1]))
    while stack and len(found) < 6:
        at = stack.pop()
        if at.type == "array_creation_expression":
            values = [php_text.element_value(c) for c in at.named_children[:20]]
            stack.extend(v for v in reversed(values) if v is not None)
        else:
            found += php_text.said(source, at)
    return found


_Rule = Callable[[Source, "Node", "list[Node]"], Draft | None]
_FUNCTIONS: dict[str, _Rule] = {
    "trigger_error": _triggered,
    "user_error": _triggered,
    "wp_trigger_error": lambda s, n, a: _triggered(s, n, a[1:]),
    "trigger_deprecation": _deprecated,
    "_doing_it_wrong": _wrong,
    "wfWarn": _warned,
    "wfLogWarning": _warned,
    "error_log": _error_log,
    **dict.fromkeys(("fwrite", "fputs", "fprintf"), _written),
    **dict.fromkeys(("die", "exit", "wp_die"), _died),
    "assert": _asserted,
    **dict.fromkeys(("abort", "abort_if", "abort_unless"), _aborted),
    "wp_send_json_error": _json_error,
}
_METHODS: dict[str, _Rule] = {
    **dict.fromkeys(("writeError", "writeln", "write"), _console),
    "json": _answered,
    "add": _added,
    **dict.fromkeys(("addViolation", "buildViolation", "addViolationAt"), _violated),
    **dict.fromkeys(("addError", "addFailure", "addErrorMessage"), _listed),
}
