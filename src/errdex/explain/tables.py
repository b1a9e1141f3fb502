"""What names and words mean in the languages read here: data, to be extended freely."""

from __future__ import annotations

import re
from typing import NamedTuple


def words(text: str) -> frozenset[str]:
    """The words of ``text``: a table of short words is easier to read and edit as one line."""
    return frozenset(text.split())


WORD_LANGUAGES = frozenset({"python", "ruby", "lua", "elixir"})
"""Languages that write ``not``; all but Python have ``&&`` and ``||`` too."""

BOOLEAN_LANGUAGES = frozenset({"rust", "go", "java", "kotlin", "scala", "csharp", "swift", "dart"})
"""Languages whose conditions are booleans and nothing else."""

SCRIPT_LANGUAGES = frozenset({"javascript", "typescript", "tsx"})

BOOLEAN_NAME = re.compile(
    r"_*(?:is|has|can|should|was|are|allow|allows|needs|supports|use|enable)(?:_|[A-Z]).*"
    r"|.*(?:_enabled|_allowed|_supported|_required|_closed)$|(?:is|has)\w+$"
    r"|(?:any|all|isinstance|exists|closed|enabled|strict|match(?:es)?_?all)$"
)

NULLS: dict[str, tuple[str, ...]] = {
    "python": ("None",),
    "javascript": ("null", "undefined"),
    "typescript": ("null", "undefined"),
    "tsx": ("null", "undefined"),
    "go": ("nil",),
    "ruby": ("nil",),
    "swift": ("nil",),
    "lua": ("nil",),
    "rust": ("None",),
    "c": ("NULL",),
    "cpp": ("nullptr", "NULL"),
}
NULL_WORDS = frozenset({"None", "null", "undefined", "nil", "NULL", "nullptr"})
BOOL_WORDS = frozenset({"True", "False", "true", "false"})

FALSY: dict[str, str] = {
    "python": "empty, zero, `False` or `None`",
    "javascript": "empty, zero, `false`, `null` or `undefined`",
    "typescript": "empty, zero, `false`, `null` or `undefined`",
    "tsx": "empty, zero, `false`, `null` or `undefined`",
    "ruby": "`false` or `nil`",
    "elixir": "`false` or `nil`",
    "lua": "`false` or `nil`",
    "c": "zero or null",
    "cpp": "zero or null",
    "php": "empty, zero, `false` or `null`",
}

FUNCTION_TESTS: dict[str, tuple[str, str]] = {
    "callable": ("is callable", "is not callable"),
    "hasattr": ("has the attribute", "has no attribute"),
    "os.path.exists": ("exists", "does not exist"),
    "os.path.isfile": ("is a file", "is not a file"),
    "os.path.isdir": ("is a directory", "is not a directory"),
    "os.path.isabs": ("is an absolute path", "is not an absolute path"),
    "inspect.isclass": ("is a class", "is not a class"),
    "inspect.isfunction": ("is a function", "is not a function"),
    "inspect.isgenerator": ("is a generator", "is not a generator"),
    "inspect.iscoroutinefunction": ("is a coroutine function", "is not a coroutine function"),
    "inspect.isawaitable": ("is awaitable", "is not awaitable"),
    "math.isnan": ("is NaN", "is not NaN"),
    "math.isfinite": ("is finite", "is not finite"),
    "isNaN": ("is not a number", "is a number"),
    "Number.isNaN": ("is `NaN`", "is not `NaN`"),
    "Number.isInteger": ("is an integer", "is not an integer"),
    "Number.isSafeInteger": ("is a safe integer", "is not a safe integer"),
    "Number.isFinite": ("is a finite number", "is not a finite number"),
    "Array.isArray": ("is an array", "is not an array"),
    "Buffer.isBuffer": ("is a `Buffer`", "is not a `Buffer`"),
    "fs.existsSync": ("exists", "does not exist"),
    "existsSync": ("exists", "does not exist"),
    "strings.HasPrefix": ("starts with", "does not start with"),
    "strings.HasSuffix": ("ends with", "does not end with"),
    "strings.Contains": ("contains", "does not contain"),
    "file_exists": ("exists", "does not exist"),
    "is_string": ("is a string", "is not a string"),
    "is_array": ("is an array", "is not an array"),
    "is_int": ("is an integer", "is not an integer"),
    "is_numeric": ("is numeric", "is not numeric"),
    "is_null": ("is null", "is not null"),
}


class MethodTest(NamedTuple):
    """What a method used as a condition says about its receiver."""

    positive: str
    negative: str
    arguments: int


_STARTS = MethodTest("starts with", "does not start with", 1)
_ENDS = MethodTest("ends with", "does not end with", 1)
_CONTAINS = MethodTest("contains", "does not contain", 1)
_EXISTS = MethodTest("exists", "does not exist", 0)
_FILE = MethodTest("is a file", "is not a file", 0)
_DIRECTORY = MethodTest("is a directory", "is not a directory", 0)
_KEY = MethodTest("has the key", "has no key", 1)

METHOD_TESTS: dict[str, MethodTest] = {
    "startswith": _STARTS,
    "starts_with": _STARTS,
    "startsWith": _STARTS,
    "StartsWith": _STARTS,
    "endswith": _ENDS,
    "ends_with": _ENDS,
    "endsWith": _ENDS,
    "EndsWith": _ENDS,
    "contains": _CONTAINS,
    "includes": _CONTAINS,
    "Contains": _CONTAINS,
    "contains_key": _KEY,
    "containsKey": _KEY,
    "ContainsKey": _KEY,
    "hasOwnProperty": _KEY,
    "exists": _EXISTS,
    "is_file": _FILE,
    "isFile": _FILE,
    "is_dir": _DIRECTORY,
    "isDirectory": _DIRECTORY,
    "isidentifier": MethodTest("is a valid identifier", "is not a valid identifier", 0),
    "isdigit": MethodTest("is all digits", "is not all digits", 0),
    "isascii": MethodTest("is all ASCII", "is not all ASCII", 0),
    "is_ascii": MethodTest("is all ASCII", "is not all ASCII", 0),
    "is_some": MethodTest("is `Some`", "is not `Some`", 0),
    "is_ok": MethodTest("is `Ok`", "is not `Ok`", 0),
    "is_err": MethodTest("is `Err`", "is not `Err`", 0),
    "is_nan": MethodTest("is NaN", "is not NaN", 0),
    "is_finite": MethodTest("is finite", "is not finite", 0),
    "is_absolute": MethodTest("is an absolute path", "is not an absolute path", 0),
    "isPresent": MethodTest("is present", "is not present", 0),
    "isBlank": MethodTest("is blank", "is not blank", 0),
    "equals": MethodTest("equals", "does not equal", 1),
}
