"""A store in memory, by linear scan: slow and plainly right."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, field

from errdex.model.ids import record_id
from errdex.model.template import Part, Placeholder, Template
from errdex.store.interface import Candidate, Placement
from errdex.template.anchors import message_keys, shape_keys


def template(text: str) -> Template:
    """A template from text in which ``<name>`` or ``<name:type>`` are placeholders."""
    parts: list[Part] = []
    rest = text
    while True:
        head, opened, tail = rest.partition("<")
        parts.append(head)
        if not opened:
            return Template.of(parts)
        name, _, rest = tail.partition(">")
        name, _, kind = name.partition(":")
        parts.append(Placeholder("{" + name + "}", name, None, kind or None))


@dataclass
class MemoryStore:
    rows: list[Placement] = field(default_factory=list)
    shapes: dict[str, int] = field(default_factory=dict)

    def add(
        self,
        text: str | Template,
        file: str = "src/pkg/mod.py",
        line: int = 10,
        *,
        repo: str = "o/r",
        end_line: int = 0,
        function: str = "f",
        error_class: str | None = "ValueError",
        kind: str = "raise",
        language: str = "python",
        version: str = "1.0",
        package: str | None = None,
        record: str | None = None,
    ) -> str:
        made = template(text) if isinstance(text, str) else text
        number = self.shapes.setdefault(made.shape, len(self.shapes) + 1)
        name = record or record_id(repo, None, made.message, file)
        self.rows.append(
            Placement(
                number,
                name,
                repo,
                version,
                package,
                file,
                line,
                end_line or line,
                function,
                error_class,
                kind,
                language,
                made,
            )
        )
        return name

    def candidates(self, keys: Sequence[int], limit: int) -> list[Candidate]:
        asked = set(keys)
        found = [
            Candidate(number, shape)
            for shape, number in self.shapes.items()
            if any(k.key in asked for k in shape_keys(shape))
        ]
        found.sort(key=lambda c: -len(c.shape))
        return found[:limit]

    def placements(
        self, template_ids: Sequence[int], repo: str | None = None, limit: int = 400
    ) -> list[Placement]:
        asked = set(template_ids)
        rows = [r for r in self.rows if r.template_id in asked and repo in (None, r.repo)]
        return rows[:limit]

    def at_lines(
        self, places: Sequence[tuple[str, int]], repo: str | None = None, limit: int = 200
    ) -> list[Placement]:
        rows = [
            r
            for r in self.rows
            if repo in (None, r.repo)
            and any(
                r.file.rpartition("/")[2] == base and r.line <= line <= r.end_line
                for base, line in places
            )
        ]
        return rows[:limit]

    def similar(
        self, text: str, repo: str | None = None, limit: int = 25
    ) -> list[tuple[int, float]]:
        words = set(text.casefold().split())
        ranked = [
            (number, float(len(words & set(shape.casefold().split()))))
            for shape, number in self.shapes.items()
        ]
        ranked = [r for r in ranked if r[1] > 0]
        ranked.sort(key=lambda r: -r[1])
        return ranked[:limit]

    def get(self, record_id: str) -> None:
        return None

    def by_slug(self, repo: str, slug: str) -> None:
        return None

    def close(self) -> None:
        return None


__all__ = ["MemoryStore", "message_keys", "template"]
