"""What names mean on the JVM: error classes, loggers, asserting methods, HTTP statuses."""

from __future__ import annotations

import re
from http import HTTPStatus
from typing import NamedTuple

ERROR = re.compile(r"(?:Exception|Error|Throwable)\d*$")
MAYBE_ERROR = re.compile(r"(?:Failure|Fault|Err|Problem|Warning)\d*$")
ERROR_BASE = re.compile(r"(?:Exception|Error|Throwable|Failure|Fault)$")
MAKER = re.compile(
    r"(?:create|make|new|build|wrap|to|get|as|throw|raise|on)\w*(?:Exception|Error)$|"
    r"(?:[a-z]\w*)Exception$"
)
NO_MAKER = re.compile(r"^(?:is|has|on|log|handle|print|report|catch|set|add|assert|expect)[A-Z_]")
CAUGHT = re.compile(
    r"(?:e|ex|t|th|exc|cause|err|error|ignored?|expected|null|\w*[eE]xception|\w*[eE]rror|"
    r"\w*[cC]ause|\w*[tT]hrowable|\w+Ex)\d*$|\w+\.getCause\(\)$"
)
LOGGER = re.compile(
    r"(?i)(?:^|[._])(?:\w*log(?:ger|s)?|\w*logger\w*|loglog|_?log)(?:\(\))?$|"
    r"get_?logg?(?:er)?\([^()]*(?:\([^()]*\))?\)$|\blog(?:ger)?\(\)$"
)
CODE = re.compile(r"[A-Z][A-Z0-9]*(?:[_.-][A-Z0-9]+)+|[A-Z]{1,6}-?\d{2,6}")
CODE_CONSTANT = re.compile(r"(?:\w*Err\w*|\w*Code\w*|\w*Fault\w*)\.([A-Z][A-Z0-9_]{2,})$")
MESSAGE_NAME = re.compile(
    r"(?i)_*(?:\w*message|msg|text|reason|detail(?:s|Message)?|description|errmsg|error|info|why|s)"
)
ERROR_LIST = re.compile(
    r"(?i)(?:err(?:or)?s?|issues|problems|violations|failures)(?:list|messages)?(?:\(\))?$"
)
ERROR_ENUM = re.compile(
    r"(?i)err|exception|fault|problem|failure|violation|(?:result|response|return|status)_?code|"
    r"(?:result|response)(?:enum|status)|messages?$|reason"
)

_STATUS = re.compile(
    r"(?:Status|SC|StatusCode|StatusCodes|HttpCode|HttpURLConnection|HttpServletResponse)"
    r"(?:Code)?[._](?:SC_|HTTP_)?([A-Za-z][A-Za-z_]+)(?:\.(?:value|code|getStatusCode)\(\))?$|"
    r"(?:^|\.)SC_([A-Z_]+)$|HttpURLConnection\.HTTP_([A-Z_]+)$"
)
_NUMBER = re.compile(r"[45]\d\d")
_STATUSES = {
    **{status.name: status.value for status in HTTPStatus if status.value >= 400},
    "BAD_METHOD": 405,
    "CLIENT_TIMEOUT": 408,
    "ENTITY_TOO_LARGE": 413,
    "INTERNAL_ERROR": 500,
    "PAYLOAD_TOO_LARGE": 413,
    "REQUEST_TOO_LONG": 413,
    "SERVER_ERROR": 500,
    "UNAVAILABLE": 503,
    "UNPROCESSABLE_CONTENT": 422,
}
ANSWERS = {
    "badRequest": 400,
    "conflict": 409,
    "forbidden": 403,
    "internalServerError": 500,
    "notAcceptable": 406,
    "notFound": 404,
    "serverError": 500,
    "unauthorized": 401,
    "unprocessableEntity": 422,
}


def status_of(written: str) -> int | None:
    """The HTTP error status that a source expression names: ``404``, ``HttpStatus.NOT_FOUND``."""
    if _NUMBER.fullmatch(written):
        return int(written)
    found = _STATUS.search(written)
    if found is None:
        return None
    name = found[1] or found[2] or found[3]
    if not name.isupper():  # akka and others write NotFound
        name = re.sub(r"(?<=[a-z])(?=[A-Z])", "_", name).upper()
    return _STATUSES.get(name)


