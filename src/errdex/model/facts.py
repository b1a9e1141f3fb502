"""What one file says about errors, independent of where the file lies: the cached unit.

Line numbers are 1-based, byte offsets 0-based. Everything here can be encoded with msgspec,
so that facts are cached by (blob id, extractor version) and shared between repositories.
"""

from __future__ import annotations

import msgspec

from errdex.model.template import Template


class Function(msgspec.Struct, frozen=True, array_like=True):
    """A function or method that holds a site.

    Attributes:
        name: its simple name; ``<module>`` at the top level.
        qualname: dotted through its classes or modules as the language writes them.
        line: where the definition starts.
        end_line: where it ends.
        signature: its header as source text, on one line.
        params: its parameter names in order, without receiver.
        public: whether code outside the file or class is meant to call it.
        doc: the whole doc comment's text, without comment marks.
        doc_line: where the doc comment starts, 0 without one.
        class_name: the simple name of the class, trait or impl it belongs to.
    """

    name: str
    qualname: str
    line: int
    end_line: int
    signature: str = ""
    params: tuple[str, ...] = ()
    public: bool = False
    doc: str = ""
    doc_line: int = 0
    class_name: str | None = None


class Guard(msgspec.Struct, frozen=True, array_like=True):
    """One condition on the path to a site, as it must hold for the site to be reached.

    Attributes:
        text: the condition as source text, a negation written out (``not (x)``, ``!(x)``).
        line: where the condition stands.
        kind: ``if``, ``else``, ``early`` (an earlier branch that left), ``match``, ``catch``,
            ``loop``, ``assert``, ``closure`` (``unwrap_or_else(|e| …)``: the called expression).
        source: the condition as written, where a negation was added to ``text``; else ``""``.
    """

    text: str
    line: int
    kind: str = "if"
    source: str = ""


class Argument(msgspec.Struct, frozen=True, array_like=True):
    """One argument of a call: its keyword, if any, and its text as a template."""

    template: Template
    name: str | None = None
    is_text: bool = False


class Call(msgspec.Struct, frozen=True, array_like=True):
    """A call whose callee may turn out to build or report the message.

    Attributes:
        callee: the callee as written: ``exc.BadShape``, ``self.fail``, ``pool_panic``.
        args: its arguments in order.
    """

    callee: str
    args: tuple[Argument, ...] = ()


class Site(msgspec.Struct, frozen=True, array_like=True):
    """One expression that raises, panics, throws, returns or reports an error.

    Attributes:
        kind: ``raise``, ``reraise``, ``assert``, ``panic``, ``construct``, ``declare``,
            ``report`` (logged or printed), ``exit``, ``warn``, ``http``, ``reject``.
        line: where the raising expression starts.
        end_line: where it ends.
        start: byte offset of its start.
        template: the message, None where the code does not tell.
        reason: why there is no template; ``""`` with one.
        error_class: the error's class as written, without generic arguments.
        code: a stable error code given at the site.
        http_status: an HTTP status given at the site.
        severity: ``critical``, ``error``, ``warning``.
        function: index into ``FileFacts.functions``, -1 at the top level.
        guards: conditions on the path to the site, outermost first.
        comment: the comment right above the statement, without marks.
        comment_line: where that comment starts, 0 without one.
        statement: the raising expression's source text, at most 400 characters.
        call: the call that built the error, for linking with classes and sinks.
        inline: whether the whole message text stands in the raising expression.
    """

    kind: str
    line: int
    end_line: int
    start: int
    template: Template | None = None
    reason: str = ""
    error_class: str | None = None
    code: str | None = None
    http_status: int | None = None
    severity: str = "error"
    function: int = -1
    guards: tuple[Guard, ...] = ()
    comment: str = ""
    comment_line: int = 0
    statement: str = ""
    call: Call | None = None
    inline: bool = True


