"""From a folder to an answer: scan, export, match, explain, show, status."""

import json
import subprocess

import pytest

from .terminal import POOL, TRACE, one_line

SAID = "pool size 12 exceeds the limit 10"


def lines(text):
    return [json.loads(line) for line in text.splitlines()]


@pytest.fixture(scope="module")
def records(stocked):
    done = stocked("export")
    assert done.code == 0
    return {e["record"]["errorMessage"]: e for e in lines(done.out)}


def test_a_scan_says_what_it_found(shell, project):
    done = shell("scan", project, "--repo", "acme/pool")
    assert done.code == 0
    assert done.out.startswith("acme/pool: 3 errors from 3 sites in 1 file")
    assert done.err == ""


def test_a_scan_reports_as_json(shell, project):
    done = shell("scan", project, "--json")
    report = json.loads(done.out)
    assert (report["records"], report["files"]) == (3, 1)
    assert len(report["sha"]) == 40


def test_every_exported_line_is_an_envelope(records):
    assert len(records) == 3
    envelope = records["pool size {size} exceeds the limit {limit}"]
    assert list(envelope) == ["record", "datasetVersion", "evidence"]
    assert len(envelope["record"]) == 32
    assert envelope["record"]["filePath"] == "src/pool.py"
    assert envelope["record"]["solutions"]
    assert envelope["datasetVersion"].endswith("Z")


def test_export_of_one_repository(stocked):
    assert len(stocked("export", "--repo", "acme/pool").out.splitlines()) == 3
    assert "acme/other" in one_line(stocked("export", "--repo", "acme/other"))


def test_matches_come_one_a_line_in_order(stocked, records):
    questions = [
        {"q": SAID},
        {"q": "something else entirely", "repo": "acme/pool"},
        {"q": SAID, "repo": "no/such"},
    ]
    done = stocked("match", "--jsonl", stdin="\n".join(map(json.dumps, questions)))
    assert (done.code, done.err) == (0, "")
    first, second, third = lines(done.out)
    assert list(first) == ["q", "confident", "matches"]
    assert (first["q"], first["confident"]) == (SAID, True)
    found = first["matches"][0]
    want = records["pool size {size} exceeds the limit {limit}"]["record"]
    assert found.pop("why")
    assert 0.5 < found.pop("score") <= 1
    assert found == {
        "id": want["id"],
        "repo": "acme/pool",
        "version": "",
        "file": "src/pool.py",
        "line": 15,
        "template": want["errorMessage"],
        "matchType": "exact",
        "captures": {"size": "12", "limit": "10"},
    }
    assert (second["confident"], third["confident"], third["matches"]) == (False, False, [])


def test_a_name_captured_twice_has_both_values(stocked):
    done = stocked("match", "--jsonl", stdin='{"q": "cannot join a with b: nothing there"}')
    assert lines(done.out)[0]["matches"][0]["captures"] == {"name": ["a", "b"]}


def test_a_malformed_line_costs_only_itself(stocked):
    bad = ["{", "[1]", '{"q": 1}', '{"q": "x", "repo": 2}', "\xff", "[" * 100_000]
    text = "\n".join([*bad[:4]]).encode() + b"\n\xff\xfe\n" + bad[5].encode() + b"\n\n"
    done = stocked("match", "--jsonl", stdin=text + json.dumps({"q": SAID}).encode())
    assert done.code == 0
    answers = lines(done.out)
    assert [list(a) for a in answers[:-1]] == [["error"]] * 6
    assert answers[-1]["confident"]


def test_answers_are_flushed_one_by_one(stocked):
    process = stocked.start("match", "--jsonl", stdin=subprocess.PIPE)
    for question in (SAID, "x \ud800 y"):
        process.stdin.write(json.dumps({"q": question}).encode() + b"\n")
        process.stdin.flush()
        assert json.loads(process.stdout.readline())["q"] == question
    process.stdin.close()
    assert process.wait(20) == 0
    process.stdout.close()
    process.stderr.close()


def test_an_explanation_names_the_line_and_what_to_do(stocked, records):
    done = stocked("explain", f"ValueError: {SAID}")
    assert (done.code, done.err) == (0, "")
    shown = done.out.splitlines()
    record = records["pool size {size} exceeds the limit {limit}"]["record"]
    assert shown[0] == "acme/pool src/pool.py:15"
    assert shown[1] == "  pool size {size} exceeds the limit {limit}"
    assert "  size = 12" in shown
    assert "  guard: size > limit (line 14)" in shown
    assert f"  {record['documentation']}" in shown
    assert f"  1. {record['solutions'][0]}" in shown
    assert f"  errdex show {record['id']}" in shown
    assert f"  {record['githubUrl']}" in shown
    assert "\x1b" not in done.out


@pytest.mark.parametrize("how", ["pipe", "dash", "file", "words"])
def test_the_text_comes_from_anywhere(stocked, tmp_path, how):
    file = tmp_path / "log.txt"
    file.write_bytes(TRACE.encode("utf-16") if how == "file" else TRACE.encode())
    if how == "file":
        done = stocked("explain", "--file", file)
    elif how == "words":
        done = stocked("explain", "--repo", "acme/pool", *SAID.split())
    else:
        done = stocked("explain", *(["-"] * (how == "dash")), stdin=TRACE)
    assert done.code == 0, done
    assert done.out.startswith("acme/pool src/pool.py:15\n")


