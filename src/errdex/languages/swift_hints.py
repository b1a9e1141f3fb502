"""Where, by the bytes, Swift may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_BUILT = rb"s?\d*(?:<[^<>()]*>)?(?:\(|\.\w+)"
RAISING: dict[bytes, bytes] = {
    b"throw ": b"",
    b"throw\n": b"",
    **dict.fromkeys((b"fatalError(", b"preconditionFailure(", b"assertionFailure("), b""),
    **dict.fromkeys((b"precondition(", b"assert("), b""),
    b"Error": rb"s?\d*(?:(?:<[^<>()]*>)?(?:\(|\.\w+)|\s*[,{&])",
    b"Exception": _BUILT,
    b"Failure": _BUILT,
    b"Abort(": b"",
    b".failure(": b"",
    b"ail(": b"",
    b"Fail(error:": b"",
    b"throwing:": b"",
    b"makeFailedFuture(": b"",
    b"fireErrorCaught(": b"",
    b"completion(": b"",
    b"completionHandler(": b"",
    **dict.fromkeys((b".error(", b".critical(", b".fault("), b""),
    b".warning(": rb"\s*[\"#]",
    b"emit(": b"",
    b"level: .": rb"(?:error|critical|fault)",
    b"severity: .": rb"(?:error|fatal)",
    b"type: .": rb"(?:error|fault)",
    b"os_log(": b"",
    b"NSLog(": b"",
    b"tderr": b"",
    b"STDERR": b"",
    b"standardError": b"",
    b"XCTFail(": b"",
    b"Issue.record(": b"",
    **dict.fromkeys((b"errorDescription", b"failureReason"), rb"\s*:\s*String"),
    b"var description": rb"\s*:\s*(?:Swift\.)?String",
    b"var debugDescription": rb"\s*:\s*String",
    b"var reason": rb"\s*:\s*String",
    b"var message": rb"\s*:\s*String",
    b"NSLocalizedDescriptionKey": b"",
    b"Message(": rb"[^{}\n]*(?:\n[^{}\n]*)?->\s*String",
    b"Message: String": rb"\??\s*\{",
}
AROUND: dict[bytes, bytes] = {
    b"static let ": rb"\w+(?:\s*:\s*(?:String|StaticString))?\s*=\s*[\"#]",
    b"\nlet ": rb"\w+(?:\s*:\s*(?:String|StaticString))?\s*=\s*[\"#]",
    b"private let ": rb"\w+(?:\s*:\s*(?:String|StaticString))?\s*=\s*[\"#]",
    b"catch ": rb"(?!\{)",
}
TESTS: dict[bytes, bytes] = {
    b"ssertThrows": b"",
    b"throws:": b"",
    b"localizedDescription": rb"\s*(?::\s*String|[,)]|==)",
    b"throwError": rb"[({]",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
TEST_WORDS = Words(TESTS, {})
