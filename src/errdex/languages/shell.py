"""Shell scripts: how their authors report errors and write messages.

How errors are raised: ``echo``, ``printf``, ``print`` and here-documents whose output goes to the
error stream, by a redirection of their own, of the group or of the function around them;
``${name:?text}``; ``logger`` with an error priority; the project's own ``die``, ``err`` and
``fatal``, which are inferred.
What is found: words in any quotes, adjacent ones, expansions, ``printf`` formats, ``gettext``,
variables that hold the text, parameters under a local name. What is printed to the error stream is
an error when the script leaves with a failure after it, when its own words say so, or when its
function is named for it; progress is none.
What is missed: texts that a command prints in a substitution, scripts without a suffix.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

import tree_sitter_bash

from errdex.languages import shell_guards, shell_nodes, shell_text
from errdex.languages.hints import Words
from errdex.languages.interface import Captures, Draft, Language, Source, Text
from errdex.languages.shell_nodes import real_name, words_of
from errdex.model.facts import Argument, Call, Function, Guard
from errdex.model.template import Placeholder, Template

if TYPE_CHECKING:
    from collections.abc import Iterable

    from tree_sitter import Node

HINTS = Words(
    {
        b">&2": b"",
        b"> &2": b"",
        b"/dev/stderr": b"",
        b":?": rb"[\"'\w$ ]",
        b"logger ": rb"[^\n]*\.(?:err|error|crit|alert|emerg)\b",
    },
    {
        b"readonly ": rb"\w+=[\"']",
        b"echo": rb"\s+>",
        b"print": rb"f?\s+>",
        **dict.fromkeys((b"err", b"die", b"fatal", b"warn", b"fail", b"abort"), rb"\w*\s*\(\s*\)"),
    },
)
_PRINTING = frozenset({"echo", "printf", "print", "cat"})
MAX_NESTING = 400
_BAD = re.compile(
    r"(?i)\b(?:err(?:or)?s?|fail(?:ed|s|ure)?|cannot|can ?not|can't|could ?n[o']t|couldn't|unable|"
    r"invalid|missing|not found|no such|unknown|unrecogni[sz]ed|illegal|must|requires?d?|denied|"
    r"abort(?:ed|ing)?|fatal|unsupported|not supported|unexpected|bad|refus(?:ed|ing)|wrong|"
    r"does not|doesn't|do not|don't|did not|is not|isn't|not a|no \w+ (?:found|given|specified)|"
    r"too (?:many|few|long|old)|expected|already|out of|broken|corrupt(?:ed)?|incompatible)\b"
)
_WARNING = re.compile(r"(?i)\s*[\W\d]*\s*warn(?:ing)?\b")
_NOTE = re.compile(r"(?i)\s*[\W\d]*\s*(?:info|note|notice|debug|usage|example)\b")
_REPORTER = re.compile(
    r"(?i)^_*(?:\w+[_.:-]|[a-z])?(?:die|err\w*|error\w*|fatal|fail\w*|abort|panic|bail\w*|bug|croak|"
    r"barf|warn\w*|usage_error)(?:[_.:-]\w+)?$"
)
_LEVEL = re.compile(r"\.(?:(err|error)|(crit|alert|emerg))\b")
_NUMBER = re.compile(r"[1-9]|\*")
_SHEBANG = re.compile(rb"(?:[/ ]|env )(?:ba|da|a|k|z|mk)?sh\b")
_HANDED = re.compile(r"\$\{?[1*@]\}?(?!\w)")
_ALL_WORDS = Text((Placeholder("$*", "*"),), is_text=False)
_USED = re.compile(r"\$\{?([0-9]|[*@])")


class Shell(Language):
    """The languages of ``sh``, ``bash``, ``dash`` and ``ksh``; ``zsh`` where it reads the same."""

    name = "shell"
    queries = "shell"
    suffixes = (".sh", ".bash", ".ksh", ".zsh")
    prefilter = HINTS
    hints = (HINTS,)
    function_kinds = shell_nodes.FUNCTIONS
    block_kinds = shell_nodes.BLOCKS
    call_kinds = frozenset({"command"})
    bare_methods = True

    def capsule(self) -> object:
        """The grammar's language capsule."""
        return tree_sitter_bash.language()

    def trimmed(self, data: bytes) -> bytes:
        """A script whose first line names another language is none."""
        first = data[:200].partition(b"\n")[0]
        return b"" if first.startswith(b"#!") and not _SHEBANG.search(first) else data

    def texts(self, source: Source, node: Node) -> list[Text]:
        """What a word says."""
        return shell_text.texts(source, node)

    def leaves(self, source: Source, statement: Node) -> bool:
        """Whether control does not reach the statement after ``statement``."""
        return shell_nodes.leaves(source, statement)

    def call_at(self, source: Source, node: Node) -> Call | None:
        """A command's name and words: ``*`` is all of them, ``*1`` all but the first."""
        name = real_name(source, node)
        words = words_of(source, node)
        if not name or not words:
            return None
        args: list[Argument] = []
        for skip in range(min(3, len(words))):
            said = shell_text.sentence(source, words[skip:])
            if said:
                label = f"*{skip}" if skip else "*"
                args.append(Argument(said[0].template, label, said[0].is_text))
        for place, word in enumerate(words[:9], 1):
            said = shell_text.texts(source, word)
            args.append(Argument(said[0].template, str(place), said[0].is_text))
        return Call(name, tuple(args))

    # -- sites ----------------------------------------------------------------------------

    def drafts(self, source: Source, kind: str, captures: Captures) -> Iterable[Draft]:
        """The sites of one match."""
        node = captures["site"][0]
        if kind == "unset":
            return self._unset(source, node)
        if kind == "command" and real_name(source, node) == "logger":
            return self._logged(source, node)
        if kind == "reporter":
            return self._reporter(source, node)
        if not shell_nodes.goes_to_errors(source, node):
            return []
        found = (self._printed(source, one) for one in shell_nodes.commands(node))
        return [draft for draft in found if draft is not None]

    def _printed(self, source: Source, node: Node) -> Draft | None:
        """A command whose output goes to the error stream."""
        name = real_name(source, node)
        # what a reporter hands to the error stream through another command is its text as well
        known = name in _PRINTING or _REPORTER.match(_function_name(source, node)) is not None
        found = self._said(source, node, name) if known else []
        if not found or not _is_error(source, node, found[0]):
            return None
        statement = shell_nodes.statement_of(node)
        left = shell_nodes.fails_after(source, node)
        warns = _warns(found[0]) or "warn" in _function_name(source, node).lower()
        severity = "warning" if warns else "error"
        return Draft(statement, "exit" if left else "report", found, severity=severity)

    def _reporter(self, source: Source, node: Node) -> list[Draft]:
        """A function that is named for errors and hands its words on: ``derror() { log 2 "$@"; }``.

        Where they end up is not to be seen here; one that prints them itself tells more.
        """
        name = node.child_by_field_name("name")
        body = node.child_by_field_name("body")
        if name is None or body is None or not _REPORTER.match(source.text(name)):
            return []
        severity = "warning" if "warn" in source.text(name).lower() else "error"
        told = [c for c in shell_nodes.commands(body, everywhere=True) if self._hands_on(source, c)]
        if any(shell_nodes.to_errors(source, command) for command in told):
            return []  # that command is the site
        for command in told:
            texts = self._said(source, command, real_name(source, command))
            if real_name(source, command) in _PRINTING and texts:
                return [Draft(command, "report", texts[:1], severity=severity)]
            return [Draft(command, "report", [_ALL_WORDS], severity=severity)]
        return []

    def _hands_on(self, source: Source, command: Node) -> bool:
        """Whether a command is given what its function was given."""
        if real_name(source, command) in ("test", "[", "set", "shift", "local"):
            return False
        return any(_HANDED.search(source.text(word)) for word in words_of(source, command))

    def _said(self, source: Source, node: Node, name: str) -> list[Text]:
        words = words_of(source, node)
        if name == "cat":
            return self._document(source, node)
        if name == "printf":
            return shell_text.printed(source, words)
        return shell_text.echoed(source, words)

    def _document(self, source: Source, node: Node) -> list[Text]:
        """``cat >&2 <<EOF``: the text down to the word."""
        holder = node.parent if node.parent is not None else node
        for redirect in holder.children_by_field_name("redirect"):
            body = next((c for c in redirect.named_children if c.type == "heredoc_body"), None)
            if body is None:
                continue
            text = source.text(body)
            if source.text(redirect).startswith("<<-"):
                text = re.sub(r"(?m)^\t+", "", text)
            quoted = re.match(r"<<-?\s*[\"'\\]", source.text(redirect)) is not None
            parts = [text] if quoted else shell_text.expanded(source, text, body)
            return [Text(tuple(Template.of(parts).parts))]
        return []

    def _unset(self, source: Source, node: Node) -> list[Draft]:
        """``${name:?text}`` fails with the text when the name is unset."""
        found = re.fullmatch(r"\$\{(\w+|[*@]):?\?(.*)\}", source.text(node), re.DOTALL)
        if found is None or not found[2].strip():
            return []
        said = found[2].strip()
        if said[0] == said[-1] and said[0] in "\"'" and len(said) > 1:
            said = said[1:-1]
        parts = shell_text.expanded(source, said, node)
        guard = Guard(f'[ -z "${found[1]}" ]', node.start_point.row + 1, "assert")
        return [Draft(node, "raise", [Text(tuple(parts))], guards=(guard,))]

    def _logged(self, source: Source, node: Node) -> list[Draft]:
        words = words_of(source, node)
        level = next((m for w in words if (m := _LEVEL.search(source.text(w)))), None)
        kept: list[Node] = []
        skip = False
        for word in words:
            written = source.text(word)
            if skip:
                skip = False
            elif re.fullmatch(r"-[ptfnPu]|--(?:tag|priority)", written):
                skip = True
            elif not written.startswith("-"):
                kept.append(word)
        found = [t for t in shell_text.sentence(source, kept) if t.is_text]
        if level is None or not found:
            return []
        return [Draft(node, "report", found, severity="critical" if level[2] else "error")]

    # -- surroundings ---------------------------------------------------------------------

    def function(self, source: Source, path: list[Node]) -> Function:
        """Describe a function; its parameters are the numbers that it uses."""
        node = path[-1]
        name_node = node.child_by_field_name("name")
        name = source.text(name_node) if name_node is not None else ""
        body = source.text(node)
        shifts = len(re.findall(r"(?m)^\s*shift\b", body))
        used = list(dict.fromkeys(_USED.findall(body)))
        params: list[str] = []
        for one in used:
            names = [one] if one.isdigit() else ["*", *(f"*{n}" for n in range(1, shifts + 1))]
            params += names
            if one.isdigit():
                params += [str(int(one) + n) for n in range(1, shifts + 1)]
        comment, line = _above(self, source, node)
        return Function(
            name=name,
            qualname=name,
            line=node.start_point.row + 1,
            end_line=node.end_point.row + 1,
            signature=f"{name}()",
            params=tuple(dict.fromkeys(params)),
            public=True,
            doc=comment,
            doc_line=line,
        )

    def guards(self, source: Source, parent: Node, child: Node) -> list[Guard]:
        """The conditions under which control goes from ``parent`` into ``child``."""
        return shell_guards.guards(source, parent, child)

    def early(self, source: Source, statement: Node) -> Guard | None:
        """What holds after a statement that may have left."""
        return shell_guards.early(source, statement)

    def constant(self, source: Source, captures: Captures) -> Iterable[tuple[str, Template]]:
        """A text that a script names at its top."""
        name, value = captures["name"][0], captures["value"][0]
        home = captures["field"][0].parent
        if home is None or home.type not in ("program", "declaration_command"):
            return
        text = Text(shell_text.word_parts(source, value))
        if any(literal.strip() for literal in text.template.literals):
            yield source.text(name), text.template


