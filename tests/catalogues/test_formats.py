"""Each catalogue format: keys, texts, placeholders, lines, and input that is broken."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.catalogues.gettext import GETTEXT
from errdex.catalogues.interface import template_of
from errdex.catalogues.locales import split_locale
from errdex.catalogues.mapping import JSON, YAML
from errdex.catalogues.properties import PROPERTIES
from errdex.catalogues.registry import catalogue_of
from errdex.catalogues.resx import RESX
from errdex.catalogues.xliff import XLIFF


def told(messages):
    return [(m.key, m.template.message, m.line) for m in messages]


def test_properties_join_lines_decode_escapes_and_skip_comments():
    text = (
        "# a comment = none\n! another\n\n"
        "desk.lost=Cannot find \\\n    the desk of {0}\n"
        "desk\\ 2 : caf\\u00e9\n"
        "empty=\n"
    )
    assert told(PROPERTIES.messages(text)) == [
        ("desk.lost", "Cannot find the desk of {0}", 4),
        ("desk 2", "café", 6),
        ("empty", "", 7),
    ]


def test_a_numbered_text_loses_its_quotes_as_in_message_format():
    (message,) = PROPERTIES.messages("a=The '{'lamp'}' of {0,number,integer} isn''t lit\n")
    assert message.template.message == "The {lamp} of {0,number,integer} isn't lit"
    assert [(p.expr, p.type) for p in message.template.placeholders] == [("0", "int")]


def test_resx_reads_texts_and_no_typed_data():
    text = (
        '<?xml version="1.0"?>\n<root>\n'
        '  <data name="NoLamp" xml:space="preserve">\n    <value>No lamp &amp; no {0}</value>\n'
        "    <comment>not shown</comment>\n  </data>\n"
        '  <data name="Icon" type="System.Drawing.Bitmap"><value>AAAA</value></data>\n</root>'
    )
    assert told(RESX.messages(text)) == [("NoLamp", "No lamp & no {0}", 3)]


def test_what_stands_before_a_fault_is_kept():
    text = '<root><data name="A"><value>one</value></data><data name="B"><valu'
    assert told(RESX.messages(text)) == [("A", "one", 1)]


def test_xliff_keeps_what_is_translated():
    text = (
        '<xliff><file source-language="en" target-language="nl"><body>\n'
        '<trans-unit id="1"><source>The {{ lamp }} is dark.</source>\n'
        "<target>De {{ lamp }} is donker.</target></trans-unit>\n"
        '<trans-unit id="2"><source>desk.lost</source><target>Tafel kwijt</target></trans-unit>\n'
        '<trans-unit id="3"><source>Not yet</source></trans-unit></body></file></xliff>'
    )
    assert told(found := XLIFF.messages(text)) == [
        ("", "De {{ lamp }} is donker.", 2),
        ("desk.lost", "Tafel kwijt", 4),
    ]
    assert found[0].source.message == "The {{ lamp }} is dark."
    assert {m.locale for m in found} == {"nl"}


def test_xliff_units_within_a_text_end_it():
    assert XLIFF.messages('<source>a<trans-unit id="1">b</trans-unit></source>') == []


def test_gettext_knows_plurals_and_leaves_doubtful_texts_out():
    text = (
        'msgid ""\nmsgstr "Language: de\\n"\n\n'
        'msgid "%d lamp"\nmsgid_plural "%d lamps"\n'
        'msgstr[0] "%d Lampe"\nmsgstr[1] "%d Lampen"\n\n'
        '#, fuzzy\nmsgid "desk"\nmsgstr "Tisch?"\n\nmsgid "open"\nmsgstr ""\n'
    )
    found = GETTEXT.messages(text)
    assert [(m.source.message, m.template.message, m.locale) for m in found] == [
        ("%d lamp", "%d Lampe", "de"),
        ("%d lamps", "%d Lampen", "de"),
    ]


@pytest.mark.parametrize(
    ("text", "holes"),
    [
        ("{{ limit }} or %{count} of %(name)s", ["limit", "count", "name"]),
        ("%2$s before %1$d, 100%% sure", ["1", "0"]),
        ("%s then %d", ["0", "1"]),
        ("{0} in {name, plural, one {# file} other {# files}}", ["0", "name"]),
        ("no hole at 50% of { }", []),
    ],
)
def test_each_dialect_of_placeholders(text, holes):
    assert [hole.expr for hole in template_of(text).placeholders] == holes


def test_json_and_yaml_tell_keys_lines_and_languages():
    text = '{\n  "E1001": {"message": "No {lamp}", "level": 3},\n  "E1002": "Dark"\n}'
    assert told(JSON.messages(text)) == [("E1001", "No {lamp}", 2), ("E1002", "Dark", 3)]
    text = "en:\n  errors:\n    :dark: it is dark\n    many: '%{count} lamps'\n  on: yes\n"
    found = YAML.messages(text)
    assert told(found) == [("errors.dark", "it is dark", 3), ("errors.many", "%{count} lamps", 4)]
    assert {m.locale for m in found} == {"en"}
    assert JSON.messages("{") == YAML.messages("a: [") == JSON.messages("[" * 9000) == []


@pytest.mark.parametrize(
    ("path", "claimed"),
    [
        ("src/locales/en.json", True),
        ("lib/error_codes.json", True),
        ("config/messages.de.yml", True),
        ("package.json", False),
        ("data/points.json", False),
        (".github/workflows/test.yml", False),
    ],
)
def test_only_files_that_lie_or_are_named_as_catalogues_are_read(path, claimed):
    assert (catalogue_of(path) is not None) == claimed


def test_formats_are_known_by_suffix():
    assert catalogue_of("a/Strings.fr.resx") is RESX
    assert catalogue_of("po/de.po") is GETTEXT
    assert catalogue_of("x.po/readme") is None


WORDS = """a msgid msgstr[1] msgctxt \\ud800 %0 <data name='a'> <value> </value> <trans-unit>
<source> <target> &x; *a {0, en:"""
PIECES = st.sampled_from([*'"\\{}[]<>%:=&#\n ', *WORDS.split()])


@given(st.text() | st.lists(PIECES).map("".join))
def test_no_text_breaks_a_format(text):
    for format_ in (PROPERTIES, RESX, GETTEXT, JSON, XLIFF, YAML):
        found = format_.messages(text)
        assert all(message.line >= 1 for message in found)
        msgspec.msgpack.encode(found)


def test_lone_surrogates_can_be_stored():
    found = JSON.messages('{"a\\ud800": "{x, \\ud800} \\ud83d\\ude00"}')
    found += PROPERTIES.messages("a\\ud800=\\ud83d\\ude00\n")
    assert [m.template.message[-1] for m in found] == ["😀", "😀"]
    msgspec.msgpack.encode(found)


def test_the_message_of_an_entry_comes_before_its_title():
    text = '{"E1": {"title": "Dark", "message": "No lamp burns", "level": "high"}}'
    assert told(JSON.messages(text))[0] == ("E1", "No lamp burns", 1)


def test_json_lines_are_those_of_the_texts_however_they_are_escaped():
    text = '{\n"a": "caf\\u00e9",\n"b": {\n"c": "a",\n"d": "\\"x\\""}}'
    assert told(JSON.messages(text)) == [("a", "café", 2), ("b.c", "a", 4), ("b.d", '"x"', 5)]


def test_aliases_that_stand_for_aliases_are_told_once():
    bomb = "a0: &a0 {n: 1, s: lamp}\n"
    for n in range(1, 12):
        bomb += f"a{n}: &a{n} {{" + ", ".join(f"k{i}: *a{n - 1}" for i in range(9)) + "}\n"
    assert told(YAML.messages(bomb)) == [("a0.s", "lamp", 1)]


def test_a_file_that_names_a_file_does_not_open_it(tmp_path):
    other = tmp_path / "other.po"
    other.write_text('msgid "a"\nmsgstr "b"\n')
    assert GETTEXT.messages(str(other)) == []


@pytest.mark.parametrize(
    ("path", "locale", "bundle"),
    [
        ("a/Texts_pt_BR.properties", "pt-BR", "a/Texts.properties"),
        ("a/Strings.zh-Hans.resx", "zh-Hans", "a/Strings.resx"),
        ("app/locale/es/LC_MESSAGES/app.po", "es", "app/locale/LC_MESSAGES/app.po"),
        ("locales/fr.json", "fr", "locales.json"),
        ("locales/api.json", "", "locales/api.json"),
        ("src/db.json", "", "src/db.json"),
        ("src/errors_map.json", "", "src/errors_map.json"),
    ],
)
def test_the_path_tells_the_language_and_what_translations_share(path, locale, bundle):
    assert split_locale(path) == (bundle, locale)
