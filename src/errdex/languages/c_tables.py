"""Declared texts of C errors: tables, switches over codes, lists in macros, directives, fields."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import c_codes, c_evidence, c_names, c_text
from errdex.languages.fragments import fragment
from errdex.languages.interface import Draft, Source, Text
from errdex.languages.locals import enclosing
from errdex.model.template import Part, Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

_ERRORS = re.compile(
    r"(?i)err|fail|reason|warn|fault|invalid|problem|exception|complain|(?:^|_)(?:e?msgs|messages)$|diag"
)
_NOT_TEXT = re.compile(r"(?i)_(?:names?|levels?|sev\w*|types?|keywords?|codes?|tags?|colou?rs?)$")
_STRERROR = re.compile(
    r"(?i)str_?err|err\w*_?(?:str|msg|message|text|desc|string|reason)|(?:^|_)reason|(?:err|fail)\w*to|"
    r"status_?(?:str|text|message)|(?:str|string|msg|text|message|desc\w*)_?(?:of|for)?_?err|describe|"
    r"perror|errname|error|explain"
)
_ENTRY = re.compile(
    r"\b(?P<list>\w+)\s*\(\s*(?:-?\w+\s*,\s*)?(?P<code>[A-Z]\w+)\s*,(?:[^()\"]*,)?\s*"
    r"(?P<text>\"(?:[^\"\\]|\\.)*\")(?:[^()\"]*)\)"
)
_TOKEN = re.compile(
    r"\s+|\\\r?\n|/\*.*?\*/|//[^\n]*|(?:u8|[uUL])?(?P<text>\"(?:[^\"\\]|\\.)*\")|(?P<name>[A-Za-z_]\w*)|"
    r"(?P<mark>[()])",
    re.DOTALL,
)
_BAD = re.compile(r"(?i)err|bad|fail|invalid|return\s*\(?-|abort|goto|false|null")
_SUCCESS = re.compile(r"(?i)(?:no error|success\w*|ok|okay|none|no problem)\W*$")
MAX_ENTRIES = 3_000
_LITERAL = frozenset({"string_literal", "concatenated_string", "raw_string_literal"})
_FUNCTIONS = frozenset({"function_definition", "preproc_function_def"})


# -- tables ---------------------------------------------------------------------------------------


def table(source: Source, node: Node, listing: Node) -> Iterator[Draft]:
    """The texts of an array that is named or indexed like a table of errors."""
    name = _declared_name(source, node)
    named = bool(_ERRORS.search(name)) and not _NOT_TEXT.search(name)
    misses = 0
    for entry in listing.named_children[:MAX_ENTRIES]:
        if entry.type == "comment":
            continue
        draft = _entry(source, entry, named)
        if draft is not None:
            yield draft
        elif not named:
            misses += 1
            if misses > 3:
                return


def _declared_name(source: Source, node: Node) -> str:
    at = node.child_by_field_name("declarator")
    while at is not None and at.type != "identifier":
        at = at.child_by_field_name("declarator")
    return source.text(at) if at is not None else ""


def _entry(source: Source, entry: Node, named: bool) -> Draft | None:
    """One entry of a table: a text, a text at a code, or a row with both."""
    if entry.type == "initializer_pair":
        value = entry.child_by_field_name("value")
        designator = entry.child_by_field_name("designator")
        if value is None or designator is None or designator.type != "subscript_designator":
            return None
        code = source.text(designator).strip("[] \t\n")
        if not (named or c_names.is_error_code(code)) or not c_text.is_literal(source, value):
            return None
        return _declared(source, value, value, code, named)
    if entry.type == "initializer_list":
        return _row(source, entry, named)
    if named and c_text.is_literal(source, entry):
        return _declared(source, entry, entry, None)
    return None


def _row(source: Source, row: Node, named: bool) -> Draft | None:
    cells = [c for c in row.named_children if c.type != "comment"][:8]
    code: str | None = None
    text: Node | None = None
    for cell in cells:
        if cell.type in ("identifier", "call_expression", "unary_expression", "cast_expression"):
            found = [
                w for w in re.findall(r"[A-Za-z_]\w*", source.text(cell)[:200]) if is_constant(w)
            ]
            if found and code is None and not c_text.is_literal(source, cell):
                code = found[-1]
                continue
        if c_text.is_literal(source, cell) and (text is None or " " not in source.text(text)):
            text = cell
    if text is None or code is None:
        return None
    if not c_names.is_error_code(code) and not (named and len(cells) <= 4):
        return None
    return _declared(source, row, text, code, named)


def is_constant(name: str) -> bool:
    """Whether an identifier is written like a constant."""
    return bool(c_names.MACRO.match(name))


def _declared(
    source: Source, node: Node, value: Node, code: str | None, named: bool = True
) -> Draft | None:
    if code is not None and c_names.is_fine(code):
        return None
    texts = []
    for text in c_text.format_texts(source, [value]):
        message = text.template.message
        if not c_text.has_letters(text) or re.fullmatch(r"\W*[A-Z0-9_]+\W*", message):
            continue
        if _SUCCESS.match(message):
            continue
        if (code is None or not named) and " " not in message.strip():
            continue
        texts.append(text)
    if not texts:
        return None
    written = (
        code if code is not None and re.fullmatch(r"\w+", code) and not code.isdigit() else None
    )
    return Draft(node, "declare", texts, code=written)


# -- switches -------------------------------------------------------------------------------------


def case(source: Source, node: Node, label: Node) -> Draft | None:
    """``case ECODE: return "text";``, or the text assigned."""
    code = source.text(label).rpartition("::")[2]
    if not re.fullmatch(r"[A-Za-z_]\w*", code):
        return None
    value = _case_value(node, label)
    if value is None or not c_text.is_literal(source, value):
        return None
    if not c_names.is_error_code(code):
        function = enclosing(node, _FUNCTIONS)
        name = c_evidence.function_name(source, function) if function is not None else ""
        if not _STRERROR.search(name):
            return None
    return _declared(source, value, value, code)


def _case_value(node: Node, label: Node) -> Node | None:
    statement = label.next_named_sibling
    while statement is not None and statement.type in ("comment", "compound_statement"):
        if statement.type == "comment":
            statement = statement.next_named_sibling
        else:
            statement = statement.named_children[0] if statement.named_child_count else None
    if statement is None or not statement.named_child_count:
        return None
    first = statement.named_children[0]
    if statement.type == "return_statement":
        return first
    if statement.type == "expression_statement" and first.type == "assignment_expression":
        return first.child_by_field_name("right")
    return None


# -- lists in macros, directives ------------------------------------------------------------------


def listed(source: Source, node: Node, value: Node) -> Iterator[Draft]:
    """``#define ERRNO_MAP(XX) XX(E2BIG, "argument list too long") …``: one text for each code."""
    params = set(re.findall(r"\w+", source.text(node.child_by_field_name("parameters") or node)))
    text = source.data[value.start_byte : value.end_byte].decode("latin-1")
    for found in _ENTRY.finditer(text):
        if found["list"] not in params or c_names.is_fine(found["code"]):
            continue
        start, end = value.start_byte + found.start(), value.start_byte + found.end()
        root = fragment(source, value, start, end)
        call = root.descendant_for_byte_range(start, end - 1)
        said = c_text.unescaped(
            source.data[start + found.start("text") - found.start() + 1 :][
                : found.end("text") - found.start("text") - 2
            ].decode("utf-8", "replace")
        )
        if call is not None and " " in said:
            yield Draft(call, "declare", [Text((said,))], code=found["code"])


