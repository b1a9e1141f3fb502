"""What the class that a text names says about the class that a place raises."""

from __future__ import annotations

import re

EQUAL_TELLING, EQUAL, UNKNOWN, OTHER, REFUTED = 2, 1, 0, -1, -2
_CODE = re.compile(r"[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+")
_SPLIT = re.compile(r"::|[.\\/$]")
_PYTHON = (
    "ArithmeticError AssertionError AttributeError BufferError EOFError FloatingPointError"
    " GeneratorExit ImportError IndexError KeyError KeyboardInterrupt LookupError MemoryError"
    " ModuleNotFoundError NameError NotImplementedError OverflowError RecursionError"
    " ReferenceError RuntimeError StopAsyncIteration StopIteration SyntaxError SystemError"
    " SystemExit TabError TypeError UnboundLocalError UnicodeDecodeError UnicodeEncodeError"
    " UnicodeError ValueError ZeroDivisionError OSError BlockingIOError ChildProcessError"
    " ConnectionError BrokenPipeError ConnectionAbortedError ConnectionRefusedError"
    " ConnectionResetError FileExistsError FileNotFoundError InterruptedError IsADirectoryError"
    " NotADirectoryError PermissionError ProcessLookupError TimeoutError"
)
_OTHERS = (
    "Error RangeError EvalError URIError AggregateError Exception Throwable BaseException"
    " IllegalArgumentException IllegalStateException NullPointerException RuntimeException"
    " UnsupportedOperationException IOException IndexOutOfBoundsException ClassCastException"
    " ArgumentException ArgumentNullException InvalidOperationException NotSupportedException"
    " NotImplementedException StandardError ArgumentError InvalidArgumentException"
    " LogicException UserWarning DeprecationWarning RuntimeWarning FutureWarning"
)
_BUILTIN = frozenset(_PYTHON.split())
COMMON = _BUILTIN | frozenset(_OTHERS.split())
# Bases that a printed class may be a subclass of, though both are built in.
_KIN = {
    "OSError": ("OSError", "IOError", "EnvironmentError", "error"),
    "LookupError": ("LookupError",),
    "ArithmeticError": ("ArithmeticError",),
}
_OS = frozenset(_PYTHON.split()[_PYTHON.split().index("OSError") :])


def simple_name(name: str | None) -> str:
    """A class name without module, namespace, outer class and type arguments."""
    if not name:
        return ""
    name = name.partition("<")[0].partition("[")[0].partition("`")[0].strip()
    return _SPLIT.split(name)[-1]


def compare(printed: str, raised: str, declared: bool) -> int:
    """Compare the class a text names with the one a place raises, both as simple names.

    ``declared`` tells that the place is a class definition, of which subclasses are printed too.
    """
    if not printed or not raised:
        return UNKNOWN
    if printed == raised:
        return EQUAL if printed in COMMON else EQUAL_TELLING
    if printed == "Error" or raised in ("Exception", "BaseException", "Error", "Throwable"):
        return UNKNOWN if printed == "Error" or declared else OTHER
    if declared or _CODE.fullmatch(raised):
        return UNKNOWN  # what is made of a code prints the class of its family
    if printed in _BUILTIN and raised in _BUILTIN:
        if printed in _OS and raised in _OS:
            return UNKNOWN
        return OTHER if raised in _KIN else REFUTED
    return OTHER
