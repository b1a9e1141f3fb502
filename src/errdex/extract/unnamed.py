"""Error texts of catalogues that no line of the code names: the entry itself is the site."""

from __future__ import annotations

import re
from collections.abc import Iterator

from errdex.extract.group import Raised
from errdex.extract.translate import Entry, Messages, told_by
from errdex.model.facts import Site

_ERRORS = re.compile(
    r"(?i)(?:^|[^a-z])(?:errors?|exceptions?|failures?|faults?|validations?|validators?|"
    r"err_?msgs?)(?:$|[^a-z])|(?-i:[a-z]Errors?(?:$|[^a-z]))"
)
# what a program calls its fields and buttons stands beside what it says of them
_LABELS = re.compile(
    r"(?i)(?:^|\.)(?:attributes?|labels?|titles?|headings?|headers?|buttons?|fields?|models?|names?|"
    r"hints?|placeholders?|help|docs?|examples?|warnings?|infos?|success)(?:\.|$)"
)
_CODE = re.compile(r"(?:ERR|E)[_-]?[A-Z0-9_-]*\d{2,6}|ERR_[A-Z0-9_]+|[A-Z]{2,8}-?\d{3,6}")
_WORDS = re.compile(r"[^\W\d_]{2,}")


def unnamed(messages: Messages) -> Iterator[tuple[str, Raised]]:
    """Each such entry as a site that declares its text, and the file in which it stands.

    Programs make keys of parts (``"errors." + code``), frameworks make them of rules and fields;
    the text on the screen is still told apart from all others. Whether an entry is an error its
    key or its file has to say: a code, or ``errors`` among what leads to it.
    """
    for entry in messages.unnamed():
        if not _is_error(entry):
            continue
        said = told_by(entry.texts)
        first = said.said[0]
        line = first.message.line
        key = entry.key.rpartition(".")[2]
        site = Site(
            "declare",
            line,
            line,
            0,
            first.template,
            code=first.message.code or (key if _CODE.fullmatch(key) else None),
            statement=entry.key[:200],
        )
        texts = dict.fromkeys(one.template for one in said.said)
        texts.pop(first.template, None)
        yield first.path, Raised(site, None, tuple(texts), said.said)


def _is_error(entry: Entry) -> bool:
    above, _, last = entry.key.rpartition(".")
    if not _CODE.fullmatch(last):
        led = f"{entry.bundle.rpartition('/')[2].partition('.')[0]}.{above}"
        if not _ERRORS.search(led) or _LABELS.search(entry.key):
            return False
    template = next(iter(entry.texts.values()))[1].template
    words = _WORDS.findall(" ".join(template.literals))
    return len(words) > 1 or bool(words and template.placeholders)
