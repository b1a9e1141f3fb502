"""Ruby calls that report, exit, warn or answer: loggers, stderr, validations, HTTP answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import ruby_text
from errdex.languages.interface import Draft, Source, Text, joined
from errdex.languages.locals import enclosing
from errdex.languages.ruby_calls import (
    arguments,
    call_of,
    message_texts,
    raised,
    status_in,
)
from errdex.languages.ruby_classes import parameters

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.ruby_calls import Pairs

_METHODS = frozenset({"method", "singleton_method"})
_KERNEL = frozenset({"", "Kernel", "::Kernel", "self", "Process", "Object"})
_LOGGER = re.compile(
    r"(?i)(?:^|[._:@])_?(?:log|logger|logging|ui|reporter|puppet|err_?log|console|rails\.logger)"
    r"(?:\([^()]*\))?$|(?:log|logger)$"
)
_STDERR = re.compile(r"^(?:\$stderr|STDERR|@?stderr|@?err|::STDERR|@?error_?stream)$")
_DEPRECATED = re.compile(r"(?i)deprecat")
_ERRORS = re.compile(r"(?:^|[.@&])_?errors$")
_WORD = re.compile(r"[^\W\d_]{3,}")
_TOLD = re.compile(r"(?i)mess|msg|err|exc|reason|text|invalid|(?:^|\W)e(?:x|\.)")
_DEBUG = re.compile(r"(?i)debug|verbose|trace")
_WARNING = re.compile(r"(?i)\W*(?:[\w:]*\.)?(?:warn|deprecat)")
_FAILING = frozenset({
    "user_error!", "crash!", "build_failure!", "test_failure!", "shell_error!",
    "abort_with_message!",
})  # fmt: skip
_LEVELS = {"fatal": "critical", "crit": "critical", "emerg": "critical", "alert": "critical"}
_PRINTED = frozenset({"puts", "print", "write", "printf"})
_STOPS = frozenset({"exit", "exit!"})
_ERROR_STATUS = 400
_BODIES = ("json", "plain", "text", "html", "inline", "body", "xml", "js")


def called(source: Source, node: Node, name: str) -> list[Draft]:
    """The sites of a call of one of the methods that every object has."""
    receiver = node.child_by_field_name("receiver")
    owner = source.text(receiver) if receiver is not None else ""
    args = ruby_text.given(node.child_by_field_name("arguments"))
    if not args:
        return []
    pairs = arguments(source, node)
    draft: Draft | None = None
    if name in ("raise", "fail"):
        if owner in _KERNEL:
            draft = raised(source, node, args, pairs)
            if name == "fail" and not _failing(draft):
                draft = None
    elif name == "abort":
        texts = message_texts(pairs)
        known = owner in _KERNEL and (receiver is not None or _passed(source, node, texts))
        draft = Draft(node, "exit", texts, severity="critical") if known else None
    elif name == "warn":
        draft = _warned(source, node, owner, pairs)
    elif name in _STOPS:
        return _exited(source, node, owner, args)
    elif owner in _KERNEL:
        draft = _answered(source, node, name, args, pairs)
    return [draft] if draft is not None else []


def _failing(draft: Draft) -> bool:
    """``fail`` is also a word of other libraries: it is Ruby's with a class or a text."""
    return draft.error_class is not None or _said(draft.texts)


def _said(texts: list[Text]) -> bool:
    return any(text.is_text for text in texts)


def _passed(source: Source, node: Node, texts: list[Text]) -> bool:
    """Whether a text is, or is made of, what the method around is given to report."""
    if _said(texts):
        return True
    method = enclosing(node, _METHODS)
    if method is None or not texts:
        return False
    params = parameters(source, method)
    return any(hole.expr in params for text in texts for hole in text.template.placeholders)


def _worded(text: Text) -> bool:
    """Whether a line is written for people: two words, or a message from elsewhere."""
    words = _WORD.findall(" ".join(text.template.literals))
    shown = " ".join(hole.expr or "" for hole in text.template.placeholders)
    return len(words) > 1 or _TOLD.search(shown) is not None


def _traced(source: Source, node: Node) -> bool:
    """Whether a line is printed only for who looks for faults: ``if $DEBUG``."""
    at = node.parent
    for _ in range(4):
        if at is None:
            return False
        condition = at.child_by_field_name("condition")
        if condition is not None and _DEBUG.search(source.text(condition)):
            return True
        at = at.parent
    return False


def _tells(text: Text) -> bool:
    """Whether a text is more than a line that separates others."""
    return bool(text.template.fixed_length or text.template.placeholders)


