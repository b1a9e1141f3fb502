"""A search as its page shows it: what was asked, what was found, and what it means here."""

from __future__ import annotations

import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from importlib import import_module

from markupsafe import Markup

from errdex.model.answer import Answer, Match
from errdex.model.record import Envelope
from errdex.store.interface import Store
from errdex.web import message
from errdex.web.links import Site, error_path
from errdex.web.text import clip, inline, one_line

LOG = logging.getLogger("errdex.web")

SHOWN_FINDINGS = 12
SHOWN_HITS = 6
SHOWN_TEXT = 4000
_KINDS = {
    "exact": "the whole message",
    "contained": "found inside the text",
    "frame": "by class and stack frame",
    "fuzzy": "similar",
}


@dataclass(frozen=True, slots=True)
class Hit:
    """One match with what is known of its record."""

    href: str
    title: str
    repo: str
    version: str
    place: str
    score: float
    kind: str
    fuzzy: bool
    why: Markup
    captures: list[tuple[str, str]]
    lines: list[Markup]
    meaning: Markup | None = None
    advice: Markup | None = None


@dataclass(frozen=True, slots=True)
class Finding:
    """One error read out of the text, and its matches."""

    label: str
    message: str
    count: int
    confident: bool
    hits: list[Hit]


@dataclass(frozen=True, slots=True)
class SearchPage:
    """Everything the search page shows; without ``asked`` it is only the form."""

    q: str = ""
    repo: str = ""
    asked: bool = False
    confident: bool = False
    findings: Sequence[Finding] = ()
    hidden: int = 0


def look_up(store: Store, text: str, repo: str | None, limit: int) -> list[Answer]:
    """All errors of a text with their matches; the look-up is loaded at the first search."""
    from errdex.lookup.answer import answer

    return answer(store, text, repo=repo, limit=limit)


def search_page(store: Store, site: Site, text: str, repo: str | None) -> SearchPage:
    """Search and lay out; confident findings first, each kind in the order of the text."""
    answers = look_up(store, text, repo, SHOWN_HITS) if text.strip() else []
    ranked = sorted(answers, key=lambda a: not (a.confident and a.matches))
    shown = ranked[:SHOWN_FINDINGS]
    findings = [_finding(store, site, one, first=index == 0) for index, one in enumerate(shown)]
    return SearchPage(
        q=text if len(text) <= SHOWN_TEXT else "",
        repo=repo or "",
        asked=bool(text.strip()),
        confident=any(finding.confident for finding in findings),
        findings=findings,
        hidden=len(answers) - len(shown),
    )


def _finding(store: Store, site: Site, one: Answer, first: bool) -> Finding:
    confident = one.confident and bool(one.matches)
    most = SHOWN_HITS if first else 3
    hits = []
    for index, match in enumerate(one.matches[:most]):
        envelope = store.get(match.id)
        if envelope is not None:
            hits.append(_hit(site, match, envelope, personal=confident and index == 0))
    said = one.event.message if one.event and one.event.message else one.q
    cls = one.event.error_class if one.event else None
    text = f"{cls}: {said}" if cls and said else said or cls or ""
    return Finding(
        label=one_line(text, 80) or "Search result",
        message=clip(text.strip(), 600),
        count=one.event.count if one.event else 1,
        confident=confident and bool(hits),
        hits=hits,
    )


def _hit(site: Site, match: Match, envelope: Envelope, personal: bool) -> Hit:
    record = envelope.record
    return Hit(
        href=site.href(error_path(record.repo, record.slug)),
        title=message.title(record, envelope.evidence),
        repo=record.repo,
        version=match.version,
        place=f"{match.file}:{match.line}",
        score=match.score,
        kind=_KINDS.get(match.matchType, match.matchType),
        fuzzy=match.matchType == "fuzzy",
        why=inline(clip(match.why, 300)),
        captures=[(one_line(c.name, 120), clip(c.value, 300)) for c in match.captures[:12]],
        lines=_personal(envelope, match) if personal else [],
        meaning=_first(record.documentation) if personal else None,
        advice=_first(*record.solutions[:1]) if personal else None,
    )


def _first(text: str | None = None) -> Markup | None:
    return inline(clip(text.strip(), 400)) if text and text.strip() else None


def _personal(envelope: Envelope, match: Match) -> list[Markup]:
    """What the captured values say about this very case; nothing where no writer is installed."""
    try:
        situate: Callable[..., list[str]] = import_module("errdex.explain.situation").situate
    except (ImportError, AttributeError):
        return []
    try:
        lines = situate(envelope, match.captures, match.line)
    except Exception:  # a remark that fails must not cost the answer
        LOG.exception("no personal lines for %s", match.id)
        return []
    return [inline(clip(line, 500)) for line in lines[:6]]