def _is_error(source: Source, node: Node, text: Text) -> bool:
    """Whether what goes to the error stream tells of an error, and not of progress."""
    said = " ".join(text.template.literals)
    handed = any(_NUMBER.match(hole.expr or "") for hole in text.template.placeholders)
    if not any(sign.isalpha() for sign in said) and not handed:
        return False
    if _REPORTER.match(_function_name(source, node)):
        return True
    if not said.strip(" \n\t:-"):
        return False
    if _BAD.search(said) or _WARNING.match(said):
        return True
    return shell_nodes.fails_after(source, node) and not _NOTE.match(said)


def _function_name(source: Source, node: Node) -> str:
    at = node.parent
    for _ in range(MAX_NESTING):
        if at is None:
            break
        if at.type == "function_definition":
            name = at.child_by_field_name("name")
            return source.text(name) if name is not None else ""
        at = at.parent
    return ""


def _warns(text: Text) -> bool:
    return _WARNING.match(" ".join(text.template.literals)) is not None


def _above(language: Language, source: Source, node: Node) -> tuple[str, int]:
    """The comment lines right above a function."""
    lines: list[str] = []
    line, at = 0, node.prev_named_sibling
    below = node.start_point.row
    while at is not None and at.type == "comment" and at.end_point.row == below - 1:
        if source.text(at).startswith("#!"):
            break
        lines.append(language.comment_text(source.text(at)))
        line = below = at.start_point.row
        line += 1
        at = at.prev_named_sibling
    lines.reverse()
    return "\n".join(lines)[:4000], line if lines else 0


SHELL = Shell()
