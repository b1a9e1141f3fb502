"""Where, by the bytes, Java may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_BUILT = rb"\d*(?:(?:\s*<[^<>()]*>)?\s*\(|::new|\.\w+\(|\s+extends\b|\s+implements\b|\s*\{)"

RAISING: dict[bytes, bytes] = {
    b"throw": rb"[\s(]",
    b"Exception": _BUILT,
    b"Error": _BUILT,
    b"Throwable": rb"(?:\(|::new)",
    b"Failure": rb"\d*\(",
    b"Fault": rb"\d*\(",
    b"Problem": rb"\(",
    b"assert": rb"[\s(]",
    b"requireNonNull": rb"\(",
    **dict.fromkeys((b"checkArgument", b"checkState", b"checkNotNull"), rb"\("),
    **dict.fromkeys((b"Assert.", b"Validate.", b"Verify.", b"Asserts.", b"Args."), rb"[a-z]\w*\("),
    **dict.fromkeys((b"conditions.", b"Check.", b"Checks.", b"Ensure.", b"Guard."), rb"[a-z]\w*\("),
    **dict.fromkeys(
        (b".error(", b".fatal(", b".severe(", b".errorf(", b".errorv(", b".fatalf(", b".fatalv("),
        b"",
    ),
    **dict.fromkeys((b"Level.SEVERE", b"Level.ERROR", b"Level.FATAL", b"SEVERE,", b"MSG_ERR"), b""),
    **dict.fromkeys((b".atError()", b".atSevere()", b"Kind.ERROR"), b""),
    b"err.": rb"(?:print|printf|println|format)\(",
    b"System.err": rb"\s+\.",
    b"sendError(": b"",
    b"forStatusAndDetail(": b"",
    b".body(": b"",
    b".entity(": b"",
    b"ResponseEntity<": b"",
    b".rejectValue(": b"",
    b".reject(": b"",
    b"ViolationWithTemplate(": b"",
    **dict.fromkeys(
        (b"rors.add(", b"lems.add(", b"ions.add(", b"sues.add(", b"ures.add(", b"ages.add("), b""
    ),
    b".addError": rb"(?:Message)?\(",
    b"addFieldError(": b"",
    b"addActionError(": b"",
    b"addValidationError(": b"",
    b"asRuntimeException(": b"",
    b"message": rb"\s*(?:=\s*(?:[\"A-Z]|\(\s*\")|\(\s*\)\s*default\b)",
    b"@Message(": b"",
    b"extends ": rb"[\w.]*(?:Exception|Error|Throwable|Failure|Fault)\b",
    b"enum ": rb"\s*[\w$]*(?:[Ee]rr|ERR|Exc|Fault|Problem|Fail|Violation|Code|Message|Msg|Reason|"
    rb"Status|Result)",
    b"String ": rb"[A-Z][A-Z0-9_]*\s*=",
}
AROUND: dict[bytes, bytes] = {
    b"import ": rb"[\w.* ]+;",
    b"catch (": rb"[^()]{0,300}\)",
    b"catch(": rb"[^()]{0,300}\)",
}
TESTS: dict[bytes, bytes] = {
    b"assertThrows": b"",
    b"expectThrows": b"",
    b"assertThatThrownBy": b"",
    b"assertThatException": b"",
    b"ThrownBy(": b"",
    b"hasMessage": b"",
    b"withMessage": b"",
    b"xpectMessage": b"",
    b"getMessage()": rb"\)*\s*(?:[,)]|\.(?:contains|startsWith|endsWith|equals|matches)\()",
    b"expected": rb"(?:Exceptions)?\s*=",
    b"expectError": b"",
    b"verifyError": b"",
    b"catchThrowable": b"",
    b"fail(": b"",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
