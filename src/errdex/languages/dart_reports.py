"""Dart's reports: logs, the error stream, tools that give up, tests that fail by hand."""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import TYPE_CHECKING

from errdex.languages.dart_nodes import Arg, Chain, arguments_of, whole
from errdex.languages.dart_text import said
from errdex.languages.interface import Draft, Source, Text

if TYPE_CHECKING:
    from tree_sitter import Node

_LOGGER = re.compile(r"(?i)(?:^|\.)_?\w*log(?:ger|s)?\w*(?:\.instance)?$|^\(\)$|talker$|^log$")
_SEVERE = re.compile(r"(?:^|\.)(?:SEVERE|SHOUT|error|fatal|critical|wtf|err)$")
_LEVELS = {"shout": "critical", "wtf": "critical", "fatal": "critical", "critical": "critical"}


def _first(source: Source, args: list[Arg]) -> list[Text]:
    told = [arg for arg in args if arg.name in (None, "message")]
    return said(source, told[0].node) if told else []


def _logged(source: Source, node: Node, chain: Chain, args: list[Arg]) -> Draft | None:
    """``_log.severe("…")``, ``logger.e("…")``, ``context.logger.err("…")``."""
    owner, _, name = chain.name.rpartition(".")
    if not owner or not _LOGGER.search(owner):
        return None
    texts = _first(source, args)
    severity = _LEVELS.get(name, "error")
    return Draft(node, "report", texts, severity=severity) if texts else None


def _levelled(source: Source, node: Node, chain: Chain, args: list[Arg]) -> Draft | None:
    """``log.log(Level.SEVERE, "…")``, ``log("…", level: Level.error)``."""
    levels = [arg for arg in args if _SEVERE.search(whole(source, arg.node, 60))]
    told = [arg for arg in args if arg not in levels and said(source, arg.node)]
    if not levels or not told:
        return None
    return Draft(node, "report", said(source, told[0].node))


def _written(source: Source, node: Node, chain: Chain, args: list[Arg]) -> Draft | None:
    """``stderr.writeln("…")``."""
    owner = chain.name.rpartition(".")[0]
    if not re.search(r"(?i)(?:^|\.)_?stderr$", owner):
        return None
    texts = [text for text in _first(source, args) if text.template.fixed_length]
    return Draft(node, "report", texts) if texts else None


def _printed(source: Source, node: Node, chain: Chain, args: list[Arg]) -> Draft | None:
    """``globals.printError("…")``, ``logError("…")``."""
    texts = _first(source, args)
    return Draft(node, "report", texts) if texts else None


def _usage(source: Source, node: Node, chain: Chain, args: list[Arg]) -> Draft | None:
    """``usageException("…")`` of package:args, which throws."""
    texts = _first(source, args)
    return Draft(node, "raise", texts, error_class="UsageException") if texts else None


# by the name that is called
RULES: dict[str, Callable[[Source, Node, Chain, list[Arg]], Draft | None]] = {
    **dict.fromkeys(("severe", "shout", "err", "e", "wtf", "critical", "fatal", "error"), _logged),
    "log": _levelled,
    **dict.fromkeys(("writeln", "write"), _written),
    **dict.fromkeys(("printError", "logError"), _printed),
    "usageException": _usage,
}


def report(source: Source, node: Node, chain: Chain) -> Draft | None:
    """What a call reports, if it does."""
    rule = RULES.get(chain.name.rpartition(".")[2])
    return rule(source, node, chain, arguments_of(chain.args)) if rule is not None else None
