"""Entries for store tests, small but complete."""

from errdex.model.entry import Entry, Needle
from errdex.model.ids import record_id, slug_of
from errdex.model.record import Claim, Envelope, Evidence, Record
from errdex.model.snapshot import Origin
from errdex.model.template import Placeholder, Template

SHA = "a" * 40
HOLE = Placeholder("{}")
WRITTEN = Claim(field="documentation", text="As it is.", status="source", evidence=[])


def origin(repo="acme/tools", version=""):
    return Origin(repo, SHA, version, "https://github.com/x/{path}#L{start}-L{end}", None, "/src")


def template(text):
    """``a {} b`` as a template; ``{}`` is a placeholder."""
    parts = []
    for i, piece in enumerate(text.split("{}")):
        if i:
            parts.append(HOLE)
        parts.append(piece)
    return Template.of(parts)


def entry(text, file="src/a.py", line=10, repo="acme/tools", **changes):
    tpl = template(text)
    family = changes.pop("family", None)
    error_class = changes.pop("error_class", "ValueError")
    code = changes.pop("code", None)
    needles = changes.pop("needles", None)
    record = Record(
        id=record_id(repo, code, tpl.message, file),
        repo=repo,
        slug=slug_of(code, tpl.message),
        errorCode=code,
        errorMessage=tpl.message,
        messagePattern=tpl.pattern,
        errorType="exception",
        errorClass=error_class,
        httpStatus=None,
        severity="error",
        filePath=file,
        lineNumber=line,
        sourceCode="raise",
        sourceCodeStart=line,
        sourceCodeEnd=line,
        githubUrl="https://github.com/x",
        documentation=changes.pop("documentation", None),
        triggerScenarios=None,
        commonSituations=None,
        solutions=[],
        exampleFix=None,
        handlingStrategy=None,
        validationCode=None,
        typeGuard=None,
        tryCatchPattern=None,
        preventionTips=[],
        tags=[],
        backgroundTag=family,
        analyzedSha=SHA,
        analyzedAt="2026-11-01T00:00:00.000Z",
        contentChangedAt="2026-11-01T00:00:00.000Z",
        schemaVersion=2,
    )
    assert not changes, changes
    own = Needle(tpl, file, line, line + 1, "run", error_class)
    return Entry(
        Envelope(record=record, datasetVersion=None, evidence=Evidence(claims=[WRITTEN])),
        (own, *(needles or ())),
        "python",
    )


def write(store, entries, where=None, report=None):
    with store.write_snapshot(where or origin(), report or {}) as writer:
        writer.add(entries)
