"""Ruby's definitions that messages depend on: functions, error classes, constants."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import ruby_text
from errdex.languages.interface import ERROR_NAME, Captures, Source, Text
from errdex.model.facts import ErrorClass, Function
from errdex.model.template import Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from tree_sitter import Node

_METHODS = frozenset({"method", "singleton_method"})
_OWNERS = frozenset({"class", "module"})
_HIDING = frozenset({"private", "protected", "private_class_method"})
_MAGIC = re.compile(r"#\s*(?:frozen_string_literal|encoding|typed|rubocop|coding|:nodoc:|-\*-)")
_STATUS_METHODS = ("http_status", "status_code", "status", "http_code", "code")
MAX_DOC = 4_000


def function(source: Source, path: list[Node]) -> Function:
    """Describe the method (or ``define_method`` block) at the end of ``path``."""
    node = path[-1]
    named = [_name(p) for p in path[:-1] if p.type in _OWNERS]
    owners = ["".join(source.text(n).split()) for n in named if n is not None]
    single = node.type == "singleton_method" or any(p.type == "singleton_class" for p in path)
    name = _defined(source, node)
    owner = "::".join(owners)
    body = node.child_by_field_name("body")
    start = node if node.type in _METHODS else node.parent or node
    doc, doc_line = doc_above(source, start)
    header_end = _header_end(node, body)
    header = source.data[start.start_byte : header_end].decode("utf-8", "replace")
    return Function(
        name=name,
        qualname=f"{owner}{'.' if single else '#'}{name}" if owner else name,
        line=start.start_point.row + 1,
        end_line=node.end_point.row + 1,
        signature=" ".join(re.sub(r"(?m)\s#\s.*$", "", header).split()).rstrip("=; {")[:600],
        params=tuple(parameters(source, node)),
        public=not _hidden(source, path, name),
        doc=doc,
        doc_line=doc_line,
        class_name=owners[-1].rpartition("::")[2] if owners else None,
    )


def _header_end(node: Node, body: Node | None) -> int:
    listing = node.child_by_field_name("parameters")
    if listing is not None:
        return listing.end_byte
    name = node.child_by_field_name("name")
    if name is not None:
        return name.end_byte
    return body.start_byte if body is not None else node.end_byte


def _name(node: Node) -> Node | None:
    return node.child_by_field_name("name")


def _defined(source: Source, node: Node) -> str:
    name = _name(node)
    if name is not None:
        return source.text(name)
    call = node.parent
    args = ruby_text.given(call.child_by_field_name("arguments")) if call is not None else []
    return source.text(args[0]).strip(":'\"") if args else "<block>"


def parameters(source: Source, node: Node) -> list[str]:
    """A method's parameter names in order, without stars."""
    listing = node.child_by_field_name("parameters")
    names: list[str] = []
    for child in listing.named_children if listing is not None else ():
        name = child if child.type == "identifier" else _name(child)
        if name is not None and child.type != "block_parameter":
            names.append(source.text(name))
    return names


def doc_above(source: Source, node: Node) -> tuple[str, int]:
    """The comment lines right above a definition; a signature may stand between."""
    data = source.data
    end = data.rfind(b"\n", 0, node.start_byte) + 1
    lines: list[str] = []
    row = node.start_point.row
    first = 0
    while end > 0 and len(lines) < 200:
        start = data.rfind(b"\n", 0, end - 1) + 1
        line = data[start : end - 1].decode("utf-8", "replace").strip()
        if line.startswith("#"):
            if _MAGIC.match(line):
                break
            lines.append(line)
            first = row
        elif lines or not re.match(r"sig\s*[{(]|sig do\b", line):
            break
        end = start
        row -= 1
    lines.reverse()
    text = "\n".join(re.sub(r"^#+ ?|:nodoc:", "", line) for line in lines).strip()
    return text[:MAX_DOC], first if text else 0


