"""C++'s raising expressions: throw, errors that are built, streams of error text."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_calls, c_evidence, c_names, c_text, cpp_text
from errdex.languages.interface import ERROR_NAME, Draft, Source, Text, argument, placeholder
from errdex.languages.locals import enclosing, local_value
from errdex.model.facts import Call

if TYPE_CHECKING:
    from tree_sitter import Node

    from errdex.languages.interface import Captures

_STANDARD = re.compile(
    r"^(?:\w+_error|invalid_argument|out_of_range|bad_\w+|failure|exception|\w+_exception|\w+_exc)$"
)
_STATUS_SCOPE = re.compile(
    r"(?:^|::)(?:\w*Status|[eE]rrors?|\w*Error|Err|\w*Exception|\w*Result)::(\w+)$"
)
_STATUS = re.compile(r"^\w*Status$|^\w*StatusOr$")
_FINE = re.compile(r"^(?:OK|Ok|ok|\w*[sS]uccess|From\w*|Get\w*|Is[A-Z]\w*|To\w*|Has\w*|None)$")
_LEVEL_WORD = re.compile(r"^(?:\w*::)*(error|fatal|warning|critical|err|crit|alert|emerg|warn)$")
_LOG = re.compile(r"(?i)log|trace|message|report|msg")
_CODE = re.compile(r"^(?:\w+::)*(?:StatusCode|ErrorCode|errc|Code|ErrCode|code|error)::(\w+)$")
_CALLEES = frozenset({"identifier", "qualified_identifier", "template_function"})
_VERB = re.compile(
    r"^(?:Add|Set|Report|Record|Log|Print|Show|Make|Create|Build|Return|Throw|Raise|Emit|Issue|Push|"
    r"Write|Append|Handle|Send|Reply|Output|Format|Warn|On|Fatal|Display|Signal|Note|Call)[A-Z]"
)
_TYPES = frozenset({"type_identifier", "qualified_identifier", "template_type"})


def thrown(source: Source, node: Node, value: Node) -> Draft:
    """The site of a ``throw``."""
    while value.type == "parenthesized_expression" and value.named_child_count == 1:
        value = value.named_children[0]
    if value.type == "binary_expression" and value.children[1].type == "<<":
        put = cpp_text.pieces(value)
        draft = thrown(source, node, put[0])
        more = [t for t in cpp_text.streamed(source, put[1:]) if c_text.has_letters(t)]
        draft.texts = more or draft.texts
        return draft
    built = _construction(source, value)
    if built is not None:
        return _built(source, node, built, "raise")
    if value.type == "identifier":
        return _named(source, node, value)
    texts = source.language.texts(source, value)
    reason = "" if any(text.is_text for text in texts) else "raises a value"
    return Draft(node, "raise", texts, reason=reason)


_THROWING = re.compile(r"(?:[A-Z]+_)*THROW(?:_[A-Z]+)*$")
# parse_error::create(…) is a parse_error
_MADE = re.compile(
    r"((?:\w+::)*\w*(?:_error|_exception|out_of_range|Error|Exception))::(?:create|make|of)$"
)
Built = tuple[str, list["Node"]]


def _construction(source: Source, value: Node) -> Built | None:
    """The written class (or function) and the arguments of what builds an error."""
    if value.type == "call_expression":
        function = value.child_by_field_name("function")
        if function is None:
            return None
        name = c_text.callee_name(source, value)
        if c_names.is_builder(name) or c_names.is_gettext(name):
            return None
        return source.flat(function, 160), c_text.arguments(value)
    if value.type == "compound_literal_expression":
        kind, listing = value.child_by_field_name("type"), value.child_by_field_name("value")
    elif value.type == "new_expression":
        kind, listing = value.child_by_field_name("type"), value.child_by_field_name("arguments")
    else:
        return None
    if kind is None or listing is None:
        return None
    return source.flat(kind, 160), [c for c in listing.named_children if c.type != "comment"]


def simple(written: str) -> str:
    """A class's name without template arguments and scope."""
    return (
        re.sub(r"<.*", "", written)
        .rpartition("::")[2]
        .rpartition(".")[2]
        .rpartition(">")[2]
        .strip()
    )


def _built(source: Source, node: Node, built: Built, kind: str) -> Draft:
    written, args = built
    made = _MADE.fullmatch(written)
    written = made[1] if made is not None else written
    name = simple(written)
    is_class = bool(name[:1].isupper() or _STANDARD.match(name) or made)
    texts = message(source, args)
    shown = re.sub(r"<.*>", "", written)
    draft = Draft(node, kind, texts, error_class=shown if is_class else None)
    said = (argument(None, source.language.texts(source, arg)) for arg in args[:12])
    draft.call = Call(shown, tuple(said))
    draft.code = _code(source, args)
    if not texts and args:
        draft.texts = [source.language.texts(source, args[0])[0]]
    return draft


