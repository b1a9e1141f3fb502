"""Collects one snapshot's entries off the store, so that its transaction is short."""

from __future__ import annotations

import struct
import tempfile
from collections.abc import Callable, Iterable, Iterator
from typing import IO, TYPE_CHECKING

import msgspec

from errdex.errors import StoreError
from errdex.model.ids import slug_of
from errdex.store.codec import base_key, clean, pack_envelope, pack_shape, pack_template

if TYPE_CHECKING:
    from errdex.model.entry import Entry, Needle
    from errdex.store.interface import Before

_MEMORY = 64 << 20
_BLOCK = 4000
_LENGTH = struct.Struct("<I")
_ID_LENGTH = 16

SpooledNeedle = tuple[bytes, int, int, int, int, str | None, str, str | None, str, bytes]
"""shape, rank, base, line, end line, file if not the record's, function, class, kind, template"""

SpooledRecord = tuple[
    str, str | None, str | None, str | None, str, str, str | None, str, int, str, str, str, bytes,
    list[SpooledNeedle],
]  # fmt: skip
"""id, message, class, code, type, severity, family, file, line, language, content, its time,
envelope, needles"""

_encode = msgspec.msgpack.Encoder().encode
_decode = msgspec.msgpack.Decoder(list[SpooledRecord]).decode
MAX_RANK = 1000


class Spool:
    """A SnapshotWriter that keeps what it is given in memory, then in a temporary file."""

    def __init__(self, previous: Callable[[str], Before | None]) -> None:
        self._previous = previous
        self._file: IO[bytes] = tempfile.SpooledTemporaryFile(max_size=_MEMORY)  # noqa: SIM115
        self._block: list[SpooledRecord] = []
        self.analyzed_at = ""
        self._places: dict[str, tuple[str, int, str]] = {}

    def __len__(self) -> int:
        return len(self._places)

    def add(self, entries: Iterable[Entry]) -> None:
        """Add entries; slugs are made unique within the repository when the snapshot is kept."""
        for entry in entries:
            self._add(entry)

    def _add(self, entry: Entry) -> None:
        record = entry.envelope.record
        self.analyzed_at = max(self.analyzed_at, record.analyzedAt)
        file = clean(record.filePath)
        self.add_row(
            slug_of(record.errorCode, record.errorMessage),
            (
                record.id,
                _clean(record.errorMessage),
                _clean(record.errorClass),
                _clean(record.errorCode),
                record.errorType,
                record.severity,
                _clean(record.backgroundTag),
                file,
                record.lineNumber,
                entry.language,
                entry.content,
                record.contentChangedAt,
                pack_envelope(entry.envelope),
                [pack_needle(needle, file) for needle in entry.needles],
            ),
        )

    def add_row(self, slug: str, row: SpooledRecord) -> None:
        """Add one record as rows already packed."""
        record_id, file, line = row[0], row[7], row[8]
        if record_id in self._places:
            raise StoreError(f"record {record_id} of {file} was given twice in one snapshot")
        self._places[record_id] = (file, line, slug)
        self._block.append(row)
        if len(self._block) >= _BLOCK:
            self._flush()

    def previous(self, record_id: str) -> Before | None:
        """What the record of that id said before, in the snapshot that this one replaces."""
        return self._previous(record_id)

    def _flush(self) -> None:
        if self._block:
            data = _encode(self._block)
            try:
                self._file.write(_LENGTH.pack(len(data)))
                self._file.write(data)
            except OSError as error:
                raise StoreError(
                    f"cannot keep the scan in a temporary file: {error.strerror}",
                    "free some space in the temporary directory (TMPDIR)",
                ) from error
            self._block = []

    def blocks(self) -> Iterator[list[SpooledRecord]]:
        """What was added, in pieces."""
        self._flush()
        self._file.seek(0)
        while head := self._file.read(_LENGTH.size):
            yield _decode(self._file.read(_LENGTH.unpack(head)[0]))

    def slugs(self) -> dict[str, str]:
        """Record id to slug, unique; it depends on the records alone, not on their order here.

        The first by file and line has the plain slug, others get the beginning of their id,
        as much of it as it takes.
        """
        taken: dict[str, None] = {}
        chosen: dict[str, str] = {}
        order = sorted((place, record_id) for record_id, place in self._places.items())
        for (_, _, slug), record_id in order:
            name, length = slug, 6
            while name in taken and length <= _ID_LENGTH:
                name, length = f"{slug}-{record_id[:length]}", length + 2
            taken[name] = None
            chosen[record_id] = name
        return chosen

    def close(self) -> None:
        """Drop everything."""
        self._file.close()


def _clean(text: str | None) -> str | None:
    return None if text is None else clean(text)


def pack_needle(needle: Needle, record_file: str) -> SpooledNeedle:
    """A needle as the spool keeps it."""
    file = clean(needle.file)
    template = needle.template
    return (
        pack_shape(template.shape),
        -min(template.fixed_length, MAX_RANK),
        base_key(file),
        needle.line,
        needle.end_line,
        None if file == record_file else file,
        clean(needle.function),
        _clean(needle.error_class),
        needle.kind,
        pack_template(template),
    )
