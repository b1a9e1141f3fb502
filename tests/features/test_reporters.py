"""A project's own reporters, inferred through classes, files and several calls."""

import json

COMMAND = """\
import { LampError } from './error.js';

export class Desk {
  _leave(exitCode, code, message) {
    if (this._callback) this._callback(new LampError(exitCode, code, message));
    process.exit(exitCode);
  }

  error(message, options) {
    this._leave(options.exitCode, 'desk.error', message);
  }

  missing(name) {
    const message = `no lamp ${name} on this desk`;
    this.error(message, { exitCode: 2 });
  }

  read(value, invalidMessage) {
    try {
      return parse(value);
    } catch (err) {
      const message = `${invalidMessage} ${err.message}`;
      this.error(message, { exitCode: 3 });
    }
  }

  light(value) {
    const invalidMessage = `the wattage '${value}' is not one.`;
    return this.read(value, invalidMessage);
  }
}
"""
ERROR = """\
export class LampError extends Error {
  constructor(exitCode, code, message) {
    super(message);
    this.code = code;
  }
}
"""


def test_the_class_tells_which_argument_is_the_text(shell, tmp_path):
    (tmp_path / "src").mkdir()
    (tmp_path / "src" / "desk.js").write_text(COMMAND)
    (tmp_path / "src" / "error.js").write_text(ERROR)
    assert shell("scan", tmp_path, "--repo", "l/l").code == 0
    records = [json.loads(line)["record"] for line in shell("export").out.splitlines()]
    said = {r["lineNumber"]: r["errorMessage"] for r in records}
    assert said == {
        5: "{message}",
        15: "no lamp ${name} on this desk",
        29: "the wattage '${value}' is not one.",
    }
    found = json.loads(shell("explain", "the wattage 'x' is not one. Bad number", "--json").out)
    best = (found.get("events") or [found])[0]["matches"][0]
    assert best["line"] == 29


def test_a_command_without_suffix_is_read_by_its_first_line(shell, tmp_path):
    (tmp_path / "bin").mkdir()
    script = '#!/usr/bin/env {}\necho "cannot find the lamp $1" >&2\nexit 1\n'
    (tmp_path / "bin" / "lamp").write_text(script.format("bash"))
    (tmp_path / "bin" / "other").write_text(script.format("perl"))
    assert shell("scan", tmp_path, "--repo", "l/l").code == 0
    records = [json.loads(line)["record"] for line in shell("export").out.splitlines()]
    assert [(r["filePath"], r["errorMessage"]) for r in records] == [
        ("bin/lamp", "cannot find the lamp $1")
    ]


SHELF = """\
defmodule Library.Shelf do
  def error!(message) when is_binary(message) do
    raise Library.ShelfError, message: message
  end
end
"""
DESK = """\
defmodule Library.Desk do
  alias Library.Shelf

  def take(name) do
    Shelf.error!("no shelf holds #{name}")
  end

  def give(name), do: error!(name, "the desk has no #{name} left")

  defp error!(name, message) do
    raise Library.DeskError, message: message, name: name
  end
end
"""


def test_elixir_names_the_module_of_a_reporter(shell, tmp_path):
    (tmp_path / "shelf.ex").write_text(SHELF)
    (tmp_path / "desk.ex").write_text(DESK)
    assert shell("scan", tmp_path, "--repo", "l/l").code == 0
    records = [json.loads(line)["record"] for line in shell("export").out.splitlines()]
    said = {r["errorMessage"]: r["errorClass"] for r in records if " " in r["errorMessage"]}
    assert said == {
        "no shelf holds #{name}": "Library.ShelfError",
        "the desk has no #{name} left": "Library.DeskError",
    }


LAMP = """\
local core = {}

function core.printerr(...)
  io.stderr:write(table.concat({ ... }, "\\t"))
end

function core.light(name)
  core.printerr("no lamp is called " .. name)
end

return core
"""


def test_a_lua_reporter_prints_whatever_it_is_given(shell, tmp_path):
    (tmp_path / "lamp.lua").write_text(LAMP)
    assert shell("scan", tmp_path, "--repo", "l/l").code == 0
    records = [json.loads(line)["record"] for line in shell("export").out.splitlines()]
    assert "no lamp is called {name}" in {r["errorMessage"] for r in records}
