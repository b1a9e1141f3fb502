"""What every store does, on both engines."""

from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from errdex.errors import StoreError
from errdex.model.entry import Needle
from errdex.model.ids import record_id
from errdex.model.template import Placeholder, Template
from errdex.store.open import open_lookup, open_store
from errdex.template.anchors import message_keys

from .samples import entry, origin, template, write


def found(store, message, limit=50):
    return [c.shape.replace("\0", "{}") for c in store.candidates(message_keys(message), limit)]


def rows_left(store):
    names = ("snapshot", "record", "needle", "shape", "anchor", "word")
    with store._engine.connect() as connection:
        return {
            name: connection.exec_driver_sql(f"SELECT count(*) FROM {name}").scalar_one()
            for name in names
        }


def test_what_is_written_is_read_back(store):
    given_entry = entry("cannot open {} for reading", "src/io.py", 7, documentation="It cannot.")
    write(store, [given_entry], report={"skipped": 3})
    envelope = store.get(given_entry.envelope.record.id)
    assert envelope == given_entry.envelope
    assert store.by_slug("acme/tools", envelope.record.slug) == envelope
    assert store.get("0" * 16) is None
    assert store.by_slug("acme/tools", "no-such") is None
    assert store.by_slug("other/repo", envelope.record.slug) is None
    [row] = store.repos()
    assert (row.repo, row.version, row.records) == ("acme/tools", "", 1)
    assert row.analyzed_at == "2026-11-01T00:00:00.000Z"


def test_a_message_finds_its_template_and_place(store):
    write(store, [entry("{} kernel failed (device={}): {}", "src/pool.rs", 30)])
    message = "ERROR max_pool2d kernel failed (device=Cuda(0)): out of memory"
    [candidate] = store.candidates(message_keys(message), 10)
    [place] = store.placements([candidate.template_id])
    assert place.template.message == "{} kernel failed (device={}): {}"
    assert (place.file, place.line, place.end_line, place.function) == (
        "src/pool.rs",
        30,
        31,
        "run",
    )
    assert place.record_id == next(store.envelopes()).record.id
    assert (place.error_class, place.kind, place.language) == ("ValueError", "raise", "python")
    assert found(store, "nothing of the kind") == []
    assert store.candidates([], 10) == []
    assert store.placements([]) == []


def test_slugs_depend_on_the_records_not_on_their_order(store):
    entries = [
        entry("invalid {}", "b.py", 3),
        entry("invalid: {}", "a.py", 9),
        entry("invalid - {}", "a.py", 4),
        entry("{}", "z.py", 1),
    ]
    write(store, entries, origin(version="1"))
    write(store, entries[::-1], origin(version="2"))
    ids = [e.envelope.record.id for e in entries]
    want = {
        ids[2]: "invalid",
        ids[1]: f"invalid-{ids[1][:6]}",
        ids[0]: f"invalid-{ids[0][:6]}",
        ids[3]: "error",
    }
    slugs = [(e.record.id, e.record.slug) for e in store.envelopes()]
    assert slugs == [(i, want[i]) for i in (ids[2], ids[1], ids[0], ids[3])] * 2
    for number, slug in want.items():
        assert store.by_slug("acme/tools", slug).record.id == number


def test_a_snapshot_replaces_the_one_before(store):
    write(store, [entry("old text alone {}"), entry("shared text of both {}", line=20)])
    write(store, [entry("other repo says {}", repo="b/c")], origin("b/c"))
    write(store, [entry("new text instead {}"), entry("shared text of both {}", line=22)])
    assert found(store, "old text alone 1") == []
    assert found(store, "shared text of both 1") == ["shared text of both {}"]
    assert found(store, "new text instead 1") == ["new text instead {}"]
    assert found(store, "other repo says 1") == ["other repo says {}"]
    assert [(row.repo, row.records) for row in store.repos()] == [("acme/tools", 2), ("b/c", 1)]
    [place] = store.placements(
        [c.template_id for c in store.candidates(message_keys("shared text of both 1"), 9)]
    )
    assert place.line == 22
    assert store.similar("old alone") == []


