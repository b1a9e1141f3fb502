"""Where, by the bytes, Ruby may raise an error or define what errors say."""

from __future__ import annotations

import re

from errdex.languages.hints import Words

_ARGUED = rb"[ \t]*[(\w:\"'@$\[{%<*&\\-]"
RAISING: dict[bytes, bytes] = {
    b"raise": rb"[ \t(]",
    b"fail": rb"[ \t(]",
    b"abort": rb"[ \t(]",
    b"warn": rb"[ \t(]",
    b"halt": rb"[ \t(]",
    b"exit": rb"!?[ \t(]",
    b"render": rb"[ \t(]",
    b"error!": rb"[ \t(]",
    b".error": rb"[ \t({]",
    b".fatal": rb"[ \t({]",
    b".err": rb"[ \t({]",
    b".crit": rb"[ \t({]",
    b".alert": rb"[ \t({]",
    b".emerg": rb"[ \t({]",
    b"rrors.add": rb"[ \t(]",
    b"rrors[": rb"",
    b"flash": rb"(?:\.now)?\[",
    b"stderr": rb"\.",
    b"STDERR": rb"\.",
    b"ser_error!": rb"",
    b".crash!": rb"",
    b"_failure!": rb"",
    b"shell_error!": rb"",
    b"abort_with_message!": rb"",
    b"alert_error": rb"",
    b"validates": rb"",
    **dict.fromkeys(
        (
            b"Error", b"Exception", b"Warning", b"Fault", b"Failure", b"Invalid", b"NotFound",
            b"Interrupt",
        ),
        rb"\.(?:new|exception)\b|[ \t]*<[ \t]|[ \t]*=[ \t]*Class\.new",
    ),
    b"Class.new": rb"",
    # a file of texts alone
    b".freeze": rb"[ \t]*\n",
}  # fmt: skip
AROUND: dict[bytes, bytes] = {
    b"class ": rb"[A-Z]",
    b"rescue": rb"[ \t\n]",
}
TESTS: dict[bytes, bytes] = {
    b"must_raise": rb"[ \t(]",
    b"raise_error": rb"[ \t(]",
    b"raise_exception": rb"[ \t(]",
    b"assert_raise": rb"\w*[ \t(]",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
CONSTANTS = re.compile(rb"\n[ \t]*[A-Z]\w*[ \t]*=[ \t]*[\"'%<{(A-Z_]")