class Asserting(NamedTuple):
    """A method that throws unless its first argument is as it should be.

    Attributes:
        error_class: what it throws.
        fails: what of the tested argument makes it throw: ``false``, ``null``, ``empty``,
            ``blank``, ``type``, or ``""`` for anything else.
    """

    error_class: str
    fails: str = ""


_ARGUMENT, _STATE, _NULL = (
    "IllegalArgumentException",
    "IllegalStateException",
    "NullPointerException",
)
BARE_ASSERTIONS = {
    "requireNonNull": Asserting(_NULL, "null"),
    "checkArgument": Asserting(_ARGUMENT, "false"),
    "checkState": Asserting(_STATE, "false"),
    "checkNotNull": Asserting(_NULL, "null"),
    "verifyNotNull": Asserting("VerifyException", "null"),
    "require": Asserting(_ARGUMENT, "false"),
}
_SPRING = {
    "isTrue": Asserting(_ARGUMENT, "false"),
    "state": Asserting(_STATE, "false"),
    "notNull": Asserting(_ARGUMENT, "null"),
    "isNull": Asserting(_ARGUMENT, "given"),
    "hasText": Asserting(_ARGUMENT, "blank"),
    "hasLength": Asserting(_ARGUMENT, "empty"),
    "notEmpty": Asserting(_ARGUMENT, "empty"),
    "noNullElements": Asserting(_ARGUMENT),
    "doesNotContain": Asserting(_ARGUMENT),
    "isInstanceOf": Asserting(_ARGUMENT, "type"),
    "isAssignable": Asserting(_ARGUMENT),
}
_COMMONS = {
    "isTrue": Asserting(_ARGUMENT, "false"),
    "notNull": Asserting(_NULL, "null"),
    "notEmpty": Asserting(_ARGUMENT, "empty"),
    "notBlank": Asserting(_ARGUMENT, "blank"),
    "noNullElements": Asserting(_ARGUMENT),
    "validIndex": Asserting("IndexOutOfBoundsException"),
    "validState": Asserting(_STATE, "false"),
    "matchesPattern": Asserting(_ARGUMENT),
    "notNaN": Asserting(_ARGUMENT),
    "finite": Asserting(_ARGUMENT),
    "inclusiveBetween": Asserting(_ARGUMENT),
    "exclusiveBetween": Asserting(_ARGUMENT),
    "isInstanceOf": Asserting(_ARGUMENT, "type"),
    "isAssignableFrom": Asserting(_ARGUMENT),
}
OWNED_ASSERTIONS = {
    "Assert": _SPRING,
    "Validate": _COMMONS,
    "Preconditions": BARE_ASSERTIONS,
    "Objects": BARE_ASSERTIONS,
    "Verify": {
        "verify": Asserting("VerifyException", "false"),
        "verifyNotNull": Asserting("VerifyException", "null"),
    },
}
# asserting classes of many projects: their calls count where they bring a sentence
OTHER_ASSERTERS = re.compile(
    r"(?:Args|Asserts?|Checks?|Contract|Ensure|Guard|\w*Preconditions|Precondition|Require|"
    r"Validation|Verify|Objects?|ObjectUtil|\w*Assert|Conditions)$"
)
OTHER_ASSERTIONS = {**_COMMONS, **_SPRING, **BARE_ASSERTIONS}
ASSERTION_NAMES = frozenset({*OTHER_ASSERTIONS, "verify", "check", "that", "ensure"})
LOG_METHODS = {
    "error": "error",
    "severe": "error",
    "errorf": "error",
    "errorv": "error",
    "fatal": "critical",
    "fatalf": "critical",
    "fatalv": "critical",
}
LOG_LEVEL = re.compile(r"(?:^|\.)(?:SEVERE|ERROR|FATAL|MSG_ERR)$")
REJECTING = frozenset(
    {
        "completeExceptionally", "failedFuture", "failedStage", "setException", "tryFailure",
        "setFailure", "immediateFailedFuture", "immediateFailedStage", "newFailedFuture",
        "onFailure", "onError", "error", "failed", "fail", "obtrudeException", "tryOnError",
        "raiseError", "fromException", "failure", "sendError",
    }
)  # fmt: skip
THROWING = frozenset(
    {
        "orElseThrow", "orThrow", "onErrorMap", "onErrorThrow", "doThrow", "sneakyThrow",
        "propagate", "getOrElseThrow", "orElseThrowError",
    }
)  # fmt: skip
