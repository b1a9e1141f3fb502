"""Stage one and two: the files of a snapshot → facts, each distinct blob parsed only once."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, NamedTuple

import msgspec

from errdex.catalogues.interface import Catalogue
from errdex.catalogues.registry import catalogue_of, catalogues
from errdex.errors import SourceError
from errdex.extract.read import EXTRACTOR, read_file
from errdex.extract.sinks import Sieve, read_uses
from errdex.languages.registry import language_of, languages
from errdex.model.facts import FileFacts, Message
from errdex.pipeline.crew import Crew, chunked
from errdex.source.roles import looks_generated, looks_minified, role_of
from errdex.source.text import utf8

if TYPE_CHECKING:
    from errdex.source.interface import Snapshot, SourceFile
    from errdex.store.interface import Store

CHUNK = 600_000
Progress = Callable[[int, str], None]
_ROLES = ("source", "test")
_decoder = msgspec.msgpack.Decoder(FileFacts)


class Task(NamedTuple):
    """A file to read: its language and whether it is a test."""

    file: SourceFile
    language: str
    role: str


class Batch(NamedTuple):
    """What one worker is given."""

    snapshot: Snapshot
    tasks: list[Task]
    sieve: Sieve | None = None


class Read(NamedTuple):
    """What became of one file: encoded facts, or why there are none."""

    task: Task
    facts: bytes
    skipped: str = ""


def tasks_of(snapshot: Snapshot) -> list[Task]:
    """The files to read; the others are counted in the snapshot's skips by their role."""
    packaged = _is_packaged(snapshot)
    tasks: list[Task] = []
    for file in snapshot.files(lambda path: (language_of(path) or catalogue_of(path)) is not None):
        language = language_of(file.path) or catalogue_of(file.path)
        role = role_of(file.path, packaged=packaged)
        roles = ("source",) if isinstance(language, Catalogue) else _ROLES
        if language is not None and role in roles:
            tasks.append(Task(file, language.name, role))
        else:
            snapshot.skips.add(role, file.path)
    return tasks


def read_facts(
    snapshot: Snapshot, tasks: list[Task], store: Store, crew: Crew, progress: Progress
) -> dict[str, FileFacts]:
    """The facts of every file by path; new ones are kept in the store as they come."""
    keys = {task.file.path: (task.file.blob, _key(task)) for task in tasks}
    cached = store.facts(list(set(keys.values())))
    found: dict[str, FileFacts] = {}
    missing: list[Task] = []
    for task in tasks:
        kept = cached.get(keys[task.file.path])
        if kept is None:
            missing.append(task)
        else:
            found[task.file.path] = _decoder.decode(kept)
            progress(task.file.size, task.file.path)
    batches = [Batch(snapshot, run) for run in chunked(missing, _weight, CHUNK)]
    for results in crew.each(read_batch, batches, small=len(batches) < 2):
        fresh: list[tuple[str, str, bytes]] = []
        for result in results:
            path = result.task.file.path
            progress(result.task.file.size, path)
            if result.skipped:
                snapshot.skips.add(result.skipped, path)
                continue
            found[path] = _decoder.decode(result.facts)
            fresh.append((*keys[path], result.facts))
        store.put_facts(fresh)
    return {task.file.path: found[task.file.path] for task in tasks if task.file.path in found}


def read_calls(
    snapshot: Snapshot, tasks: list[Task], sieve: Sieve, store: Store, crew: Crew
) -> dict[str, FileFacts]:
    """The calls of some sinks in the source files, as facts by path.

    They are kept like other facts: the same sinks in the same text are not looked for again.
    """
    if not sieve.wanted:
        return {}
    kind = f"{EXTRACTOR}/uses/{sieve.digest}"
    wanted = [t for t in tasks if t.role == "source" and t.language not in catalogues()]
    keys = {task.file.path: (task.file.blob, f"{task.language}/{kind}") for task in wanted}
    cached = store.facts(list(set(keys.values())))
    found = {path: _decoder.decode(kept) for path, k in keys.items() if (kept := cached.get(k))}
    missing = [task for task in wanted if keys[task.file.path] not in cached]
    batches = [Batch(snapshot, run, sieve) for run in chunked(missing, _weight, CHUNK * 4)]
    for results in crew.each(read_batch, batches, small=len(batches) < 2):
        fresh = [(*keys[r.task.file.path], r.facts) for r in results if not r.skipped]
        found.update((r.task.file.path, _decoder.decode(r.facts)) for r in results if r.facts)
        store.put_facts(fresh)
    return found


def read_batch(batch: Batch) -> list[Read]:
    """What a worker does: read, decode and extract each file; a bad file costs only itself."""
    results: list[Read] = []
    packaged = _is_packaged(batch.snapshot)
    for task in batch.tasks:
        try:
            data = batch.snapshot.read(task.file)
        except SourceError:
            results.append(Read(task, b"", "unreadable"))
            continue
        results.append(_read(task, data, batch.sieve, packaged))
    return results


def _is_packaged(snapshot: Snapshot) -> bool:
    """Whether the files are what users install, so that even generated ones raise on screens."""
    return bool(getattr(snapshot, "packaged", False))


def _read(task: Task, data: bytes, sieve: Sieve | None, packaged: bool) -> Read:
    catalogue = catalogues().get(task.language)
    if catalogue is not None:
        text = utf8(data)
        if text is None:
            return Read(task, b"", "binary")
        facts = FileFacts(catalogue.name, messages=_messages(catalogue, text))
        return Read(task, msgspec.msgpack.encode(facts))
    language = languages()[task.language]
    offsets: list[int] = []
    if sieve is not None:
        offsets = sieve.hits(data)
        if not offsets:
            return Read(task, b"")
    text = utf8(data)
    if text is None:
        return Read(task, b"", "binary")
    if looks_minified(text):
        return Read(task, b"", "minified")
    if not packaged and looks_generated(text[:2048]):
        return Read(task, b"", "generated")
    try:
        if sieve is not None:
            facts = read_uses(language, text, sieve.hits(text) if text is not data else offsets)
        else:
            facts = read_file(language, text, task.role)
            kept = catalogue_of(task.file.path)
            if kept is not None:
                facts.messages = _messages(kept, text)
    except RecursionError:
        return Read(task, b"", "too deeply nested")
    return Read(task, msgspec.msgpack.encode(facts))


def _messages(catalogue: Catalogue, text: bytes) -> list[Message]:
    return catalogue.messages(text.decode("utf-8", "replace"))


def _key(task: Task) -> str:
    """What facts of a blob depend on besides: where it lies tells whether it is a catalogue."""
    kept = catalogue_of(task.file.path)
    also = f"+{kept.name}" if kept is not None and kept.name != task.language else ""
    return f"{task.language}{also}/{EXTRACTOR}/{task.role}"


def _weight(task: Task) -> int:
    return task.file.size + 2_000
