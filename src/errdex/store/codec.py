"""How values are packed into columns: envelopes, templates, hashes and version order."""

from __future__ import annotations

import re
import zlib
from hashlib import blake2b
from typing import TYPE_CHECKING, Any

import msgspec

from errdex.errors import StoreError
from errdex.model.template import Template

if TYPE_CHECKING:
    from errdex.model.record import Envelope

SCHEMA = 2
"""The number of the newest migration; SQLite keeps it as ``user_version``."""

APPLICATION_ID = 0x65727278
"""What SQLite's ``application_id`` holds in a store's file (``errx``)."""

RECORD_BITS = 24
NEEDLE_BITS = 28
_SIGN = 1 << 63

_encode_template = msgspec.msgpack.Encoder().encode
_decode_template = msgspec.msgpack.Decoder(Template).decode
_NUMBER = re.compile(r"(\d+)")


def first_record(snapshot: int) -> int:
    """The lowest record id of a snapshot; its records lie before the next snapshot's first."""
    return snapshot << RECORD_BITS


def first_needle(snapshot: int) -> int:
    """The lowest needle id of a snapshot; its needles lie before the next snapshot's first."""
    return snapshot << NEEDLE_BITS


def pack_template(template: Template) -> bytes:
    """A template as bytes, lone surrogates replaced (they cannot be encoded)."""
    try:
        return _encode_template(template)
    except UnicodeEncodeError:
        parts = [
            clean(part)
            if isinstance(part, str)
            else msgspec.structs.replace(
                part, text=clean(part.text), expr=None if part.expr is None else clean(part.expr)
            )
            for part in template.parts
        ]
        return _encode_template(Template.of(parts))


def unpack_template(data: bytes) -> Template:
    """The template that ``pack_template`` packed."""
    with _undamaged():
        return _decode_template(data)


def clean(text: str) -> str:
    """Text that both engines can keep: lone surrogates replaced, U+0000 a space."""
    if "\0" in text:
        text = text.replace("\0", " ")
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-8", "replace").decode()
    return text


def pack_envelope(envelope: Envelope) -> bytes:
    """An envelope as compressed JSON; its slug is kept in a column of its own."""
    return zlib.compress(envelope.model_dump_json().encode(), 1)


def unpack_envelope(data: bytes, slug: str) -> Envelope:
    """The envelope that ``pack_envelope`` packed, with the store's slug and its explanation."""
    from errdex.explain.complete import explained
    from errdex.model.record import Envelope

    with _undamaged():
        envelope = Envelope.model_validate_json(zlib.decompress(data))
    envelope.record.slug = slug
    return explained(envelope)


def decode_envelope(data: bytes, slug: str) -> dict[str, Any]:
    """The packed envelope as plain JSON, with the store's slug, not explained."""
    with _undamaged():
        envelope: dict[str, Any] = msgspec.json.decode(zlib.decompress(data))
        envelope["record"]["slug"] = slug
    return envelope


def pack_facts(data: bytes) -> bytes:
    """Cached facts, compressed a little: they are many and read once."""
    return zlib.compress(data, 1)


def unpack_facts(data: bytes) -> bytes:
    """The facts that ``pack_facts`` packed."""
    with _undamaged():
        return zlib.decompress(data)


def pack_shape(shape: str) -> bytes:
    """A shape as bytes: it holds U+0000, which PostgreSQL's text cannot."""
    return shape.encode("utf-8", "replace")


def unpack_shape(data: bytes) -> str:
    """The shape that ``pack_shape`` packed."""
    with _undamaged():
        return str(data, "utf-8")


class _undamaged:  # noqa: N801 (reads as a word after ``with``)
    """Turns what decoders say of damaged bytes into a store error; cheap, for it runs often."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> None:
        if isinstance(error, ValueError | TypeError | zlib.error | msgspec.MsgspecError):
            raise StoreError(
                f"the store is damaged: {(str(error).splitlines() or [''])[0]}",
                "move it away and index again, or restore a copy",
            ) from error


def shape_hash(shape: bytes) -> int:
    """A signed 64-bit hash by which an equal shape is found; equality is still compared."""
    return int.from_bytes(blake2b(shape, digest_size=8).digest(), "big") - _SIGN


def base_name(path: str) -> str:
    """The last component of a path of any platform, as ``at_lines`` compares it."""
    return path.replace("\\", "/").rsplit("/", 1)[-1]


def base_key(path: str) -> int:
    """A 32-bit number for the last component of a path; readers compare the file as well."""
    return zlib.crc32(base_name(path).encode("utf-8", "surrogatepass"))


def version_order(version: str) -> tuple[int, list[tuple[int, int, str]]]:
    """A sort key that puts the tip (``""``) last and numbers in numeric order."""
    if not version:
        return (1, [])
    pieces = _NUMBER.split(version)
    return (0, [(1, int(p[:18]), p) if p.isdigit() else (0, 0, p) for p in pieces if p])