class Constructor(msgspec.Struct, frozen=True, array_like=True):
    """One of several constructors of an error class.

    Attributes:
        params: its parameters in order.
        template: the text it builds, as in ``ErrorClass``; None: what it is given is passed on.
        texts: those of its parameters that are declared to take text.
    """

    params: tuple[str, ...]
    template: Template | None = None
    texts: tuple[str, ...] = ()


class ErrorClass(msgspec.Struct, frozen=True, array_like=True):
    """A class (or enum variant) that is or builds an error.

    Attributes:
        name: simple name; ``Enum::Variant`` for a variant.
        line: where it is defined.
        bases: base class names as written.
        params: its constructor's parameters in order, without receiver.
        defaults: parameter name to its default value's template, where it is text.
        template: the text it builds; placeholders whose ``expr`` is a parameter (or ``self.x``
            assigned from one) are filled by the caller's arguments. None: the base's rule holds.
        text: the text it says when it is given none (``default_detail``, ``msg_template``).
        code: a stable code that the class carries.
        http_status: an HTTP status that the class carries.
        doc: its doc comment.
        overloads: its constructors where it has several; ``params`` and ``template`` are then
            those of the one that tells most.
    """

    name: str
    line: int
    bases: tuple[str, ...] = ()
    params: tuple[str, ...] = ()
    defaults: dict[str, Template] = {}
    template: Template | None = None
    text: Template | None = None
    code: str | None = None
    http_status: int | None = None
    doc: str = ""
    overloads: tuple[Constructor, ...] = ()


class SinkParam(msgspec.Struct, frozen=True, array_like=True):
    """A function whose own parameters flow into the message of a site in it.

    Attributes:
        function: index into ``FileFacts.functions``.
        site: index into ``FileFacts.sites``; the site's template holds placeholders whose ``expr``
            is one of the function's parameters.
        params: those parameters.
        defaults: parameter name to its default text.
    """

    function: int
    site: int
    params: tuple[str, ...]
    defaults: dict[str, Template] = {}


class CallerFact(msgspec.Struct, frozen=True, array_like=True):
    """A call of some function by name, the function the call stands in, and the call's text."""

    callee: str
    line: int
    function: str
    public: bool
    text: str = ""


class Catch(msgspec.Struct, frozen=True, array_like=True):
    """A place that catches an error class."""

    error_class: str
    line: int
    function: str


class Provocation(msgspec.Struct, frozen=True, array_like=True):
    """A test that provokes an error.

    Attributes:
        line: where the expectation stands.
        test: the test's name.
        error_class: the class it expects, if it names one.
        match: the text or pattern it expects, as source decodes it; ``""`` without one.
        is_regex: whether ``match`` is a regular expression.
        call: the provoking statement's source text, at most 400 characters.
    """

    line: int
    test: str
    error_class: str | None = None
    match: str = ""
    is_regex: bool = False
    call: str = ""


class Message(msgspec.Struct, frozen=True, array_like=True):
    """One text of a message catalogue.

    A placeholder's ``expr`` is its name, or its place among the values (``0`` is the first).

    Attributes:
        key: what the code names it by, nested keys joined with dots; gettext's context, if any.
        template: the text.
        line: where the entry stands.
        source: for catalogues whose key is a text (gettext), that text.
        locale: the language, where the file's content tells it; else its path does.
        code: a stable code that the entry gives.
    """

    key: str
    template: Template
    line: int
    source: Template | None = None
    locale: str = ""
    code: str | None = None


class FileFacts(msgspec.Struct, array_like=True):
    """All that one file says about errors."""

    language: str
    functions: list[Function] = []
    sites: list[Site] = []
    classes: list[ErrorClass] = []
    constants: dict[str, Template] = {}
    imports: dict[str, str] = {}
    sinks: list[SinkParam] = []
    callers: list[CallerFact] = []
    catches: list[Catch] = []
    provocations: list[Provocation] = []
    broken: bool = False
    messages: list[Message] = []