def _warned(source: Source, node: Node, owner: str, pairs: Pairs) -> Draft | None:
    deprecated = _DEPRECATED.search(owner) is not None
    if owner not in ("", "Kernel", "::Kernel", "self", "Warning") and not deprecated:
        return None
    positional = [texts for key, texts in pairs if key is None]
    texts = positional[0] if positional else []
    if not _passed(source, node, texts):
        return None
    stopped = _stopped(source, node)
    if stopped:
        return Draft(node, "exit", texts, severity="critical")
    name = "DeprecationWarning" if deprecated else None
    return Draft(node, "warn", texts, error_class=name, severity="warning")


def _exited(source: Source, node: Node, owner: str, args: list[Node]) -> list[Draft]:
    """``puts "text"`` right before an exit with a failing status is how a script says why."""
    status = source.text(args[0])
    if owner not in _KERNEL or status in ("0", "true", "status", "code"):
        return []
    before = node.prev_named_sibling
    while before is not None and before.type in ("comment", "heredoc_body"):
        before = before.prev_named_sibling
    if before is None or before.type != "call" or before.child_by_field_name("receiver"):
        return []
    method = before.child_by_field_name("method")
    if method is None or source.text(method) not in ("puts", "print", "say", "p"):
        return []
    texts = _lines(arguments(source, before), source.text(method))
    told = _passed(source, before, texts)
    return [Draft(before, "exit", texts, severity="critical")] if told else []


def _stopped(source: Source, node: Node) -> bool:
    """Whether the next statement leaves the program."""
    after = node.next_named_sibling
    while after is not None and after.type in ("comment", "heredoc_body"):
        after = after.next_named_sibling
    if after is None:
        return False
    if after.type == "identifier":
        return source.text(after) in ("exit!", "abort")
    if after.type != "call" or after.child_by_field_name("receiver") is not None:
        return False
    method = after.child_by_field_name("method")
    args = ruby_text.given(after.child_by_field_name("arguments"))
    code = source.text(args[0]) if args else "0"
    return method is not None and source.text(method) in _STOPS and code not in ("0", "true")


def _lines(pairs: Pairs, method: str) -> list[Text]:
    """What ``puts`` writes: a line for each argument."""
    shown = [texts for key, texts in pairs if key is None]
    if method != "puts":
        return joined(shown) if shown else []
    between = [Text(("\n",))]
    return joined([piece for texts in shown for piece in (between, texts)][1:]) if shown else []


def received(source: Source, node: Node, name: str, owner: str) -> Draft | None:
    """The site of a call on a logger, on stderr, on a list of errors."""
    if name == "add":
        return _added(source, node) if _ERRORS.search(owner) else None
    if name in _PRINTED:
        return _printed(source, node, name) if _STDERR.match(owner) else None
    if name in _FAILING:
        pairs = arguments(source, node)
        return Draft(node, "raise", message_texts(pairs)) if pairs else None
    if name in ("alert", "deprecate_warn") and not _LOGGER.search(owner):
        return None
    if name != "alert_error" and not _LOGGER.search(owner):
        return None
    texts = [text for text in _logged(source, node) if _tells(text)]
    if not texts:
        return None
    return Draft(node, "report", texts, severity=_LEVELS.get(name, "error"))


def _logged(source: Source, node: Node) -> list[Text]:
    """A log call's text: what its block says, else its arguments (a topic and the text)."""
    block = node.child_by_field_name("block")
    body = block.child_by_field_name("body") if block is not None else None
    if body is not None:
        return ruby_text.texts(source, body)
    positional = [texts for key, texts in arguments(source, node) if key is None]
    said = [texts for texts in positional if _said(texts) and texts[0].parts]
    if len(said) > 1 and said[0] is positional[0]:
        return joined([said[0], [Text((" ",))], said[1]])
    return said[0] if said else positional[0] if positional else []


def _printed(source: Source, node: Node, name: str) -> Draft | None:
    pairs = arguments(source, node)
    texts = _lines(pairs, "puts" if name == "puts" else "print")
    if name == "printf" and pairs:
        values = [t[0].template.message.strip("{}") for _, t in pairs[1:]]
        texts = [ruby_text.as_format(text, list(values)) for text in pairs[0][1]]
    texts = [text for text in texts if _tells(text)]
    if not _passed(source, node, texts) or _traced(source, node):
        return None
    if _stopped(source, node):
        return Draft(node, "exit", texts, severity="critical")
    if not any(_worded(text) for text in texts):
        return None
    warns = _WARNING.match(texts[0].template.message) is not None
    return Draft(node, "report", texts, severity="warning" if warns else "error")