def message(source: Source, args: list[Node]) -> list[Text]:
    """The text among the arguments of an error: a format only where values follow it."""
    best: list[Text] = []
    for place, arg in enumerate(args[:12]):
        if not c_text.is_literal(source, arg):
            continue
        if place + 1 < len(args) and arg.type in c_text.STRINGS:
            found = c_text.format_texts(source, args[place:])
        else:
            found = source.language.texts(source, arg)
        found = [text for text in found if text.is_text]
        if any(" " in text.template.message.strip() for text in found):
            return found
        best = best or found
    return best or _resolved(source, args)


def _resolved(source: Source, args: list[Node]) -> list[Text]:
    """The text of an error whose message comes in a variable or a stream."""
    for arg in args[:3]:
        if arg.type in ("identifier", "call_expression", "binary_expression"):
            found = [t for t in source.language.texts(source, arg) if c_text.has_letters(t)]
            if found:
                return [text._replace(inline=False) for text in found]
    return []


def _named(source: Source, node: Node, value: Node) -> Draft:
    """``throw e``: a local error object, or what was caught."""
    name = source.text(value)
    if _is_caught(source, name, node):
        return Draft(node, "reraise", [placeholder(source, value)], reason="raises a value")
    found = local_value(source, name, node)
    declaration = found.parent.parent if found is not None and found.parent is not None else None
    kind = declaration.child_by_field_name("type") if declaration is not None else None
    if (
        found is not None
        and kind is not None
        and found.type in ("argument_list", "initializer_list")
    ):
        args = [c for c in found.named_children if c.type != "comment"]
        draft = _built(source, node, (source.flat(kind, 160), args), "raise")
        draft.inline = False
        return draft
    built = _construction(source, found) if found is not None else None
    if built is not None:
        draft = _built(source, node, built, "raise")
        draft.inline = False
        return draft
    texts = source.language.texts(source, value)
    reason = "" if any(text.is_text for text in texts) else "raises a value"
    return Draft(node, "raise", texts, reason=reason)


def _is_caught(source: Source, name: str, node: Node) -> bool:
    clause = enclosing(node, frozenset({"catch_clause", "function_definition"}))
    if clause is None or clause.type != "catch_clause":
        return False
    caught = clause.child_by_field_name("parameters")
    return caught is not None and bool(
        re.search(rf"\b{re.escape(name)}\s*\)$", source.text(caught))
    )


def _code(source: Source, args: list[Node]) -> str | None:
    for arg in args[:4]:
        if arg.type in ("identifier", "qualified_identifier"):
            text = source.text(arg)
            found = _CODE.match(text)
            if found is not None:
                return found[1]
            if text.isupper() and c_names.is_error_code(text) and c_names.level(text) is None:
                return text
    return None


# -- errors that are built without throw ----------------------------------------------------------


def called(source: Source, node: Node) -> Draft | None:
    """A call that builds an error or a failed status; else what C says of the call."""
    if _in_throw(node) or _in_chain(node):
        return None
    function = node.child_by_field_name("function")
    if function is None:
        return None
    written = source.text(function) if function.end_byte - function.start_byte < 200 else ""
    name = simple(written)
    status = _STATUS_SCOPE.search(written)
    is_status = status is not None and not _FINE.match(name)
    # what is built and dropped was no error object: the callee reports
    dropped = node.parent is not None and node.parent.type == "expression_statement"
    given = c_text.arguments(node)
    if dropped and _THROWING.match(name) and given and given[0].type == "call_expression":
        return thrown(source, node, given[0])  # a macro that throws where exceptions are on
    if dropped or not (is_status or (function.type in _CALLEES and _is_class(name, written))):
        return c_calls.called(source, node)
    draft = _built(source, node, (written, c_text.arguments(node)), "construct")
    if not any(c_text.has_letters(t) for t in draft.texts):
        return c_calls.called(source, node)
    return draft if any(_says_enough(text) for text in draft.texts) else None


def _says_enough(text: Text) -> bool:
    """Whether a text may be what a class of errors is told; a bare name of a code is not."""
    message = text.template.message
    return c_text.has_letters(text) and len(message) > 2 and not re.fullmatch(r"[A-Z_]+", message)


def builds_error(source: Source, node: Node) -> bool:
    """Whether a call builds an error or a failed status."""
    function = node.child_by_field_name("function")
    written = source.flat(function, 200) if function is not None else ""
    name = simple(written)
    if _STATUS_SCOPE.search(written) and not _FINE.match(name):
        return True
    return function is not None and function.type in _CALLEES and _is_class(name, written)


