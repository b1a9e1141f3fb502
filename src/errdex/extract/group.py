"""Sites of one file → groups, one for each record: the same code or message is one error."""

from __future__ import annotations

import re
from collections import defaultdict
from dataclasses import dataclass, field

from errdex.extract.link import LinkedClass
from errdex.extract.sinks import Use
from errdex.extract.translate import Said
from errdex.model.facts import CallerFact, Catch, Function, Provocation, Site
from errdex.model.template import Template

_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_-][A-Z0-9]+)+|[A-Z]{1,6}-?\d{2,6}|[A-Z][A-Z0-9_]{4,}")


@dataclass(slots=True)
class Raised:
    """One site of a group: linked, with its function and the other texts it may show.

    ``said`` is where catalogues keep its text, in every language.
    """

    site: Site
    function: Function | None
    others: tuple[Template, ...] = ()
    said: tuple[Said, ...] = ()


@dataclass(slots=True)
class Group:
    """What becomes one record; the evidence lists are filled by the evidence room."""

    path: str
    language: str
    code: str | None
    raised: list[Raised]
    variants: list[Use] = field(default_factory=list)
    error_class: LinkedClass | None = None
    callers: list[tuple[str, CallerFact]] = field(default_factory=list)
    tests: list[tuple[str, Provocation]] = field(default_factory=list)
    catches: list[tuple[str, Catch]] = field(default_factory=list)

    @property
    def main(self) -> Raised:
        """The first place that raises it."""
        return self.raised[0]

    @property
    def message(self) -> str:
        """The published message: the template's, else the class's name."""
        return message_of(self.main.site)


def message_of(site: Site) -> str:
    """A site's published message: with no text of its own the screen shows the class's name."""
    if site.template is not None:
        return site.template.message
    return site.error_class or site.statement or site.kind


def group_sites(path: str, language: str, raised: list[Raised]) -> list[Group]:
    """Group a file's sites, in the order of their first lines.

    A code that stands for several messages in the file does not tell them apart, so it is no key
    there and the record has no ``errorCode``.
    """
    messages: dict[str, set[str]] = defaultdict(set)
    for item in raised:
        if item.site.code:
            messages[item.site.code].add(message_of(item.site))
    groups: dict[str, Group] = {}  # by what the record's id is made of
    # where a text is declared and raised in one file, the record stands where it is raised
    order = sorted(raised, key=lambda r: (r.site.kind == "declare", r.site.line, r.site.start))
    for item in order:
        code = item.site.code
        if code is not None and (len(messages[code]) > 1 or not _CODE.fullmatch(code)):
            code = None
        key = code if code is not None else message_of(item.site)
        if key in groups:
            groups[key].raised.append(item)
        else:
            groups[key] = Group(path, language, code, [item])
    return list(groups.values())