def directive(source: Source, node: Node) -> Draft | None:
    """``#error`` and ``#warning``: the rest of the line is the message."""
    name = node.child_by_field_name("directive")
    argument = node.child_by_field_name("argument")
    kind = source.text(name).replace(" ", "") if name is not None else ""
    if kind not in ("#error", "#warning") or argument is None:
        return None
    text = " ".join(re.sub(r"\\\r?\n", "", source.text(argument)).split())
    text = re.sub(r"\s*/\*.*?\*/\s*$", "", text)
    if re.fullmatch(r'"(?:[^"\\]|\\.)*"', text):
        text = c_text.unescaped(text[1:-1])
    if not text:
        return None
    warns = kind == "#warning"
    return Draft(
        node,
        "warn" if warns else "raise",
        [Text((text,))],
        severity="warning" if warns else "error",
    )


def constants(source: Source, name: Node, value: Node) -> Iterator[tuple[str, Template]]:
    """``#define NAME "text"``, ``const char name[] = "text"``; of two texts neither is known."""
    for written, template in _named(source, name, value):
        known = source.constants.get(written)
        several = source.once("named twice", set[str])
        if known is not None and known != template:
            several.add(written)
            del source.constants[written]
        if written not in several:
            yield written, template


def _named(source: Source, name: Node, value: Node) -> Iterator[tuple[str, Template]]:
    if value.type != "preproc_arg":
        template = c_text.texts(source, value)[0].template
        if template.literals:
            yield source.text(name), template
        return
    parts = _tokens(source, source.text(value))
    if parts is not None:
        yield source.text(name), Template.of(parts)