def _hidden(source: Source, path: list[Node], name: str) -> bool:
    """Whether a method is private or protected, by either form of saying so."""
    at = len(path) - 1
    parent = path[at - 1] if at else None
    if parent is not None and parent.type == "argument_list":  # private def name
        call = parent.parent
        method = call.child_by_field_name("method") if call is not None else None
        return method is not None and source.text(method) in _HIDING
    owners = [p for p in path[:at] if p.type in ("class", "module", "singleton_class")]
    body = owners[-1].child_by_field_name("body") if owners else None
    if body is None:
        return False
    changes, names = source.once(("hidden", body.id), lambda: _hiding(source, body))
    single = path[at].type == "singleton_method"
    after = [which for start, which in changes if start < path[at].start_byte]
    return name in names or (not single and bool(after) and after[-1] in _HIDING)


def _hiding(source: Source, body: Node) -> tuple[list[tuple[int, str]], set[str]]:
    """Where the visibility changes in a class body, and the names hidden one by one."""
    changes: list[tuple[int, str]] = []
    names: set[str] = set()
    for child in body.named_children:
        if child.type == "identifier":
            word = source.text(child)
            if word in ("private", "protected", "public"):
                changes.append((child.start_byte, word))
        elif child.type == "call":
            method = child.child_by_field_name("method")
            if method is not None and source.text(method) in _HIDING:
                args = ruby_text.given(child.child_by_field_name("arguments"))
                names.update(
                    source.text(a).strip(":'\"") for a in args if a.type == "simple_symbol"
                )
    return changes, names


def error_class(source: Source, captures: Captures) -> Iterable[ErrorClass]:
    """The class of a match, when its name or base reads as an error's."""
    node = captures["class"][0]
    name = "".join(source.text(captures["name"][0]).split()).rpartition("::")[2]
    made = captures.get("made")
    if made:
        args = ruby_text.given(made[0].child_by_field_name("arguments"))
        bases = [source.text(args[0])] if args else []
        block = made[0].child_by_field_name("block")
        body = block.child_by_field_name("body") if block is not None else None
    else:
        above = node.child_by_field_name("superclass")
        base = above.named_children[0] if above is not None and above.named_children else None
        bases = [source.text(base)] if base is not None and _is_name(base) else []
        body = node.child_by_field_name("body")
    bases = ["".join(base.split()).removeprefix("::") for base in bases]
    simple = [base.rpartition("::")[2] for base in bases]
    if not any(ERROR_NAME.search(text) for text in (name, *simple)):
        return
    methods = _methods(source, body)
    init = methods.get("initialize")
    params = parameters(source, init) if init is not None else []
    template = _built_text(source, methods, params)
    yield ErrorClass(
        name=name,
        line=node.start_point.row + 1,
        bases=tuple(bases),
        params=tuple(params),
        defaults=_defaults(source, init),
        template=template,
        http_status=_status(source, methods),
        doc=doc_above(source, node)[0],
    )


def _is_name(node: Node) -> bool:
    return node.type in ("constant", "scope_resolution")


def _methods(source: Source, body: Node | None) -> dict[str, Node]:
    methods: dict[str, Node] = {}
    for child in body.named_children if body is not None else ():
        inner = child
        if child.type == "call":
            args = ruby_text.given(child.child_by_field_name("arguments"))
            inner = args[0] if args else child
        name = _name(inner) if inner.type == "method" else None
        if name is not None:
            methods[source.text(name)] = inner
    return methods


def _status(source: Source, methods: dict[str, Node]) -> int | None:
    """``def status_code = 404``."""
    for name in _STATUS_METHODS:
        body = methods[name].child_by_field_name("body") if name in methods else None
        if body is not None:
            text = source.text(body).strip(": ")
            if re.fullmatch(r"[45]\d\d", text):
                return int(text)
    return None


def _defaults(source: Source, init: Node | None) -> dict[str, Template]:
    listing = init.child_by_field_name("parameters") if init is not None else None
    found: dict[str, Template] = {}
    for child in listing.named_children if listing is not None else ():
        name, value = _name(child), child.child_by_field_name("value")
        if name is not None and value is not None:
            said = ruby_text.texts(source, value)[0]
            if said.is_text and said.template.parts:
                found[source.text(name)] = said.template
    return found


