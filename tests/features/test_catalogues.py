"""A message in any language of a program's catalogues leads to the line that names it."""

import json

import pytest


@pytest.fixture
def program(tmp_path, shell):
    root = tmp_path / "lamps"
    files = {
        "src/main/java/org/lamps/Desk.java": (
            "package org.lamps;\n\nclass Desk {\n    void find(String name, int row) {\n"
            "        if (row < 0) {\n            throw new IllegalArgumentException(\n"
            '                sm.getString("desk.lost", name, row));\n        }\n    }\n}\n'
        ),
        "src/main/resources/org/lamps/Texts.properties": (
            "lamp.ok=The lamp burns\ndesk.lost=Cannot find {0} in row {1}\n"
        ),
        "src/main/resources/org/lamps/Texts_fr.properties": (
            "desk.lost=La table {0} du rang {1} est introuvable\n"
        ),
        "net/Shop.cs": (
            "class Shop {\n    void Sell(int n) {\n        if (n < 1)\n"
            "            throw new InvalidOperationException("
            "string.Format(Strings.TooFew, n));\n    }\n}\n"
        ),
        "net/Strings.resx": (
            '<root><data name="TooFew"><value>Cannot sell {0} lamps</value></data></root>'
        ),
        "net/Strings.de.resx": (
            '<root><data name="TooFew"><value>{0} Lampen sind unverkäuflich</value></data></root>'
        ),
        "tool/check.py": (
            'def check(wire):\n    raise ValueError(_("the wire %s is broken") % wire)\n'
        ),
        "tool/locale/es/LC_MESSAGES/tool.po": (
            'msgid ""\nmsgstr "Content-Type: text/plain; charset=UTF-8\\n"\n\n'
            'msgid "the wire %s is broken"\nmsgstr "el cable %s está roto"\n'
        ),
        "shop/lamp.rb": (
            "class Lamp\n  def check(max)\n"
            "    errors.add(:height, :too_high, count: max) if height > max\n  end\nend\n"
        ),
        "shop/locales/en.yml": "en:\n  errors:\n    messages:\n"
        "      too_high: 'is higher than %{count} feet'\n",
        "web/src/pay.ts": (
            "export function pay(sum: number) {\n"
            "  if (sum < 0) throw new PayError('E1001');\n"
            "  if (sum > 9) throw new Error(t('errors.high', { sum: sum }));\n}\n"
        ),
        "web/errors.json": '{\n  "E1001": {"message": "A sum is below nothing"}\n}\n',
        "web/locales/en.json": '{"errors": {"high": "The sum {{sum}} is too high"}}',
        "web/locales/it.json": '{"errors": {"high": "La somma {{sum}} supera il limite"}}',
        "web/lang/en/checks.php": (
            "<?php\nreturn ['lost' => 'No :lamp hangs here', 'n' => 'Desk'];\n"
        ),
        "web/src/Checks.php": (
            "<?php\nclass Checks {\n  function see($lamp) {\n"
            "    throw new LampError(__('checks.lost', ['lamp' => $lamp]));\n  }\n}\n"
        ),
        "web/lang/en/validation.php": "<?php\nreturn [\n  'lit' => 'The :attribute must be lit.',\n"
        "  'attributes' => ['cord' => 'the long cord'],\n];\n",
        "web/lang/nl/validation.php": (
            "<?php\nreturn ['lit' => 'Het veld :attribute moet branden.'];\n"
        ),
    }
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    assert shell("scan", root, "--repo", "lamps/lamps").code == 0
    return root


@pytest.mark.parametrize(
    ("text", "file", "line", "captures"),
    [
        ("Cannot find oak in row -1", "Desk.java", 6, {"name": "oak", "row": "-1"}),
        ("La table oak du rang -1 est introuvable", "Desk.java", 6, {"name": "oak", "row": "-1"}),
        ("Cannot sell 0 lamps", "Shop.cs", 4, {"n": "0"}),
        ("0 Lampen sind unverkäuflich", "Shop.cs", 4, {"n": "0"}),
        ("is higher than 9 feet", "lamp.rb", 3, {"max": "9"}),
        ("PayError: A sum is below nothing", "pay.ts", 2, {}),
        ("Error: The sum 11 is too high", "pay.ts", 3, {"sum": "11"}),
        ("Error: La somma 11 supera il limite", "pay.ts", 3, {"sum": "11"}),
        ("LampError: No oak hangs here", "Checks.php", 4, {"$lamp": "oak"}),
        ("The cord must be lit.", "validation.php", 3, {"attribute": "cord"}),
        ("Het veld cord moet branden.", "validation.php", 3, {"attribute": "cord"}),
        ("ValueError: el cable rojo está roto", "check.py", 2, {"wire": "rojo"}),
    ],
)
def test_every_language_leads_to_the_line(shell, program, text, file, line, captures):
    found = json.loads(shell("explain", text, "--json").out)
    best = found["events"][0]["matches"][0] if "events" in found else found["matches"][0]
    assert (best["file"].rpartition("/")[2], best["line"]) == (file, line)
    got = (
        {c["expr"]: c["value"] for c in best["captures"]}
        if isinstance(best["captures"], list)
        else best["captures"]
    )
    assert got == captures


def test_a_word_that_is_also_a_key_stays_what_it_is(shell, tmp_path):
    root = tmp_path / "plain"
    (root / "locales").mkdir(parents=True)
    (root / "locales" / "en.json").write_text('{"timeout": "The time is over", "wire": "Wire"}')
    (root / "a.js").write_text(
        "throw new Error('timeout');\nthrow new Error(`no ${config['wire']} here`);\n"
        "throw new Error(t('timeout'));\n"
    )
    assert shell("scan", root, "--repo", "p/p").code == 0
    records = [json.loads(line)["record"] for line in shell("export").out.splitlines()]
    assert [(r["lineNumber"], r["errorMessage"]) for r in records] == [
        (1, "timeout"),
        (2, "no ${config['wire']} here"),
        (3, "The time is over"),
    ]


def test_an_entry_that_no_line_names_is_a_record_where_it_is_an_error(shell, program):
    records = [json.loads(line)["record"] for line in shell("export").out.splitlines()]
    (entry,) = [r for r in records if r["filePath"].startswith("web/lang")]
    assert (entry["errorMessage"], entry["errorType"]) == (
        "The :attribute must be lit.",
        "validation",
    )


def test_the_record_says_where_its_texts_stand(shell, program):
    records = [json.loads(line) for line in shell("export").out.splitlines()]
    (desk,) = [r for r in records if r["record"]["filePath"].endswith("Desk.java")]
    assert desk["record"]["errorMessage"] == "Cannot find {0} in row {1}"
    assert [(c["key"], c["locale"], c["line"]) for c in desk["evidence"]["catalogue"]] == [
        ("desk.lost", "", 2),
        ("desk.lost", "fr", 1),
    ]