def test_removing_everything_leaves_nothing_behind(store):
    write(store, [entry("some text {} here"), entry("无法打开文件 {}", line=4)])
    write(store, [entry("some text {} here")], origin(version="2.0"))
    assert store.remove("acme/tools", "2.0") == 1
    assert found(store, "some text 1 here") == ["some text {} here"]
    assert store.remove("acme/tools") == 1
    assert store.remove("acme/tools") == 0
    assert store.repos() == []
    assert found(store, "some text 1 here") == []
    assert store.similar("some text here") == []
    assert set(rows_left(store).values()) == {0}
    write(store, [entry("some text {} here")])
    assert found(store, "some text 1 here") == ["some text {} here"]


def test_a_failing_scan_leaves_the_old_snapshot(store):
    write(store, [entry("the old one {}")])
    with pytest.raises(RuntimeError), store.write_snapshot(origin(), {}) as writer:
        writer.add([entry("the new one {}")])
        raise RuntimeError
    assert found(store, "the old one 1") == ["the old one {}"]
    assert found(store, "the new one 1") == []


def test_nothing_is_seen_before_the_end(store, url):
    with store.write_snapshot(origin(), {}) as writer:
        writer.add([entry("half a snapshot {}")])
        assert store.repos() == []
        other = open_lookup(url)
        assert found(other, "half a snapshot 1") == []
    assert found(other, "half a snapshot 1") == ["half a snapshot {}"]
    other.close()


def test_the_same_record_twice_is_refused(store):
    with pytest.raises(StoreError, match="given twice"):
        write(store, [entry("same {}", line=1), entry("same {}", line=2)])
    assert store.repos() == []


def test_previous_is_the_record_that_is_replaced(store):
    first = entry("what {}", line=1)
    write(store, [replace(first, content="before")], origin(version="1"))
    write(store, [replace(entry("what {}", line=2), content="after")], origin(version="2"))
    number, since = first.envelope.record.id, first.envelope.record.contentChangedAt
    for version, text in (("1", "before"), ("2", "after")):
        with store.write_snapshot(origin(version=version), {}) as writer:
            assert writer.previous(number) == (text, since)
            assert writer.previous("0" * 16) is None
            writer.add([first])
    with store.write_snapshot(origin("new/repo"), {}) as writer:
        assert writer.previous(number) is None


def test_the_newest_version_answers(store):
    for version in ("1.9", "1.10", "1.2"):
        write(store, [entry("what {}", documentation=version)], origin(version=version))
    number = record_id("acme/tools", None, "what {}", "src/a.py")
    assert store.get(number).record.documentation == "1.10"
    assert store.by_slug("acme/tools", "what").record.documentation == "1.10"
    assert [row.version for row in store.repos()] == ["1.2", "1.9", "1.10"]
    write(store, [entry("what {}", documentation="tip")])
    assert store.get(number).record.documentation == "tip"
    assert store.listing("acme/tools") == (1, [store.get(number)])
    versions = [e.record.documentation for e in store.envelopes("acme/tools")]
    assert versions == ["1.2", "1.9", "1.10", "tip"]


def test_placements_of_a_common_text_do_not_crowd_out_others(store):
    entries = [entry("not implemented", f"f{i}.py") for i in range(60)]
    write(store, [*entries, entry("rarely implemented thing")])
    write(store, [entry("not implemented", repo="b/c")], origin("b/c"))
    asked = "not implemented; rarely implemented thing"
    ids = [c.template_id for c in store.candidates(message_keys(asked), 9)]
    assert len(ids) == 2
    assert {p.template_id for p in store.placements(ids, limit=20)} == set(ids)
    assert len(store.placements(ids)) == 62
    assert len(store.placements(ids, repo="acme/tools")) == 61
    [only] = store.placements(ids, repo="b/c")
    assert (only.repo, only.template.message) == ("b/c", "not implemented")
    assert store.placements(ids, repo="no/such") == []