def _built_text(source: Source, methods: dict[str, Node], params: list[str]) -> Template | None:
    """The text that ``message``, ``to_s`` or the constructor builds, by the parameters."""
    init = methods.get("initialize")
    fields = _fields(source, init, params) if init is not None else {}
    for name in ("message", "to_s", "full_message", "detailed_message"):
        body = methods[name].child_by_field_name("body") if name in methods else None
        if body is not None:
            for said in ruby_text.texts(source, body):
                if said.is_text and said.template.literals:
                    return _in_params(said, fields)
    if init is None:
        return None
    for node in inside(init, frozenset({"call", "super"})):
        found = _super_text(source, node, params)
        if found is not None:
            return _in_params(found, fields)
    for node in inside(init, frozenset({"assignment", "operator_assignment"})):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and source.text(left) in ("@message", "@msg"):
            said = ruby_text.texts(source, right)[0]
            if said.is_text:
                return _in_params(said, fields)
    return None


def _super_text(source: Source, node: Node, params: list[str]) -> Text | None:
    """What ``super("…")`` is given; a bare ``super`` passes the first parameter on."""
    if node.type == "super":
        parent = node.parent
        if (
            parent is not None
            and parent.type == "call"
            and parent.child_by_field_name("method") == node
        ):
            return None
        if not params:
            return None
        return Text((Placeholder("{" + params[0] + "}", params[0]),), is_text=False)
    method = node.child_by_field_name("method")
    if method is None or method.type != "super":
        return None
    first: Text | None = None
    for arg in ruby_text.given(node.child_by_field_name("arguments")):
        value = arg.child_by_field_name("value") if arg.type == "pair" else arg
        if value is None or "splat" in arg.type:
            continue
        said = ruby_text.texts(source, value)
        text = next((t for t in said if t.is_text), said[0])
        if text.is_text:
            return text
        first = first or text
    return first


def _fields(source: Source, init: Node, params: list[str]) -> dict[str, str]:
    """``@x`` and its reader ``x`` → the parameter it is set from."""
    fields: dict[str, str] = {}
    for node in inside(init, frozenset({"assignment"})):
        left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
        if left is not None and right is not None and left.type == "instance_variable":
            value = source.text(right)
            if value in params:
                fields[source.text(left)] = value
                fields.setdefault(source.text(left)[1:], value)
    return fields


def _in_params(text: Text, fields: dict[str, str]) -> Template:
    """Rewrite the expressions of placeholders from ``@x`` to the parameter behind it."""
    return text.template.substitute(
        lambda hole: (
            [Placeholder(hole.text, fields[hole.expr], hole.spec, hole.type)]
            if hole.expr in fields
            else None
        )
    )


def inside(node: Node, kinds: frozenset[str]) -> Iterator[Node]:
    """The nodes of some kinds inside a method, in order, nested definitions left out."""
    stack = list(reversed(node.named_children))
    while stack:
        at = stack.pop()
        if at.type in kinds:
            yield at
        if at.type not in ("method", "singleton_method", "class", "module"):
            stack.extend(reversed(at.named_children))


def constants(source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
    """A named text; of a table, each text as ``NAME[key]``."""
    name, value = source.text(captures["name"][0]), captures["value"][0]
    if value.type == "call":
        receiver = value.child_by_field_name("receiver")
        method = value.child_by_field_name("method")
        if receiver is not None and receiver.type == "hash" and method is not None:
            value = receiver
    if value.type == "hash":
        for pair in ruby_text.given(value)[:400]:
            shown = pair.child_by_field_name("value") if pair.type == "pair" else None
            if shown is not None and shown.type in _TEXTUAL:
                said = ruby_text.texts(source, shown)[0]
                if said.is_text:
                    yield f"{name}[{ruby_text.key_of(source, pair)}]", said.template
        return
    said = ruby_text.texts(source, value)[0]
    if said.is_text and said.template.fixed_length >= 3:
        yield name, said.template


_TEXTUAL = frozenset({"string", "chained_string", "heredoc_beginning", "call", "binary"})
