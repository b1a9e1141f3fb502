"""Signs that a printed text is an error: its words, what follows it, the conditions around it."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages.locals import enclosing

if TYPE_CHECKING:
    from collections.abc import Iterator

    from tree_sitter import Node

    from errdex.languages.interface import Source

MAX_CLIMB = 40
_ERRORISH = re.compile(
    r"(?i)\b(?:err(?:or|s|no)?s?|fail\w*|cannot|can'?t|cant|could ?n[o']t|couldn't|unable|invalid|"
    r"illegal|bad|not|no|missing|must|unknown|un(?:expected|recogni[sz]ed|supported|defined|"
    r"terminated|closed|matched|known|specified|available|reachable|usable|safe|handled|resolved|"
    r"implemented|readable|able|balanced|initiali[sz]ed)|out of|too \w+|denied|refused|corrupt\w*|"
    r"\w*overflow\w*|underflow|exceed\w*|abort\w*|fatal|panic|warn\w*|bug|assert\w*|expect\w*|"
    r"requires?|required|does(?:n't| not)|didn't|isn't|wasn't|won't|don't|never|mis\w+|conflict\w*|"
    r"duplicate\w*|already|ambiguous|deprecated|obsolete|ignor\w+|truncated|incomplete|lost|broken|"
    r"wrong|impossible|reject\w*|forbidden|undefined|malformed|garbage|time[sd]? ?out|timeout|"
    r"g[ia]ve? ?(?:up|ing up)|giving up|exhausted|insufficient|disallowed|empty|oops|problem|"
    r"skipp\w+|stale|leak\w*|crash\w*|inconsisten\w+|exception|interrupted|killed|"
    r"died|unless|without|oom|clobber\w*|rejected|violat\w+|outside|beyond|prohibited|"
    r"incorrect|incompatible|invalid\w*|nonexistent|non-\w+|redefin\w+|re-?declar\w+|overlap\w*|"
    r"exist\w*|refus\w+|stuck|hung|dropp\w+|discard\w+)\b|"
    r"\bin\w+able\b|\w+n't\b"
)
_STRONG = re.compile(
    r"(?i)^[\s*!\[(<%-]*(?:[\w%]+:\s*)?(?:[*!]+\s*)?(?:fatal|error|warning|panic|bug)\b\s*[:!(]?"
)
_HELP = re.compile(
    r"(?i)^[\s\W]*usage\b|^[^.!]{0,20}\busage:|"
    r"^\s*-{1,2}[\w?][\w=-]*(?:, -|[ =<\[][^ ]+)?(?:\s{2,}|$)|"
    r"\n\s+-{1,2}\w[^\n]*\n\s+-{1,2}\w|^\s*options:|^\s+-{1,2}\w|"
    r"\b(?:try|use|run|see) \W{0,4}[\w%-]+[^.]{0,24} -{1,2}h(?:elp)?\b|-help for"
)
_SYNOPSIS = re.compile(r"^(?:%s|[a-z][\w-]*) [^.!]*[\[<]|\[(?:-\w|options|--)|\[<")
_FAILING = re.compile(
    r"(?i)^\W*(?:\w+: )?(?:cannot|can'?t|could not|couldn'?t|fail\w*|unable|invalid|unknown|"
    r"missing|no such|bad|out of|unrecognized|not enough|too \w+|illegal|unexpected|wrong)\b|"
    r"\b(?:failed|abort\w*)\b"
)
_TALKATIVE = re.compile(
    r"(?i)debug|verb|trace|dbg|loud|chatty|\bdump|print_?stat|show_|progress|\bstats?\b|\blog_?level"
)
_QUIETABLE = re.compile(r"(?i)quiet|silent|silence")
_HELPERS = re.compile(
    r"(?i)debug|trace|dump|(?:^|_)usage|(?:^|_)help|print_?stats?|version|progress|banner|(?:^|_)show|"
    r"(?:^|_)list_|^print_(?:opt|help)|copyright|license|benchmark|report_stat"
)
_BADNESS = re.compile(
    r"==\s*(?:NULL|nullptr|-1|0|FALSE|false)\b|!=\s*(?:0|NULL|\w*OK|\w*SUCCESS)\b|<=?\s*0\b|^\(?\s*!|"
    r"(?<![=!<>])!\s*[\w(]|errno|(?i:err|fail|bad|invalid)|>=?|argc|<"
)
_LEAVING_CALL = re.compile(
    r"(?i)^(?:_?exit|abort|die|fatal|panic|usage|longjmp|siglongjmp|quick_exit|_?cleanup|finish|"
    r"terminate|\w*_exit|\w*exit_\w*|\w*_die|\w*_fatal|__builtin_\w*trap|unreachable|\w*bail\w*)$"
)
_BLOCKS = frozenset(
    {"compound_statement", "case_statement", "labeled_statement", "preproc_if", "preproc_ifdef"}
)
_FUNCTIONS = frozenset({"function_definition", "preproc_function_def"})


def reads_like_error(text: str) -> bool:
    """Whether a text has the words of an error."""
    return bool(_ERRORISH.search(text))


def starts_like_error(text: str) -> bool:
    """Whether a text calls itself an error: ``error: …``, ``FATAL …``."""
    return bool(_STRONG.match(text))


def tells_failure(text: str) -> bool:
    """Whether a text begins as a failure does, without calling itself an error."""
    return bool(_FAILING.search(text))


def is_help(text: str) -> bool:
    """Whether a text tells how a program is used."""
    return bool(_HELP.search(text))


def is_synopsis(text: str) -> bool:
    """Whether a text given to a usage reporter is a command's synopsis."""
    return is_help(text) or bool(_SYNOPSIS.search(text))


