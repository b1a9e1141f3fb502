"""The formats of phones, of Fluent, and catalogues that are written as source code."""

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from errdex.catalogues.android import ANDROID
from errdex.catalogues.apple import STRINGS
from errdex.catalogues.escapes import decoded
from errdex.catalogues.fluent import FLUENT
from errdex.catalogues.literals import PHP_ARRAYS, SCRIPT_OBJECTS
from errdex.catalogues.locales import split_locale
from errdex.catalogues.mapping import TOML
from errdex.catalogues.registry import catalogue_of
from errdex.catalogues.xcstrings import XCSTRINGS


def told(messages):
    return [(m.key, m.template.message, m.line) for m in messages]


def test_fluent_tells_attributes_variants_and_terms():
    text = (
        "-shop = Lampenhuis\n# a comment\n"
        "lamp-lost = Cannot find { $name } in { -shop }\n"
        '    .hint = Ask { NUMBER($desk) }{ "!" }\n'
        "lamps = { $n ->\n    [one] One lamp\n   *[other] { $n } lamps\n } are dark\n"
    )
    found = FLUENT.messages(text)
    assert told(found) == [
        ("lamp-lost", "Cannot find { $name } in Lampenhuis", 3),
        ("lamp-lost.hint", "Ask { $desk }!", 4),
        ("lamps", "One lamp are dark", 5),
        ("lamps", "{ $n } lamps are dark", 5),
    ]
    assert [hole.expr for hole in found[0].template.placeholders] == ["name"]


def test_fluent_keeps_what_stands_around_a_fault():
    assert told(FLUENT.messages("a = one\nb = {{{\nc = three\n")) == [
        ("a", "one", 1),
        ("c", "three", 3),
    ]
    assert FLUENT.messages("a = " + "{" * 5000) == []


def test_toml_tells_tables_and_lines():
    text = '[errors]\nlost = "No {lamp}"\n\n[errors.deep]\nlost = "Deep {{ x }}"\non = true\n'
    assert told(TOML.messages(text)) == [
        ("errors.lost", "No {lamp}", 2),
        ("errors.deep.lost", "Deep {{ x }}", 5),
    ]
    assert TOML.messages("a = ") == []


def test_apple_strings_have_keys_or_source_texts():
    text = (
        '/* "no" = "entry"; */\n"lamp.lost" = "No lamp \\"%@\\"";\n'
        '// another\n"It is %d o\'clock" = "Es ist %d Uhr";\n'
    )
    found = STRINGS.messages(text)
    assert told(found) == [("lamp.lost", 'No lamp "%@"', 2), ("", "Es ist %d Uhr", 4)]
    assert found[1].source.message == "It is %d o'clock"


def test_string_catalogues_hold_every_language():
    text = (
        '{"strings": {"lamp.lost": {"localizations": {\n'
        '"en": {"stringUnit": {"state": "translated", "value": "No lamp %@"}},\n'
        '"de": {"stringUnit": {"state": "translated", "value": "Keine Lampe %@"}}}}}}'
    )
    assert [(m.key, m.locale, m.template.message) for m in XCSTRINGS.messages(text)] == [
        ("lamp.lost", "en", "No lamp %@"),
        ("lamp.lost", "de", "Keine Lampe %@"),
    ]


def test_android_folds_blanks_and_decodes():
    text = (
        "<resources>\n"
        '<string name="lost">Can\\\'t find\n   <b>%1$s</b></string>\n'
        '<plurals name="dark"><item quantity="one">%d lamp is dark</item>\n'
        '<item quantity="other">"%d  lamps"</item></plurals>\n'
        '<string name="other">@string/lost</string></resources>'
    )
    assert told(ANDROID.messages(text)) == [
        ("lost", "Can't find %1$s", 2),
        ("dark", "%d lamp is dark", 4),
        ("dark", "%d lamps", 5),
    ]