def _is_class(name: str, written: str) -> bool:
    """Whether a callee reads like the class of an error, and not like a function that reports."""
    if name[:1].isupper() and not name.isupper() and not _VERB.match(name):
        return bool(ERROR_NAME.search(name) or _STATUS.match(name))
    return bool(_STANDARD.match(name)) and written.startswith("std::")


def is_error_class(name: str) -> bool:
    """Whether a name reads like the class of an error."""
    return bool(ERROR_NAME.search(name) or _STANDARD.match(name) or _STATUS.match(name))


def _in_throw(node: Node) -> bool:
    at = node.parent
    for _ in range(4):
        if at is None:
            return False
        if at.type == "throw_statement":
            return True
        if at.type not in (
            "parenthesized_expression",
            "binary_expression",
            "argument_list",
            "call_expression",
        ):
            return False
        at = at.parent
    return False


def _in_chain(node: Node) -> bool:
    """Whether a call is the head of a stream, which is a site of its own."""
    above = node.parent
    return (
        above is not None
        and above.type == "binary_expression"
        and above.children[1].type == "<<"
        and above.children[0].id == node.id
    )


def built(source: Source, node: Node, captures: Captures) -> Draft | None:
    """``std::runtime_error e("…");`` and ``X{"…"}``."""
    kind, args = captures["type"][0], captures["args"][0]
    if kind.type not in _TYPES or _in_throw(node):
        return None
    written = source.flat(kind, 160)
    if not is_error_class(simple(written)):
        return None
    nodes = [c for c in args.named_children if c.type != "comment"]
    draft = _built(source, node, (written, nodes), "construct")
    return draft if any(c_text.has_letters(text) for text in draft.texts) else None


# -- streams --------------------------------------------------------------------------------------


def streamed(source: Source, node: Node, chain: Node) -> Draft | None:
    """``std::cerr << "…"``, ``LOG(ERROR) << "…"``, ``CHECK(x) << "…"``."""
    head, *put = cpp_text.pieces(chain)
    texts = [text for text in cpp_text.streamed(source, put) if c_text.has_letters(text)]
    written = source.flat(head, 200)
    if head.type == "call_expression":
        return _logged(source, node, head, texts)
    if not texts or not c_names.is_error_stream(written):
        if texts and c_names.is_error_buffer(written):
            message_text = texts[0].template.message
            if c_evidence.reads_like_error(message_text) and not c_evidence.is_help(message_text):
                return Draft(node, "construct", texts)
        return None
    said = texts[0].template.message
    if not c_evidence.is_printed_error(source, node, said):
        return None
    warns = re.match(r"(?i)\W*(?:\w+:\s*)?warning\b", said)
    return Draft(node, "report", texts, severity="warning" if warns else "error")


def _logged(source: Source, node: Node, head: Node, texts: list[Text]) -> Draft | None:
    name = c_text.callee_name(source, head)
    args = c_text.arguments(head)
    judged = c_names.verdict(name)
    severity = _level(source, name, args)
    if severity == "":
        return None
    if judged.kind == "assert":
        draft = c_calls.called(source, head)
        if draft is None and not texts:
            return None
        if draft is None:
            return Draft(node, "assert", texts, severity="critical")
        draft.node = node
        draft.texts = texts or draft.texts
        return draft
    if severity is None and (not judged.kind or judged.kind == "raise"):
        return None
    if not texts:
        return None
    found = severity or judged.severity
    kind = "warn" if found == "warning" else (judged.kind or "report")
    return Draft(
        node, "report" if kind == "warn" and found != "warning" else kind, texts, severity=found
    )


def _level(source: Source, name: str, args: list[Node]) -> str | None:
    for arg in args[:3]:
        if arg.type not in ("identifier", "qualified_identifier", "field_expression"):
            continue
        text = source.text(arg)
        found = c_names.level(text)
        if found is not None:
            return found
        word = _LEVEL_WORD.match(text)
        if word is not None and _LOG.search(name):
            return c_names.level(word[1].upper())
    if re.match(r"(?i)^\w*log_?(?:ger)?_?(?:debug|info|trace|verbose)|^[VD]+LOG\w*$", name):
        return "" if not name.startswith("DLOG") else None
    return None


def static(source: Source, node: Node) -> Draft | None:
    """``static_assert(x, "…")``."""
    condition, said = node.child_by_field_name("condition"), node.child_by_field_name("message")
    if condition is None:
        return None
    texts = source.language.texts(source, said) if said is not None else []
    texts = [text for text in texts if c_text.has_letters(text)]
    return Draft(node, "assert", texts or [Text((source.flat(condition),))])
