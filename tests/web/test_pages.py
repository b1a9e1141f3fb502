"""Pages as text: what they hold, in which order, and that no repository can write into them."""

import json
import re
from pathlib import Path

import pytest

from errdex.model.record import Envelope
from errdex.web.links import Site
from errdex.web.pages import render_error, render_notice

from . import samples
from .audit import Audit

SITE = Site(base_url="https://errors.example", report_url="https://tracker.example/new?id={id}")


def page(build, site=SITE, related=()):
    return render_error(site, build().envelope, [r().envelope for r in related])


@pytest.mark.parametrize("build", samples.ALL)
def test_every_error_page_is_sound_and_small(build):
    text = page(build, related=(samples.axis, samples.hostile))
    assert Audit(text).faults == []
    assert len(text.encode()) < 50_000


def test_parts_stand_in_the_order_of_the_design():
    text = page(samples.axis, related=(samples.read_failure,))
    wanted = [
        'class="crumb"',
        "<h1",
        ">Error message<",
        ">What it means<",
        ">Solutions<",
        ">Example fix<",
        ">Defensive code<",
        ">Validate first<",
        ">Type guard<",
        ">Try and catch<",
        ">Prevention<",
        ">When it happens<",
        ">Trigger<",
        ">Common situations<",
        ">Evidence<",
        ">Raised at<",
        ">In the docs<",
        ">Called from<",
        ">Provoked by tests<",
        ">Caught at<",
        ">Error class<",
        ">Related errors<",
        ">Origin<",
        ">Source<",
    ]
    places = [text.index(part) for part in wanted]
    assert places == sorted(places)


def test_what_is_not_known_has_no_heading():
    text = page(samples.stride)
    for heading in ("What it means", "Solutions", "Example fix", "Defensive", "When it", "Related"):
        assert heading not in text


def test_title_shows_placeholders_as_ellipses_and_message_marks_them():
    text = page(samples.axis)
    assert '<h1 dir="auto">axis … is out of bounds for a shape of … dimensions</h1>' in text
    assert '<var title="axis">{axis}</var>' in text


def test_guard_doc_note_callers_and_tests_have_their_places():
    words = Audit(page(samples.axis)).words
    assert "when not (0 <= axis < ndim) line 14" in words
    assert "src/shapes/axis.py:10 what it raises when the axis does not exist." in words
    assert (
        "src/shapes/reduce.py:33 Array.reduce_3 axis = check_axis(axis, len(self.shape))" in words
    )
    assert "and 5 more in the JSON" in words
    assert "tests/test_axis.py:44 test_axis_out_of_bounds check_axis(3, 2)" in words


def test_statements_show_their_receipts():
    text = page(samples.axis)
    assert 'from source: <a href="#e1">axis.py:16</a>' in text
    assert 'from test: <a href="#e20">test_axis.py:44</a>' in text
    assert "written by a model: " in text


def test_variants_show_their_own_message():
    words = Audit(page(samples.pool)).words
    assert "pool.rs:5 max_pool2d max_pool2d kernel failed (device={1:?}, dtype={2:?}): {3}" in words


def test_raising_lines_are_marked_and_numbered():
    text = page(samples.axis)
    assert re.search(r'<span id="raise" class="l hot" data-n="16">.*ShapeError', text)
    assert text.count("l warm") == 2


def test_package_urls_are_text_and_web_addresses_links():
    assert 'href="pkg:' not in page(samples.no_route)
    assert "<code>pkg:npm/%40scope/router@7.0.2#src/match.ts</code>" in page(samples.no_route)
    text = page(samples.axis)
    link = re.search(r'<a href="(https://github\.com/acme/shapes/blob/[^"]+)"([^>]*)>View', text)
    assert link and 'rel="nofollow noopener"' in link.group(2)


def test_report_link_only_where_there_is_a_tracker():
    record = samples.axis().envelope.record
    assert f"https://tracker.example/new?id={record.id}" in page(samples.axis)
    assert "Report an issue" not in page(samples.axis, Site())


def test_provenance_names_revision_date_and_writer():
    words = Audit(page(samples.axis)).words
    assert "Derived from source, acme/shapes@ d16f7ba2ed" in words.replace("@d16", "@ d16")
    assert "(2.1.0), 2026-11-30. Data as JSON." in words


def test_hostile_text_stays_text():
    text = page(samples.hostile)
    audit = Audit(text)
    assert audit.faults == []
    assert "<script>alert" not in text
    assert "javascript:" not in "".join(audit.links)
    assert "{{7*7}}" in audit.words
    assert "\u202e" not in text and "\x1b" not in text and "\x00" not in text
    assert "⟨U+202E⟩" in text and "⟨U+001B⟩" in text


def test_structured_data_is_json_whatever_the_message_says():
    for build in (samples.axis, samples.hostile, samples.arabic):
        found = re.search(r'<script type="application/ld\+json">(.*?)</script>', page(build))
        data = json.loads(found.group(1))
        article, crumbs = data["@graph"]
        assert article["@type"] == "TechArticle"
        assert article["url"].startswith("https://errors.example/")
        assert len(crumbs["itemListElement"]) == 2


def test_canonical_address_needs_a_base():
    assert '<link rel="canonical" href="https://errors.example/acme/shapes/' in page(samples.axis)
    bare = page(samples.axis, Site())
    assert "canonical" not in bare and "ld+json" not in bare


def test_links_stay_below_the_mount_point():
    audit = Audit(page(samples.axis, Site(root="/docs/errors")))
    local = [link for link in audit.links if link.startswith("/")]
    assert local and all(link.startswith("/docs/errors/") for link in local)


def test_record_without_evidence_is_a_page_too():
    envelope = samples.axis().envelope
    bare = Envelope(record=envelope.record, datasetVersion=None, evidence=None)
    text = render_error(SITE, bare, [])
    assert Audit(text).faults == []
    assert "<var>{axis}</var>" in text  # the holes come from the published pattern
    assert ">Evidence<" not in text


def test_real_record_of_the_published_format_renders():
    path = Path(__file__).parent / "published.json"
    text = render_error(SITE, Envelope.model_validate_json(path.read_bytes()), [])
    assert Audit(text).faults == []
    assert '<h1 dir="auto">widget … kernel failed (device=…): …</h1>' in text


def test_large_evidence_is_cut_until_the_page_is_small():
    entry = samples.axis()
    evidence = entry.envelope.evidence
    evidence.sites = [
        evidence.sites[0].model_copy(
            update={
                "id": f"s{n}",
                "guards": evidence.sites[0].guards * 40,
                "signature": "<&>" * 400,
                "comment": "<&>" * 4000,
            }
        )
        for n in range(200)
    ]
    evidence.tests *= 300
    evidence.tests = [
        t.model_copy(update={"id": f"t{n}", "text": "<&>\n" * 200})
        for n, t in enumerate(evidence.tests)
    ]
    entry.envelope.record.documentation = "<&> " * 3000
    text = render_error(SITE, entry.envelope, [])
    assert len(text.encode()) < 50_000
    assert Audit(text).faults == []


def test_notice_says_what_to_do():
    audit = Audit(render_notice(SITE, 404, "Nothing is here", "A search may find it."))
    assert audit.faults == []
    assert "A search may find it." in audit.words
