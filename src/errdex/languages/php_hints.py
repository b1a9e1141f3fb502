"""Where, by the bytes, PHP may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_QUOTE = rb"\s*=\s*(?:[\w\\]+\()?['\"<]"
RAISING: dict[bytes, bytes] = {
    b"throw": rb"[\s(]",
    b"Exception": rb"\d*(?:\(|\s+extends|\s+implements|::\w+\(|\s*\{)",
    b"Error": rb"\d*(?:\(|\s+extends|\s*\{)",
    b"WP_Error(": b"",
    b"new self(": b"",
    b"new static(": b"",
    b"extends ": rb"[\w\\]*(?:Exception|Error|Throwable|Failure)\b",
    **dict.fromkeys((b"trigger_error", b"trigger_deprecation", b"error_log"), rb"\s*\("),
    **dict.fromkeys((b"die", b"exit", b"wp_die"), rb"\s*\("),
    **dict.fromkeys((b"fwrite", b"fputs", b"fprintf"), rb"\s*\(\s*\\?STDERR"),
    b"assert": rb"\s*\(",
    **dict.fromkeys((b"abort(", b"abort_if(", b"abort_unless("), b""),
    **dict.fromkeys((b"Assert::", b"Assertion::", b"PHPUnit::assert"), rb"\w*\s*\("),
    b"withMessages(": b"",
    b"json(": b"",
    b"Response(": b"",
    b"send_json_error(": b"",
    **dict.fromkeys((b"_doing_it_wrong(", b"wfWarn(", b"wfLogWarning("), b""),
    **dict.fromkeys(
        (b">error(", b">critical(", b">emergency(", b">alert(", b">fatal(", b":error("), b""
    ),
    **dict.fromkeys((b":critical(", b":emergency(", b":alert(", b":fatal(", b":rawError("), b""),
    **dict.fromkeys((b">writeError(", b">writeln("), rb"\s*\[?\s*(?:sprintf\(\s*)?['\"]\s*<"),
    **dict.fromkeys((b"addViolation", b"buildViolation", b"addError", b"addFailure"), rb"\w*\("),
    b"ewFatal(": b"",
    b"dieWithError": rb"\w*\(",
    b"rrors[] =": b"",
    b"rrors[]=": b"",
    b"rror->add(": b"",
    b"rrors->add(": b"",
    b"essage": _QUOTE,
    b"$code": _QUOTE,
    b"const ": rb"[^;={}]{1,80}=\s*(?:['\"<]|\w+\s*\.)",
    b"case ": rb"\w+\s*=\s*['\"]",
    b"define": rb"\s*\(\s*['\"]",
}
AROUND: dict[bytes, bytes] = {
    b"use ": rb"[\w\\{}, \s]+;",
    b"catch": rb"\s*\(",
}
TESTS: dict[bytes, bytes] = {
    b"expectException": b"",
    b"expectError": b"",
    b"expectWarning": b"",
    b"expectDeprecation": b"",
    b"expectUserDeprecation": b"",
    b"expectedException": b"",
    b"toThrow(": b"",
    b"assertThrows": b"",
    b"throws(": b"",
    b"getMessage()": b"",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