def is_talkative(condition: str) -> bool:
    """Whether a condition asks for talk: ``verbose``, ``debug``."""
    return bool(_TALKATIVE.search(condition))


def is_printed_error(source: Source, node: Node, text: str) -> bool:
    """Whether a text printed to the stream for errors is an error."""
    if is_help(text):
        return False
    errorish = reads_like_error(text)
    if errorish and _STRONG.match(text):
        return True
    function = enclosing(node, _FUNCTIONS)
    name = function_name(source, function) if function is not None else ""
    if _HELPERS.search(name) and not leaves_after(source, node):
        return False
    tested = False
    for condition in conditions(source, node):
        if _TALKATIVE.search(condition):
            return False
        if not errorish and _QUIETABLE.search(condition):
            return False
        tested = tested or bool(_BADNESS.search(condition))
    return errorish or leaves_after(source, node) or (tested and text.strip()[:1].isalpha())


def conditions(source: Source, node: Node) -> Iterator[str]:
    """The conditions around a node inside its function, as written."""
    at = node.parent
    for _ in range(MAX_CLIMB):
        if at is None or at.type in _FUNCTIONS:
            return
        if at.type in ("if_statement", "while_statement", "conditional_expression"):
            condition = at.child_by_field_name("condition")
            if condition is not None and condition.end_byte <= node.start_byte:
                yield source.flat(condition, 300)
        elif at.type in ("preproc_ifdef", "preproc_if"):
            first = at.named_children[0] if at.named_child_count else None
            if first is not None:
                yield source.flat(first, 200)
        at = at.parent or source.hosts.get(at.id)


def function_name(source: Source, function: Node) -> str:
    """A function's simple name, ``""`` where its declaration is not understood."""
    if function.type == "preproc_function_def":
        name = function.child_by_field_name("name")
        return source.text(name) if name is not None else ""
    at = function.child_by_field_name("declarator")
    for _ in range(10):
        if at is None:
            return ""
        if at.type == "qualified_identifier":
            at = at.child_by_field_name("name")
            continue
        inner = at.child_by_field_name("declarator")
        if inner is None:
            named = at.named_children
            if at.type in ("parenthesized_declarator", "reference_declarator") and named:
                at = named[-1]
                continue
            return source.text(at) if at.child_count == 0 or "name" in at.type else ""
        at = inner
    return ""


def statement_of(node: Node) -> Node:
    """The statement that an expression belongs to."""
    at = node
    for _ in range(MAX_CLIMB):
        parent = at.parent
        if parent is None or parent.type in _BLOCKS or at.type.endswith("_statement"):
            return at
        at = parent
    return at


def following(node: Node, most: int = 3) -> Iterator[Node]:
    """The statements that follow the one a node belongs to, nearest first."""
    at = statement_of(node).next_named_sibling
    for _ in range(most):
        while at is not None and at.type == "comment":
            at = at.next_named_sibling
        if at is None:
            return
        yield at
        at = at.next_named_sibling


def leaves_after(source: Source, node: Node) -> bool:
    """Whether the program or function is left soon after a statement as after a failure."""
    if statement_of(node).type == "return_statement":
        return True
    return any(leaves(source, after) for after in following(node))


def leaves(source: Source, statement: Node) -> bool:
    """Whether a statement gives a failure back, jumps to where failures go, or ends the program."""
    kind = statement.type
    if kind == "goto_statement":
        return True
    if kind == "return_statement":
        value = statement.named_children[0] if statement.named_child_count else None
        if value is None:
            return False
        return source.text(value) not in ("0", "EXIT_SUCCESS", "true", "TRUE")
    return calls_exit(source, statement)


def calls_exit(source: Source, statement: Node) -> bool:
    """Whether a statement calls what never comes back."""
    if statement.type != "expression_statement" or not statement.named_child_count:
        return False
    call = statement.named_children[0]
    if call.type != "call_expression":
        return False
    function = call.child_by_field_name("function")
    if function is None:
        return False
    name = source.text(function).rpartition("::")[2]
    if not _LEAVING_CALL.match(name):
        return False
    listing = call.child_by_field_name("arguments")
    return listing is None or source.text(listing) not in ("(0)", "(EXIT_SUCCESS)")