def test_php_arrays_nest_join_and_take_names():
    text = (
        "<?php\n// 'no' => 'entry'\nreturn [\n"
        "    'lost' => 'No :lamp in :Desk isn\\'t' . \" lit\\n\",\n"
        "    'deep' => array(\n        'dark' => 'Dark',\n        'rules' => [],\n    ),\n"
        "    'made' => strtoupper('x'),\n    'plain' => 'a:b at 10:30',\n];\n"
    )
    found = PHP_ARRAYS.messages(text)
    assert told(found) == [
        ("lost", "No :lamp in :Desk isn't lit\n", 4),
        ("deep.dark", "Dark", 6),
        ("plain", "a:b at 10:30", 10),
    ]
    assert [hole.expr for hole in found[0].template.placeholders] == ["lamp", "Desk"]


def test_php_texts_that_are_assigned_one_by_one():
    text = "<?php\n$string['lost'] = 'No {$a} found';\n$x = ['y'];\n$string['dark'] = 'Dark now';\n"
    assert [key for key, _, _ in told(PHP_ARRAYS.messages(text))] == ["lost", "dark"]


def test_script_objects():
    text = (
        "import x from 'y';\nexport default {\n  errors: {\n    lost: 'No {lamp}',\n"
        '    "is-dark": `It is` + " dark",\n    made: (n) => `x ${n}`,\n  },\n'
        '  plain: "ok then",\n}\n'
    )
    assert told(SCRIPT_OBJECTS.messages(text)) == [
        ("errors.lost", "No {lamp}", 4),
        ("errors.is-dark", "It is dark", 5),
        ("plain", "ok then", 8),
    ]


@pytest.mark.parametrize(
    ("path", "name"),
    [
        ("app/lang/en/validation.php", "php-array"),
        ("app/Http/Kernel.php", None),
        ("src/locales/de.ts", "script-object"),
        ("src/main.ts", None),
        ("res/values-de/strings.xml", "android"),
        ("pom.xml", None),
        ("i18n/active.nl.toml", "toml"),
        ("pyproject.toml", None),
        ("de.lproj/Main.strings", "strings"),
    ],
)
def test_the_place_tells_which_source_is_a_catalogue(path, name):
    found = catalogue_of(path)
    assert (found.name if found else None) == name


@pytest.mark.parametrize(
    ("path", "locale", "bundle"),
    [
        ("a/lang/pt-BR/auth.php", "pt-BR", "a/lang/auth.php"),
        ("lang/en/auth.php", "en", "lang/auth.php"),
        ("config/locales/de/errors.yml", "de", "config/locales/errors.yml"),
        ("src/no/errors.json", "", "src/no/errors.json"),
        ("res/values-pt-rBR/strings.xml", "pt-BR", "res/values/strings.xml"),
        ("res/values-night/colors.xml", "", "res/values-night/colors.xml"),
        ("App/zh-Hans.lproj/Main.strings", "zh-Hans", "App.lproj/Main.strings"),
    ],
)
def test_folders_tell_the_language(path, locale, bundle):
    assert split_locale(path) == (bundle, locale)


def test_escapes():
    assert decoded(r"a\tb\u00e9\u{1F600}\x41\q\\n") == "a\tbé😀Aq\\n"
    assert decoded(r"\uD83D\uDE00") == "😀"


PIECES = st.sampled_from(
    [*"'\"`\\{}[]()=>:;,.+$#/\n <", "=>", "{ $", "-x = ", "a = ", "'k' => ", "/*", "->", "*["]
)


@given(st.text() | st.lists(PIECES).map("".join))
def test_no_text_breaks_a_format(text):
    for format_ in (FLUENT, TOML, STRINGS, XCSTRINGS, ANDROID, PHP_ARRAYS, SCRIPT_OBJECTS):
        found = format_.messages(text)
        assert all(message.line >= 1 for message in found)
        msgspec.msgpack.encode(found)


@pytest.mark.parametrize("unit", ["/*", "'", '"a" = ', "`${", "(", "a: ", "{ $", "\\", "'k' => "])
def test_long_runs_of_anything_are_read(unit):
    text = unit * (200_000 // len(unit))
    for format_ in (FLUENT, TOML, STRINGS, XCSTRINGS, ANDROID, PHP_ARRAYS, SCRIPT_OBJECTS):
        format_.messages(text)
