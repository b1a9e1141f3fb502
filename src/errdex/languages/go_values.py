"""Go's errors as values: ``errors.New``, ``fmt.Errorf``, wrapping, errors with a code."""

from __future__ import annotations

from typing import TYPE_CHECKING

from errdex.languages import go_codes, go_types
from errdex.languages.go_called import ERROR_PACKAGE, Called, status_error, unsaid
from errdex.languages.go_reports import levelled
from errdex.languages.interface import Draft, Text
from errdex.model.template import Placeholder

if TYPE_CHECKING:
    from errdex.model.template import Part

FIELD_ERRORS = (
    "Invalid", "Required", "Forbidden", "NotSupported", "TooLong", "TypeInvalid", "InternalError"
)  # fmt: skip
WRAPPERS = ("Wrap", "WithMessage", "WithHint", "WithDetail", "Annotate", "BadParameter")
_ERRORS = ("errors", "errs", "err", "errwrap", "trace", "oops", "eris")


def new(call: Called) -> Draft | None:
    """``errors.New``, ``status.New``, ``awserr.New`` and the like."""
    if call.path.endswith("grpc/status") or call.receiver == "status":
        return status_error(call)
    if "awserr" in call.path and len(call.args) > 1:
        draft = Draft(call.node, "construct", call.texts(1), error_class="awserr.Error")
        draft.code = go_codes.code_of(call.source, call.args[0])
        return draft
    if not (ERROR_PACKAGE.search(call.path) or call.receiver == "errors"):
        return None
    place = max(call.first_text(), 0)
    texts = call.formatted(place) if call.name.endswith("f") else call.texts(place)
    return Draft(call.node, "construct", texts, reason=unsaid(texts))


def errorf(call: Called) -> Draft | None:
    """``fmt.Errorf`` and any other ``Errorf``: an error where its value is used, else a report."""
    if call.path.endswith("grpc/status") or call.receiver == "status":
        return status_error(call)
    if call.receiver == "fmt" or ERROR_PACKAGE.search(call.path) or call.receiver == "xerrors":
        place = max(call.first_text(), 0)
        texts = call.formatted(place)
        return Draft(call.node, "construct", texts, reason=unsaid(texts))
    return levelled(call)


def wrapped(call: Called) -> Draft | None:
    """``errors.Wrapf(err, "…", …)``, ``WithMessage``, ``Annotatef``: the text put before."""
    is_first = call.path.endswith("errwrap") or len(call.args) == 1
    place = call.first_text(0 if is_first else 1)
    if place < 0:
        place = call.passed_on()
        if place < 0:
            return None
    elif not _is_wrapping(call):
        return None
    texts = call.formatted(place) if call.name.endswith("f") else call.texts(place)
    if call.path.endswith("errwrap"):
        texts = [_with_cause(text) for text in texts]
    return Draft(call.node, "construct", texts, reason=unsaid(texts))


def _is_wrapping(call: Called) -> bool:
    """Whether a ``Wrap`` is about errors: by its package, or by the error that it is given."""
    if call.receiver.lower().endswith(_ERRORS) or ERROR_PACKAGE.search(call.path):
        return True
    return call.source.text(call.args[0])[-3:].lower() == "err"


def _with_cause(text: Text) -> Text:
    """errwrap writes the wrapped error as ``{{err}}``."""
    parts: list[Part] = []
    for part in text.parts:
        if not isinstance(part, str):
            parts.append(part)
            continue
        for index, piece in enumerate(part.split("{{err}}")):
            if index:
                parts.append(Placeholder("{{err}}", "err"))
            parts.append(piece)
    return text._replace(parts=tuple(parts))


def made(call: Called) -> Draft | None:
    """``pkg.NewBadRequest("…")``, ``echo.NewHTTPError(400, "…")``, ``os.NewSyscallError``."""
    if call.name == "NewSyscallError" and len(call.args) == 2:
        cause = call.source.flat(call.args[1], 200)
        after: tuple[Part, ...] = (": ", Placeholder("{" + cause + "}", cause))
        texts = [text._replace(parts=(*text.parts, *after)) for text in call.texts(0)]
        return Draft(call.node, "construct", texts, error_class="os.SyscallError")
    is_error = go_types.ERROR_TYPE.search(call.name.removesuffix("f"))
    if not (is_error or ERROR_PACKAGE.search(call.path)):
        return None
    place = call.first_text()
    if place < 0:
        return None
    texts = call.formatted(place) if call.name.endswith("f") else call.texts(place)
    if not any(" " in text.template.message for text in texts):
        return None
    status = go_codes.status_of(call.source.text(call.args[0]))
    name = call.name.removeprefix("New").removesuffix("f")
    return Draft(
        call.node, "http" if status else "construct", texts, error_class=name, http_status=status
    )


def field(call: Called) -> Draft | None:
    """Kubernetes' ``field.Invalid(path, value, "…")``: the detail is what its code says."""
    if not (call.path.endswith("/field") or call.receiver == "field"):
        return None
    for place in range(len(call.args) - 1, 0, -1):
        texts = [text for text in call.texts(place) if text.is_text]
        if texts:
            return Draft(call.node, "construct", texts, error_class=f"field.{call.name}")
    return None