def test_no_confident_match_is_said_with_code_1(stocked):
    done = stocked("explain", "the flux capacitor ran dry")
    assert (done.code, done.out) == (1, "No confident match.\n")


def test_similar_texts_are_marked(stocked):
    done = stocked("explain", "pool sise 12 exeeds limit")
    assert done.code == 1
    assert "Similar texts, not the same message\n  similar 0." in done.out


def test_several_errors_give_the_first_in_full_and_a_line_each(stocked):
    others = ("the flux ran dry", SAID, "pool size is negative: -3")
    done = stocked("explain", stdin="".join(TRACE.replace(SAID, said) for said in others))
    assert done.code == 0
    assert done.out.startswith("acme/pool src/pool.py:15\n")
    rest = done.out.partition("Also in this text\n")[2]
    assert "pool size is negative: -3 ← acme/pool src/pool.py:17" in rest
    assert "(no confident match)" in rest


def test_a_budget_cuts_whole_sections(stocked):
    whole = stocked("explain", SAID).out
    sections = whole.split("\n\n")
    for tokens in (1, 40, 100):
        done = stocked("explain", SAID, "--budget", tokens)
        assert done.code == 0
        kept = done.out.removesuffix("\n").split("\n\n")
        assert kept[0].startswith("acme/pool src/pool.py:15")
        assert all(part in map(str.strip, sections) for part in map(str.strip, kept[1:]))
        assert len(done.out) <= max(tokens * 4, len("acme/pool src/pool.py:15\n"))
    assert stocked("explain", SAID, "--budget", 100_000).out == whole


def test_an_explanation_as_json(stocked):
    data = json.loads(stocked("explain", "--json", SAID).out)
    assert data["confident"]
    assert data["events"][0]["matches"][0]["captures"] == {"size": "12", "limit": "10"}
    assert data["record"]["lineNumber"] == 15
    assert data["situation"]
    none = stocked("explain", "--json", "the flux capacitor ran dry")
    assert (none.code, json.loads(none.out)["record"]) == (1, None)


def test_a_record_is_shown_by_id_and_by_slug(stocked, records):
    record = records["pool size is negative: %d"]["record"]
    by_id = stocked("show", record["id"])
    assert by_id.code == 0
    assert by_id.out == stocked("show", f"acme/pool/{record['slug']}").out
    assert ">    17          raise PoolError" in by_id.out
    assert record["documentation"] in by_id.out
    as_json = json.loads(stocked("show", record["id"], "--json").out)
    assert as_json["record"] == record


@pytest.mark.parametrize("name", ["0123456789abcdef", "acme/pool/none", "nonsense"])
def test_a_record_that_is_not_there(stocked, name):
    assert name in one_line(stocked("show", name))


def test_status_says_what_there_is(stocked):
    done = stocked("status")
    assert done.code == 0
    assert "3 errors in 1 snapshot" in done.out
    assert str(stocked.home / "errdex.db") in done.out
    data = json.loads(stocked("status", "--json").out)
    assert data["records"] == 3
    assert data["repos"][0]["repo"] == "acme/pool"


def test_global_options_stand_before_or_after_the_command(stocked, shell):
    for arguments in (
        ("--db", stocked.db, "explain", SAID),
        ("explain", SAID, "--db", stocked.db),
        (f"--db={stocked.db}", "show", "acme/pool/pool-size-is-negative-d"),
        ("show", "acme/pool/pool-size-is-negative-d", "--db", stocked.db),
        ("status", "--db", stocked.db, "--json", "-v"),
        ("-q", "--json", "--db", stocked.db, "status"),
    ):
        assert shell(*arguments).code == 0, arguments


def test_a_repository_at_a_revision(shell, tmp_path):
    root = tmp_path / "repo"
    root.mkdir()
    (root / "pool.py").write_text(POOL)

    def git(*arguments):
        names = ["-c", "user.name=a", "-c", "user.email=a@example.org"]
        subprocess.run(["git", *names, *arguments], cwd=root, check=True, capture_output=True)

    git("init", "-q", "-b", "main")
    git("add", "-A")
    git("commit", "-q", "-m", "one")
    git("tag", "v1")
    (root / "pool.py").write_text(POOL.replace("exceeds", "is over"))
    git("commit", "-q", "-a", "-m", "two")
    assert shell("scan", root, "--rev", "v1", "--repo", "acme/pool").code == 0
    old = shell("explain", SAID)
    assert old.out.startswith("acme/pool v1 pool.py:15\n")
    assert shell("scan", root, "--repo", "acme/pool").code == 0
    new = shell("explain", SAID.replace("exceeds", "is over"))
    assert new.out.startswith("acme/pool pool.py:15\n")
    assert "no/such" in one_line(shell("scan", root, "--rev", "no/such"))
