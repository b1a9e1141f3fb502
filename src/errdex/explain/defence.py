"""Code that prevents or catches the error, in its own language; null where none is derivable."""

from __future__ import annotations

import ast

from errdex.explain.calls import outside_call, own_call
from errdex.explain.conditions import All, Any, Condition, Predicate, TypeTest, names_of
from errdex.explain.operands import plain_name, reserved
from errdex.explain.prose import plain
from errdex.explain.reach import entry_points
from errdex.explain.scene import Scene, function_name
from errdex.explain.spelling import spell
from errdex.explain.tables import SCRIPT_LANGUAGES

_TYPE_PREDICATES = ("Array.isArray", "Number.isInteger", "Buffer.isBuffer", "callable")
_PREVENTABLE = frozenset({"raise", "reraise", "assert", "panic", "http", "reject", "warn", "exit"})
_CATCHABLE = frozenset({"raise", "reraise", "reject"})
_UNCAUGHT = frozenset({"NotImplementedError", "AssertionError", "SystemExit", "KeyboardInterrupt"})


def validation_code(scene: Scene) -> str | None:
    """The guard turned round, before the call; only over what the caller passes."""
    condition = scene.remedy
    if condition is None or is_type_guard(condition) or not scene.pure(condition):
        return None
    return _guarded_call(scene, condition)


def type_guard(scene: Scene) -> str | None:
    """The type test turned round, before the call."""
    condition = scene.remedy
    if condition is None or not is_type_guard(condition) or not _typed_parameters(scene, condition):
        return None
    return _guarded_call(scene, condition)


def is_type_guard(condition: Condition) -> bool:
    """Whether it is made of type tests alone."""
    match condition:
        case TypeTest():
            return True
        case Predicate(source=source):
            return source.startswith(_TYPE_PREDICATES)
        case All(operands) | Any(operands):
            return all(is_type_guard(o) for o in operands)
        case _:
            return False


def _typed_parameters(scene: Scene, condition: Condition) -> bool:
    """Parameters are tested, and the types have names a caller can import."""
    if scene.pure(condition):
        return True
    known = {p.name for p in scene.signature.parameters}
    names = names_of(condition)
    return bool(names & known) and scene.knowable(condition) and not names & {"self", "this", "cls"}


def _guarded_call(scene: Scene, condition: Condition) -> str | None:
    if not scene.public or scene.site is None or scene.site.kind not in _PREVENTABLE:
        return None
    parameters = {p.name for p in scene.signature.parameters}
    test = spell(condition, scene.language)
    call = own_call(scene, frozenset(names_of(condition) & parameters))
    if test is None or call is None:
        return None
    call = awaited(scene, call)
    if scene.language == "python":
        return parsed(f"if {test}:\n    {call}")
    if scene.language == "rust":
        return f"if {test} {{\n    {call};\n}}"
    return f"if ({test}) {{\n  {call};\n}}"


def awaited(scene: Scene, call: str) -> str:
    """The call as an async caller writes it."""
    if not scene.signature.is_async:
        return call
    return f"{call}.await" if scene.language == "rust" else f"await {call}"


def try_catch_pattern(scene: Scene) -> str | None:
    """The call with the error caught by its class, or matched where it is returned."""
    site = scene.site
    if site is None or not scene.qualname or site.kind not in _CATCHABLE:
        return None
    if scene.subject.error_type == "panic" or scene.subject.error_class in _UNCAUGHT:
        return None
    called = _public_call(scene)
    if called is None:
        return None
    call, name = called
    if scene.language == "rust":
        returns = scene.signature.returns
        if not scene.public or "Result" not in returns:
            return None
        return (
            f"let value = match {awaited(scene, call)} {{\n    Ok(value) => value,\n"
            f'    Err(error) => {{\n        eprintln!("{name} failed: {{error}}");\n'
            "        return;\n    }\n};"
        )
    error = plain(scene.subject.error_class or "", 120).rpartition(".")[2].rpartition("::")[2]
    if not plain_name(error) or reserved(error, scene.language):
        return None
    call = awaited(scene, call) if scene.public else call
    if scene.language == "python":
        return parsed(
            f'try:\n    {call}\nexcept {error} as error:\n    print(f"{name} failed: {{error}}")'
        )
    if scene.language in SCRIPT_LANGUAGES:
        only = "" if error == "Error" else f"  if (!(error instanceof {error})) throw error;\n"
        if site.kind == "reject" and not call.startswith("await "):
            call = f"await {call}"
        return f"try {{\n  {call};\n}} catch (error) {{\n{only}  console.error(error.message);\n}}"
    return None


def _public_call(scene: Scene) -> tuple[str, str] | None:
    """A call of a public function that leads to the error, and the name to report it by."""
    if scene.public:
        call = own_call(scene)
        return (call, scene.called.strip("`")) if call else None
    for name, _ in entry_points(scene):
        call = outside_call(scene, name)
        if call:
            return call, function_name(name).strip("`")
    return None


def parsed(source: str) -> str | None:
    """Python source if it parses, None otherwise."""
    try:
        ast.parse(source)
    except (SyntaxError, ValueError, RecursionError, MemoryError):
        return None
    return source