def _tokens(source: Source, text: str) -> list[Part] | None:
    """A macro's body as text; None where it is anything else."""
    parts: list[Part] = []
    at, literal = 0, False
    while at < len(text):
        found = _TOKEN.match(text, at)
        if found is None:
            return None
        at = found.end()
        if found["text"] is not None:
            parts.append(c_text.unescaped(found["text"][1:-1]))
            literal = True
        elif found["name"] is not None and not c_names.is_gettext(found["name"]):
            known = source.constants.get(found["name"])
            name = found["name"]
            parts.extend(known.parts if known else [Placeholder("{" + name + "}", name)])
    return parts if literal else None


# -- fields and results ---------------------------------------------------------------------------


def assigned(source: Source, node: Node) -> Draft | None:
    """Text assigned to what is named like an error's: ``*errmsg = "…"``, ``strm->msg = "…"``."""
    left, right = node.child_by_field_name("left"), node.child_by_field_name("right")
    if left is None or right is None or not c_text.is_literal(source, right):
        return None
    target = source.text(left)
    is_buffer = c_names.is_error_buffer(target)
    if not is_buffer and not c_names.is_message_field(target):
        return None
    texts = [text for text in _valued(source, right) if c_text.has_letters(text)]
    texts = [text for text in texts if " " in text.template.message.strip()]
    if not texts:
        return None
    message = texts[0].template.message
    if not is_buffer and not (c_evidence.reads_like_error(message) and _goes_bad(source, node)):
        return None
    if c_evidence.is_help(message):
        return None
    return Draft(node, "construct", texts, code=c_codes.code_of(source, node, ()))


def _valued(source: Source, right: Node) -> list[Text]:
    return [text for text in source.language.texts(source, right) if text.is_text]


def _goes_bad(source: Source, node: Node) -> bool:
    """Whether what follows an assignment is what follows a failure."""
    after = (source.flat(at, 160) for at in c_evidence.following(node, 2))
    return any(_BAD.search(re.sub(r'"(?:[^"\\]|\\.)*"', "", text)) for text in after)


def returned(source: Source, node: Node) -> Draft | None:
    """An error's text given back by a function of text: ``return "is duplicate";``."""
    value = node.named_children[0] if node.named_child_count else None
    if value is None or not c_text.is_literal(source, value):
        return None
    function = enclosing(node, _FUNCTIONS)
    if function is None or function.type != "function_definition" or _in_coded_case(source, node):
        return None
    kind = function.child_by_field_name("type")
    if kind is None or not re.search(r"char|string|Error|String", source.text(kind)):
        return None
    texts = [t for t in _valued(source, value) if c_text.has_letters(t)]
    texts = [t for t in texts if " " in t.template.message.strip()]
    if not texts or c_evidence.is_help(texts[0].template.message):
        return None
    message = texts[0].template.message
    if _SUCCESS.match(message):
        return None
    tells = bool(_STRERROR.search(c_evidence.function_name(source, function)))
    if not tells and not c_evidence.reads_like_error(message):
        return None
    return Draft(node, "declare" if tells else "raise", texts)


def _in_coded_case(source: Source, node: Node) -> bool:
    """Whether a result is the text of a ``case``, which is declared there."""
    at = node.parent
    if at is not None and at.type == "compound_statement":
        at = at.parent
    label = (
        at.child_by_field_name("value") if at is not None and at.type == "case_statement" else None
    )
    return label is not None and case(source, at or node, label) is not None
