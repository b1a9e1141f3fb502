"""The published format on code in the idiom of real records, and the whole path on any message."""

from __future__ import annotations

import json
import runpy
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from errdex import Crew, Envelope, Record, ask, explained, open_source, open_store, scan
from errdex.store.interface import Store

REPO = "tracel-ai/burn"
INTERPOLATE = "crates/burn-cubecl/src/kernel/interpolate/base.rs"
POOL = "crates/burn-cubecl/src/kernel/pool/base.rs"
BACKWARD = "interpolate_backward kernel failed (device={0:?}, dtype={1:?}, options={2:?}): {3}"
SHARED = "{0} kernel failed (device={1:?}, dtype={2:?}): {3}"

INTERPOLATE_RS = """\
use burn_std::Options;

/// Gradient of `interpolate` with respect to its input.
///
/// Note: only nearest mode is supported
pub fn interpolate_backward<R: Runtime>(
    input: Tensor<R>,
    out_grad: Tensor<R>,
    options: Options,
) -> Tensor<R> {
    let output = like(&input);

    launch_backward(
        &input.client,
        out_grad.binding(),
        output.clone().binding(),
        mapped(&options),
    )
    .unwrap_or_else(|e| {
        panic!(
            "interpolate_backward kernel failed (device={0:?}, dtype={1:?}, options={2:?}): {3}",
            input.device, input.dtype, options, e
        )
    });

    output
}
"""
PANIC_LINE = 20
POOL_RS = """\
pub(crate) fn max_pool2d<R: Runtime>(x: Tensor<R>) -> Tensor<R> {
    launch_max(&x.client).unwrap_or_else(|e| pool_panic("max_pool2d", &x, e))
}

pub fn avg_pool2d<R: Runtime>(x: Tensor<R>) -> Tensor<R> {
    launch_avg(&x.client).unwrap_or_else(|e| pool_panic("avg_pool2d", &x, e))
}

fn pool_panic<R: Runtime>(label: &str, input: &Tensor<R>, error: PoolError) -> ! {
    panic!(
        "{0} kernel failed (device={1:?}, dtype={2:?}): {3}",
        label, input.device, input.dtype, error
    )
}
"""


def stored(root: Path, place: Path, **more: Any) -> dict[str, Envelope]:
    """Every record of a scanned tree by its id, explained."""
    store = open_store(f"sqlite:///{place / 'errdex.db'}")
    try:
        scan(open_source(str(root), **more), store, Crew(1))
        return {e.record.id: explained(e) for e in store.envelopes()}
    finally:
        store.close()


def tree(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text, "utf-8")
    return root


@pytest.fixture(scope="module")
def records(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Envelope]:
    """The records of a plain directory whose repository is named by hand."""
    root = tree(tmp_path_factory.mktemp("burn"), {INTERPOLATE: INTERPOLATE_RS, POOL: POOL_RS})
    return stored(root, tmp_path_factory.mktemp("store"), repo=REPO)


class TestTheGoldenRecords:
    def test_ids_are_those_of_the_published_records(self, records: dict[str, Envelope]) -> None:
        found = {e.record.id: (e.record.errorMessage, e.record.filePath) for e in records.values()}
        assert found == {
            "22a18ddf8713058a": (BACKWARD, INTERPOLATE),
            "2088da43f182b4e9": (SHARED, POOL),
        }

    def test_slug_pattern_and_kind(self, records: dict[str, Envelope]) -> None:
        record = records["22a18ddf8713058a"].record
        assert record.slug == "interpolate-backward-kernel-failed-device-0"
        assert record.messagePattern == (
            r"interpolate_backward kernel failed "
            r"\(device=(.+?), dtype=(.+?), options=(.+?)\): (.+?)"
        )
        assert (record.errorType, record.errorClass, record.severity) == ("panic", None, "error")
        assert (record.errorCode, record.httpStatus, record.schemaVersion) == (None, None, 2)

    def test_the_line_is_the_macro_s_and_the_window_is_clipped_to_the_file(
        self, records: dict[str, Envelope]
    ) -> None:
        record = records["22a18ddf8713058a"].record
        lines = INTERPOLATE_RS.splitlines()
        assert record.lineNumber == PANIC_LINE
        assert lines[record.lineNumber - 1].strip() == "panic!("
        assert (record.sourceCodeStart, record.sourceCodeEnd) == (2, len(lines))
        assert record.sourceCode == "\n".join(lines[1:])

    def test_the_doc_comment_s_note_is_evidence(self, records: dict[str, Envelope]) -> None:
        envelope = records["22a18ddf8713058a"]
        assert envelope.evidence is not None
        notes = [(note.kind, note.text, note.line) for note in envelope.evidence.docs]
        assert ("note", "only nearest mode is supported", 5) in notes
        assert "only nearest mode is supported" in (envelope.record.documentation or "")

    def test_callers_of_the_shared_reporter_are_its_variants(
        self, records: dict[str, Envelope]
    ) -> None:
        envelope = records["2088da43f182b4e9"]
        assert envelope.evidence is not None
        assert [(v.message, v.line, v.function, v.public) for v in envelope.evidence.variants] == [
            ("max_pool2d kernel failed (device={1:?}, dtype={2:?}): {3}", 2, "max_pool2d", False),
            ("avg_pool2d kernel failed (device={1:?}, dtype={2:?}): {3}", 6, "avg_pool2d", True),
        ]

    def test_every_claim_cites_evidence_that_exists(self, records: dict[str, Envelope]) -> None:
        for envelope in records.values():
            evidence = envelope.evidence
            assert evidence is not None and evidence.claims
            whole = evidence.model_dump()
            known = {e["id"] for v in whole.values() if isinstance(v, list) for e in v if "id" in e}
            known |= {evidence.errorClass.id} if evidence.errorClass else set()
            cited = {one for claim in evidence.claims for one in claim.evidence}
            assert cited <= known