def test_needles_of_other_files_keep_their_place(store):
    variant = Needle(template("label {} is bad"), "src/caller.py", 77, 80, "call", None, "variant")
    write(store, [entry("{} is bad", needles=[variant])])
    [best, *_] = store.candidates(message_keys("label 3 is bad"), 9)
    [place] = store.placements([best.template_id])
    assert (place.file, place.line, place.kind, place.error_class) == (
        "src/caller.py",
        77,
        "variant",
        None,
    )
    assert place.record_id == record_id("acme/tools", None, "{} is bad", "src/a.py")


def test_a_frame_finds_the_needle_that_encloses_its_line(store):
    write(
        store,
        [
            entry("one {}", "src/mod/shape.py", 10),
            entry("two {}", "src/mod/shape.py", 40),
            entry("three {}", "lib/shape.py", 40),
            entry("{}", "src/bare.py", 5),
        ],
    )
    write(store, [entry("four {}", "x/shape.py", 40, repo="b/c")], origin("b/c"))
    assert [p.template.message for p in store.at_lines([("/usr/lib/shape.py", 11)])] == ["one {}"]
    lines = {p.template.message for p in store.at_lines([("C:\\x\\shape.py", 41)])}
    assert lines == {"two {}", "three {}", "four {}"}
    [only] = store.at_lines([("shape.py", 40)], repo="b/c")
    assert only.repo == "b/c"
    assert store.at_lines([("shape.py", 12), ("other.py", 40)]) == []
    assert [p.file for p in store.at_lines([("bare.py", 6)])] == ["src/bare.py"]
    assert len(store.at_lines([("shape.py", 40), ("shape.py", 41)], limit=2)) == 2


def test_similar_finds_other_wordings(store):
    write(
        store,
        [
            entry("The configuration file could not be parsed: {}", "a.py"),
            entry("Connection to {} refused by the remote host", "b.py"),
            entry("配置文件无法解析：{}", "c.py"),
            entry("Файл конфигурации не найден: {}", "d.py"),
        ],
    )
    write(store, [entry("Connection refused", repo="b/c")], origin("b/c"))

    def best(text, repo=None):
        ranked = store.similar(text, repo)
        assert ranked == sorted(ranked, key=lambda pair: -pair[1])
        assert all(0 <= score <= 1 for _, score in ranked)
        return store.placements([ranked[0][0]])[0].template.message if ranked else None

    assert best("parsing configurations failed") == "The configuration file could not be parsed: {}"
    assert best("remote host refused connecting") == "Connection to {} refused by the remote host"
    assert best("remote host refused connection", "b/c") == "Connection refused"
    assert best("解析配置失败") == "配置文件无法解析：{}"
    assert best("не найден файл") == "Файл конфигурации не найден: {}"
    assert best("zzz qqq") is None
    assert best("") is None
    assert best("\"*()^:- NEAR(' OR") is None


def test_listing_and_related(store):
    write(
        store,
        [
            entry("one {}", "a.py", 10, family="bad-shape"),
            entry("two {}", "a.py", 90),
            entry("three {}", "a.py", 12),
            entry("four {}", "b.py", 1, family="bad-shape"),
        ],
    )
    write(store, [entry("five {}", repo="b/c", family="bad-shape")], origin("b/c"))
    total, page = store.listing("acme/tools", 1, 2)
    assert (total, [e.record.errorMessage for e in page]) == (4, ["three {}", "two {}"])
    assert store.listing("no/such") == (0, [])
    related = [
        e.record.errorMessage for e in store.related(store.get(_id("one {}", "a.py")).record.id)
    ]
    assert related == ["three {}", "two {}", "five {}", "four {}"]
    assert len(store.related(_id("one {}", "a.py"), 1)) == 1
    assert store.related("0" * 16) == []


def _id(message, file):
    return record_id("acme/tools", None, message, file)