def _added(source: Source, node: Node) -> Draft | None:
    """``errors.add(:name, "text")``, ``errors.add(:name, :invalid, message: "text")``."""
    pairs = arguments(source, node)
    args = ruby_text.given(node.child_by_field_name("arguments"))
    if len(pairs) < 2:
        return None
    named = next((texts for key, texts in pairs if key == "message"), None)
    texts = named if named is not None and _said(named) else []
    code = None
    if args[1].type == "simple_symbol":
        code = source.text(args[1])[1:]
    elif not texts and pairs[1][0] is None and _said(pairs[1][1]):
        texts = pairs[1][1]
    if not texts and code is None:
        return None
    return Draft(node, "declare", texts, error_class="ValidationError", code=code)


def appended(source: Source, node: Node, table: Node, value: Node) -> Draft | None:
    """``errors[:base] << "text"``."""
    named = table.child_by_field_name("object")
    if named is None or not _ERRORS.search(source.text(named)):
        return None
    texts = ruby_text.texts(source, value)
    return Draft(node, "declare", texts, error_class="ValidationError") if _said(texts) else None


def flashed(source: Source, node: Node, table: Node, value: Node) -> Draft | None:
    """``flash[:error] = "text"``: what the next page shows."""
    shown = "".join(source.text(table).split())
    if not re.fullmatch(r"flash(?:\.now)?\[[:'\"](?:error|alert|danger)['\"]?\]", shown):
        return None
    texts = ruby_text.texts(source, value)
    return Draft(node, "report", texts) if _said(texts) else None


def validated(source: Source, node: Node) -> list[Draft]:
    """Each ``message: "text"`` of a declared validation."""
    drafts: list[Draft] = []
    stack = ruby_text.given(node.child_by_field_name("arguments"))
    for _ in range(100):
        if not stack:
            break
        at = stack.pop(0)
        if at.type == "hash":
            stack = [*ruby_text.given(at), *stack]
        if at.type != "pair":
            continue
        value = at.child_by_field_name("value")
        if value is None:
            continue
        if ruby_text.key_of(source, at) == "message":
            texts = [ruby_text.as_format(t) for t in ruby_text.texts(source, value) if t.is_text]
            if texts:
                drafts.append(Draft(value, "declare", texts, error_class="ValidationError"))
        elif value.type == "hash":
            stack = [value, *stack]
    return drafts


def _answered(
    source: Source, node: Node, name: str, args: list[Node], pairs: Pairs
) -> Draft | None:
    """``halt 404, "text"``, ``error!("text", 404)``, ``render json: {error: "text"}, status:``."""
    status: int | None = None
    for arg in args:
        value = arg
        if arg.type == "pair":
            if ruby_text.key_of(source, arg) != "status":
                continue
            value = arg.child_by_field_name("value") or arg
        status = status or status_in(source, value)
    if status is None or status < _ERROR_STATUS:
        return None
    for arg in args:
        if arg.type == "pair" and ruby_text.key_of(source, arg) not in (*_BODIES, "error"):
            continue
        shown = arg.child_by_field_name("value") if arg.type == "pair" else arg
        texts = _body(source, shown) if shown is not None else []
        if texts:
            return Draft(node, "http", texts, http_status=status, call=call_of(name, pairs))
    return None


def _body(source: Source, node: Node, depth: int = 0) -> list[Text]:
    """The text in the body of an answer: a string, or the message in a hash or list."""
    if node.type == "call" and depth < 4:
        method, inner = node.child_by_field_name("method"), node.child_by_field_name("receiver")
        if (
            method is not None
            and inner is not None
            and source.text(method) in ("to_json", "to_xml")
        ):
            return _body(source, inner, depth + 1)
    if node.type == "array" and depth < 4:
        found = (_body(source, item, depth + 1) for item in ruby_text.given(node))
        return next((texts for texts in found if texts), [])
    if node.type == "hash" and depth < 4:
        return _hash_body(source, node, depth)
    return [text for text in ruby_text.texts(source, node) if text.is_text]


def _hash_body(source: Source, node: Node, depth: int) -> list[Text]:
    entries: dict[str, Node] = {}
    for pair in ruby_text.given(node):
        value = pair.child_by_field_name("value") if pair.type == "pair" else None
        if value is not None:
            entries[ruby_text.key_of(source, pair)] = value
    for key in ("message", "error_description", "detail", "error", "errors", "msg", "title"):
        if key in entries:
            texts = _body(source, entries[key], depth + 1)
            if texts:
                return texts
    return []