def test_a_window_in_the_middle_of_a_file_has_eighteen_lines_on_each_side(tmp_path: Path) -> None:
    lines = [f"    step({n});" for n in range(1, 101)]
    lines[49] = '    panic!("half way");'
    root = tree(tmp_path / "code", {"src/lib.rs": "fn f() {\n" + "\n".join(lines) + "\n}\n"})
    (envelope,) = stored(root, tmp_path).values()
    record = envelope.record
    assert (record.lineNumber, record.sourceCodeStart, record.sourceCodeEnd) == (51, 33, 69)
    assert len(record.sourceCode.split("\n")) == 37


def git(root: Path, *args: str) -> str:
    command = ["git", "-C", str(root), "-c", "user.name=a", "-c", "user.email=a@b.c", *args]
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def test_a_commit_of_a_github_clone_is_cited_by_permalink(tmp_path: Path) -> None:
    root = tree(tmp_path / "burn", {INTERPOLATE: INTERPOLATE_RS})
    git(root, "init", "--quiet")
    git(root, "remote", "add", "origin", f"https://github.com/{REPO}.git")
    git(root, "add", ".")
    git(root, "commit", "--quiet", "-m", "one")
    sha = git(root, "rev-parse", "HEAD")
    (envelope,) = stored(root, tmp_path, rev="HEAD").values()
    record = envelope.record
    assert (record.id, record.repo, record.analyzedSha) == ("22a18ddf8713058a", REPO, sha)
    assert record.githubUrl == f"https://github.com/{REPO}/blob/{sha}/{INTERPOLATE}#L2-L27"


def test_the_same_key_in_one_file_is_one_record_that_keeps_its_lines(tmp_path: Path) -> None:
    code = 'fn f() { panic!("gone") }\nfn g() { panic!("gone") }\nfn h() { panic!("Gone!") }\n'
    root = tree(tmp_path / "code", {"src/lib.rs": code})
    found = sorted(stored(root, tmp_path, repo="a/b").values(), key=lambda e: e.record.lineNumber)
    assert [e.record.errorMessage for e in found] == ["gone", "Gone!"]
    assert found[0].evidence is not None
    assert [site.line for site in found[0].evidence.sites] == [1, 2]
    slugs = sorted(e.record.slug for e in found)
    assert slugs[0] == "gone"
    assert slugs[1] in {f"gone-{e.record.id[:6]}" for e in found}


def test_code_without_git_is_cited_by_its_tree(tmp_path: Path) -> None:
    root = tree(tmp_path / "code", {INTERPOLATE: INTERPOLATE_RS})
    (envelope,) = stored(root, tmp_path, repo=REPO).values()
    git(root, "init", "--quiet")
    git(root, "add", ".")
    assert envelope.record.analyzedSha == git(root, "write-tree")


PUBLISHED = {
    "id": "22a18ddf8713058a",
    "repo": REPO,
    "slug": "interpolate-backward-kernel-failed-device-0",
    "errorCode": None,
    "errorMessage": BACKWARD,
    "messagePattern": r"interpolate_backward kernel failed \(device=(.+?)\): (.+?)",
    "errorType": "panic",
    "errorClass": None,
    "httpStatus": None,
    "severity": "error",
    "filePath": INTERPOLATE,
    "lineNumber": 125,
    "sourceCode": "\n    let output = like(&input);\n",
    "sourceCodeStart": 107,
    "sourceCodeEnd": 143,
    "githubUrl": f"https://github.com/{REPO}/blob/{'d1' * 20}/{INTERPOLATE}#L107-L143",
    "documentation": "The kernel of the backward pass could not be launched.",
    "triggerScenarios": "A device without this kernel.",
    "commonSituations": None,
    "solutions": ["Read the error that follows the colon", "Try the forward pass alone"],
    "exampleFix": "let grad = grad.cast(DType::F32);",
    "handlingStrategy": "validation",
    "validationCode": None,
    "typeGuard": None,
    "tryCatchPattern": None,
    "preventionTips": ["Run the kernel once when the program starts"],
    "tags": ["gpu", "kernel"],
    "backgroundTag": "gpu-kernel-launch-failed",
    "analyzedSha": "d1" * 20,
    "analyzedAt": "2026-09-05T13:19:14.260Z",
    "contentChangedAt": "2026-09-05T13:19:14.260Z",
    "schemaVersion": 2,
}


