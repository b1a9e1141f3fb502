"""Where, by the bytes, C# may raise an error or define what errors say."""

from __future__ import annotations

from errdex.languages.hints import Words

_BUILT = (
    rb"(?:(?:<[^<>()]*>)?\s*\(|\.\w+(?:<[^<>()]*>)?\(|\s*\{|\s*:|\??\s+\w+\s*=\s*new\b|"
    rb"\s*;|,\s*I[A-Z])"
)
RAISING: dict[bytes, bytes] = {
    b"throw ": rb"",
    b"throw\n": rb"",
    b"throw(": rb"",
    b"Exception": _BUILT,
    b"Error": rb"(?:\(|\.\w+\(|\s*\{)",
    b"ThrowIf": rb"\w*\(",
    b"ThrowHelper": rb"\w*\.",
    b"Throw.": rb"\w+\(",
    b"Assert(": b"",
    b"Debug.Fail(": b"",
    b"Trace.Fail(": b"",
    b"FailFast(": b"",
    b"Contract.Requires": b"",
    **dict.fromkeys((b"Guard.", b"Check.", b"Ensure.", b"Requires.", b"Verify."), rb"[\w.]*\w\("),
    **dict.fromkeys((b"LogError(", b"LogCritical(", b"TraceError("), b""),
    **dict.fromkeys((b".Error(", b".Fatal(", b".ErrorFormat(", b".FatalFormat("), b""),
    **dict.fromkeys((b"LogLevel.Error", b"LogLevel.Critical", b"LogEventLevel.Error"), b""),
    b"Error.Write": rb"(?:Line)?(?:Async)?\(",
    b"Problem(": b"",
    b"BadRequest": rb"(?:ObjectResult|<\w+>)?\(",
    b"NotFound": rb"(?:ObjectResult|<\w+>)?\(",
    b"Conflict": rb"(?:ObjectResult|<\w+>)?\(",
    b"Unauthorized": rb"(?:ObjectResult|<\w+>)?\(",
    b"UnprocessableEntity": rb"(?:ObjectResult|<\w+>)?\(",
    b"InternalServerError": rb"(?:<\w+>)?\(",
    b"StatusCode(": b"",
    b"ProblemDetails": rb"\s*(?:\(|\{|\r?\n)",
    b"AddModelError(": b"",
    b"AddFailure(": b"",
    b"AddError(": b"",
    b"rrors.Add(": b"",
    b"ValidationFailure(": b"",
    b"ValidationResult(": b"",
    b"ErrorMessage": rb"\s*=\s*[$@\"A-Z]",
    b".WithMessage(": b"",
    b"DiagnosticDescriptor": rb"\(|\s+\w+\s*=\s*new",
    b"const string ": b"",
    b"static readonly string ": b"",
    b"readonly static string ": b"",
}
AROUND: dict[bytes, bytes] = {
    b"using ": rb"[\w.]+\s*=\s*[\w.<>,: ]+;",
    b"catch (": rb"[^()]{0,300}\)",
    b"catch(": rb"[^()]{0,300}\)",
}
TESTS: dict[bytes, bytes] = {
    b"Throws": rb"(?:Any|Async|AnyAsync|Exactly|Exception|ExceptionAsync|ExactlyAsync)?[<(.]",
    b".Throw": rb"(?:Exactly|Async|ExactlyAsync)?[<(]",
    b".Message": rb"[,).]|\s*==",
    b"ExpectedException": b"",
    b"Catch<": b"",
    b"CatchAsync<": b"",
}
WORDS = Words({**RAISING, **TESTS}, AROUND)