def test_facts_are_kept(store):
    store.put_facts((f"{i:040x}", "python/1", b"facts %d" % i) for i in range(450))
    store.put_facts([("0" * 40, "python/2", b"new")])
    keys = [(f"{i:040x}", "python/1") for i in range(0, 600, 2)]
    got = store.facts(keys)
    assert len(got) == 225
    assert got[f"{10:040x}", "python/1"] == b"facts 10"
    store.put_facts([("0" * 40, "python/1", b"again")])
    wanted = [("0" * 40, "python/1"), ("0" * 40, "python/2"), ("0" * 40, "rust/1")]
    assert store.facts(wanted) == {wanted[0]: b"again", wanted[1]: b"new"}
    assert store.facts([]) == {}


def test_facts_can_be_kept_while_a_snapshot_is_collected(store):
    with store.write_snapshot(origin(), {}) as writer:
        writer.add([entry("one {}")])
        store.put_facts([("0" * 40, "x", b"y")])
        writer.add([entry("two {}", line=20)])
    assert len(list(store.envelopes())) == 2
    assert store.facts([("0" * 40, "x")]) == {("0" * 40, "x"): b"y"}


@pytest.mark.parametrize(
    "text",
    [
        "nul \0 inside {} text",
        "lone \ud800 surrogate {} text",
        "tab\tnew\nline {} text",
        "🦀 {} 🦀",
    ],
)
def test_any_text_can_be_kept(store, text):
    odd = template(text)
    needle = Needle(odd, "dir\udc80/ü\0.py", 4, 4, "fn\ud800", "Cl\0ass")
    write(store, [entry("plain words {}", needles=[needle])])
    assert [e.record.errorMessage for e in store.envelopes()] == ["plain words {}"]
    if "text" in text:
        assert len(found(store, text.format("value"))) == 1


def test_templates_without_fixed_text_are_found_by_place_only(store):
    write(store, [entry("{}", "a.py", 3), entry("{}: {}", "b.py", 3), entry("()", "c.py", 3)])
    assert found(store, "anything: at all ()") == []
    assert len(store.at_lines([("a.py", 3), ("b.py", 3), ("c.py", 3)])) == 3


def test_a_store_can_be_opened_again(store, url):
    write(store, [entry("still here {}")])
    store.close()
    again = open_store(url)
    assert found(again, "still here 1") == ["still here {}"]
    again.close()
    reading = open_store(url, write=False)
    assert [e.record.errorMessage for e in reading.envelopes()] == ["still here {}"]
    with pytest.raises(StoreError):
        write(reading, [entry("not here {}")])
    reading.close()


words = st.text(alphabet="abcde éß文件ア_-:'. \n", min_size=0, max_size=14)
templates = st.lists(st.one_of(words, st.just(Placeholder("{}"))), min_size=1, max_size=7)
values = st.text(alphabet="abc文 12._-\"'/é", max_size=8)


@settings(max_examples=25, deadline=None)
@given(st.lists(templates, min_size=1, max_size=12), st.data())
def test_every_message_finds_its_template(session_store, shapes, data):
    made = {t.message: t for parts in shapes if (t := Template.of(parts)).parts}
    entries = []
    for number, tpl in enumerate(made.values()):
        needle = Needle(tpl, f"f{number}.py", 1, 1)
        entries.append(entry(f"e{number}", f"f{number}.py", needles=[needle]))
    write(session_store, entries)
    for tpl in made.values():
        text = "".join(p if isinstance(p, str) else data.draw(values) for p in tpl.parts)
        got = {c.shape for c in session_store.candidates(message_keys(f"E: {text} (end)"), 500)}
        if keyed(tpl):
            assert tpl.shape in got


def keyed(tpl):
    from errdex.template.anchors import template_keys

    return bool(template_keys(tpl))


@pytest.fixture(scope="module", params=["sqlite", pytest.param("pg", marks=pytest.mark.postgres)])
def session_store(request, tmp_path_factory):
    if request.param == "sqlite":
        url = f"sqlite:///{tmp_path_factory.mktemp('module') / 'errdex.db'}"
    else:
        server = request.getfixturevalue("postgres")
        server.psql("CREATE DATABASE properties")
        url = server.get_uri(database="properties")
    opened = open_store(url)
    yield opened
    opened.close()