class TestThePublishedFormat:
    def test_an_answer_of_another_service_loads_and_is_written_as_it_was(self) -> None:
        envelope = {"record": PUBLISHED, "datasetVersion": "2026-09-12T17:17:11.597Z"}
        text = json.dumps(envelope, separators=(",", ":"))
        read = Envelope.model_validate_json(text)
        assert read.evidence is None
        assert read.model_dump_json(exclude={"evidence"}) == text

    def test_the_fields_are_these_in_this_order(self) -> None:
        assert list(Record.model_fields) == list(PUBLISHED)
        assert len(PUBLISHED) == 32

    def test_a_record_with_no_prose_is_left_as_it_is(self) -> None:
        bare = Envelope(record=Record.model_validate(PUBLISHED), datasetVersion=None)
        assert explained(bare).record.model_dump() == PUBLISHED

    @pytest.mark.parametrize(
        ("field", "value"),
        [("severity", "fatal"), ("analyzedSha", "d1"), ("id", "X"), ("lineNumber", 0)],
    )
    def test_a_value_outside_the_format_is_refused(self, field: str, value: object) -> None:
        with pytest.raises(ValueError, match=field):
            Record.model_validate({**PUBLISHED, field: value})


# -- from source to answer: what Python says when the code runs is found at its line ----------

WORDS = st.sampled_from(["quorum", "lease", "shard", "wal", "the", "of", "is", "bad", "zone"])
LITERAL = st.lists(WORDS, min_size=1, max_size=4).map(" ".join)
VALUE = st.text("ABC123:/-_", min_size=1, max_size=8)
STYLES = {
    "f": lambda texts, names: f'f"{_woven(texts, ["{" + n + "}" for n in names])}"',
    "percent": lambda texts, names: f'"{_woven(texts, ["%s"] * len(names))}" % ({_listed(names)})',
    "format": lambda texts, names: (
        f'"{_woven(texts, ["{}"] * len(names))}".format({", ".join(names)})'
    ),
    "plus": lambda texts, names: " + ".join(
        piece for n, text in enumerate(texts) for piece in [*names[n - 1 : n], f'"{text}"'][-2:]
    ),
}


def _listed(names: list[str]) -> str:
    return "".join(f"{name}, " for name in names)


def _woven(texts: list[str], holes: list[str]) -> str:
    return "".join(t + h for t, h in zip(texts, [*holes, ""], strict=True))


@st.composite
def raising(draw: st.DrawFn, number: int) -> tuple[str, list[str]]:
    """A function that raises a message with holes, and the values to call it with."""
    texts = draw(st.lists(LITERAL, min_size=2, max_size=4))
    texts = [f"{' ' * (n > 0)}{t}{' ' * (n < len(texts) - 1)}" for n, t in enumerate(texts)]
    names = [f"v{n}" for n in range(1, len(texts))]
    made = STYLES[draw(st.sampled_from(sorted(STYLES)))](texts, names)
    code = f"def f{number}({', '.join(names)}):\n    raise ValueError({made})\n"
    return code, [draw(VALUE) for _ in names]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, Store]]:
    root = tmp_path_factory.mktemp("any")
    store = open_store(f"sqlite:///{root / 'errdex.db'}")
    yield root / "code", store
    store.close()


@settings(max_examples=25, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(st.data())
def test_what_any_raise_says_is_found_at_its_line_with_its_values(
    place: tuple[Path, Store], data: st.DataObject
) -> None:
    root, store = place
    made = [data.draw(raising(number)) for number in range(data.draw(st.integers(1, 8)))]
    path = tree(root, {"pkg/mod.py": "".join(code for code, _ in made)}) / "pkg" / "mod.py"
    functions = runpy.run_path(str(path))
    said = []
    for number, (_, values) in enumerate(made):
        with pytest.raises(ValueError) as caught:
            functions[f"f{number}"](*values)
        said.append(str(caught.value))
    scan(open_source(str(root), repo="any/any"), store, Crew(1))
    fixed = ["".join(c for c in text if c.islower()) for text in said]
    for number, (text, (_, values)) in enumerate(zip(said, made, strict=True)):
        if fixed.count(fixed[number]) > 1:
            continue  # two functions that say the same
        found = ask(store, text)
        assert found.matches, text
        assert found.matches[0].line == 2 * number + 2
        assert [capture.value for capture in found.matches[0].captures] == values
