"""Python calls that report, exit or warn: logging, stderr, sys.exit, warnings, HTTP answers."""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from errdex.languages import python_text
from errdex.languages.interface import Draft, Source, Text, joined
from errdex.languages.python_calls import arguments, message_texts, status_of

if TYPE_CHECKING:
    from tree_sitter import Node

Pairs = list[tuple[str | None, list[Text]]]

_LOGGER = re.compile(
    r"(?i)(?:^|[._])(?:log|logger|logging|loguru|_?log)\(?\)?$|(?:^|[._])[\w]*log(?:ger)?$|"
    r"(?:^|[._])get_?logger\([^()]*(?:\([^()]*\))?\)$|log(?:ger)?\.(?:opt|bind|new)\([^()]*\)$"
)
_BUILT = re.compile(r"\{(?:[\w.]*\.)?[A-Z]\w*(?:Error|Exception|Warning)\(")
_PARSER = re.compile(r"(?i)(?:parser|ap|argparse|optparse)$|^ctx$")
_RESPONSES = {
    "HttpResponseBadRequest": 400,
    "HttpResponseForbidden": 403,
    "HttpResponseNotFound": 404,
    "HttpResponseServerError": 500,
}


def reported(source: Source, node: Node, name: str) -> Draft | None:
    """The site of a call of the function or method ``name``; None when it is none."""
    function = node.child_by_field_name("function")
    receiver = source.text(function).rpartition(".")[0] if function is not None else ""
    pairs = arguments(source, node)
    texts = pairs[0][1] if pairs else []
    if not any(text.is_text for text in texts):
        texts = message_texts(pairs)
    has_text = any(text.is_text for text in texts)
    if name in ("warn", "warn_explicit"):
        return _warned(node, receiver, pairs, texts)
    if name in ("error", "critical", "exception", "fatal") and _LOGGER.search(receiver) and texts:
        return _logged(node, name, pairs, texts)
    if name == "error" and _PARSER.search(receiver) and texts:
        return Draft(node, "exit", texts)
    if not has_text:
        return None
    if name in _RESPONSES:
        return Draft(node, "http", texts, http_status=_RESPONSES[name])
    if name == "abort":
        status = status_of(pairs)
        return Draft(node, "http", texts, http_status=status) if status else None
    if name in ("exit", "quit", "_exit"):
        known = receiver in ("sys", "os", "ctx", "parser", "")
        return Draft(node, "exit", texts, severity="critical") if known else None
    if name == "print":
        to_stderr = any(k == "file" and "stderr" in t[0].template.message for k, t in pairs)
        return Draft(node, "report", _printed(pairs)) if to_stderr else None
    if name == "write":
        return Draft(node, "report", texts) if "stderr" in receiver else None
    return None


def _warned(node: Node, receiver: str, pairs: Pairs, texts: list[Text]) -> Draft | None:
    if not texts or receiver not in ("", "warnings"):
        return None
    if not receiver and not any(text.is_text for text in texts) and len(pairs) < 2:
        return None
    if _BUILT.match(texts[0].template.message):
        return None  # warn(XWarning("…")): the object is the site, and tells its own class
    category = next((t for key, t in pairs if key == "category"), None)
    if category is None and len(pairs) > 1 and pairs[1][0] is None:
        category = pairs[1][1]
    name = category[0].template.message.strip("{}").rpartition(".")[2] if category else ""
    found = name if name.isidentifier() and name[:1].isupper() else "UserWarning"
    return Draft(node, "warn", texts, error_class=found, severity="warning")


def _logged(node: Node, name: str, pairs: Pairs, texts: list[Text]) -> Draft:
    severity = "critical" if name in ("critical", "fatal") else "error"
    values = [t[0].template.message.strip("{}") for key, t in pairs[1:] if key is None]
    logged = [python_text.as_format(text, values) if values else text for text in texts]
    return Draft(node, "report", logged, severity=severity)


def _printed(pairs: list[tuple[str | None, list[Text]]]) -> list[Text]:
    """What ``print`` writes: its arguments with ``sep`` between them."""
    between = next((texts for key, texts in pairs if key == "sep"), [Text((" ",))])
    shown = [texts for key, texts in pairs if key in (None, "*")]
    return joined([piece for texts in shown for piece in (between, texts)][1:])
