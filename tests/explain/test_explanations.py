# ruff: noqa: E501 (the snapshots hold whole sentences)
"""Whole explanations of small subjects, read as a person would read them."""

from __future__ import annotations

from inline_snapshot import snapshot

from .subjects import explain, hole, prose, subject


def test_a_value_outside_of_the_choices_python() -> None:
    given = subject(
        "python",
        ["axis must be 0 or 1, got ", hole("{axis}")],
        error="ValueError",
        function="concat",
        signature="def concat(objs, axis=0, *, join='outer')",
        guards=[("objs", 39, "early", "not objs"), ("axis not in (0, 1)", 40)],
        tests=[("test_bad_axis", "concat([a], axis=2)")],
        catches=["main"],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`concat()` raises `ValueError` when `axis` is neither 0 nor 1. `{axis}` in the message is the `axis` that was passed.",
            "triggerScenarios": "It is not reached when `objs` is falsy (line 39): that branch leaves first. Line 40 checks `axis not in (0, 1)`. The test `test_bad_axis` provokes it with `concat([a], axis=2)`.",
            "commonSituations": "Inside the project `main()` (`src/pkg/shapes.py:95`) catches `ValueError`.",
            "solutions": ["Pass `axis` as 0 or 1."],
            "exampleFix": """\
# before: raises ValueError
concat([a], axis=2)

# after
concat([a], axis=0)\
""",
            "handlingStrategy": "validation",
            "validationCode": """\
if axis in (0, 1):
    concat(objs, axis=axis)\
""",
            "tryCatchPattern": """\
try:
    concat(objs)
except ValueError as error:
    print(f"concat() failed: {error}")\
""",
            "backgroundTag": "invalid-argument",
        }
    )


def test_an_error_from_a_call_with_a_note_in_the_doc_comment_rust() -> None:
    call = (
        "cubek_interpolate_backward( &input.client.clone(), input.clone().binding(), "
        "out_grad.binding(), output.clone().binding(), map_options(options.clone()), )"
    )
    given = subject(
        "rust",
        [
            "interpolate_backward kernel failed (device=",
            hole("{0:?}", "input.device"),
            ", options=",
            hole("{1:?}", "options"),
            "): ",
            hole("{2}", "e"),
        ],
        kind="panic",
        error_type="panic",
        function="interpolate_backward",
        signature="pub fn interpolate_backward<R: CubeRuntime>(input: CubeTensor<R>, "
        "out_grad: CubeTensor<R>, options: InterpolateOptions) -> CubeTensor<R>",
        guards=[(call, 115, "closure")],
        docs=[
            ("summary", "Backward interpolate operation"),
            ("note", "Note: only nearest mode is supported"),
        ],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`interpolate_backward()` panics when `cubek_interpolate_backward(…)` returns an error. In the message, `{0:?}` is `input.device`, `{1:?}` is the `options` that was passed and `{2}` is the error that `cubek_interpolate_backward(…)` returned. Its doc comment notes: “only nearest mode is supported”. `interpolate_backward()` is documented as “Backward interpolate operation”.",
            "solutions": [
                "Keep to what the doc comment says: “only nearest mode is supported”.",
                "Read the text after the last colon: it is the error that `cubek_interpolate_backward(…)` returned.",
                "Check what is passed as `input`, `out_grad` and `options`: they go into `cubek_interpolate_backward(…)`.",
            ],
            "backgroundTag": "gpu-kernel-launch-failed",
        }
    )


def test_a_shared_reporter_rust() -> None:
    given = subject(
        "rust",
        [hole("{0}", "label"), " kernel failed: ", hole("{1}", "error")],
        kind="panic",
        error_type="panic",
        public=False,
        function="pool_panic",
        signature="fn pool_panic(label: &str, error: PoolError) -> !",
        callers=[("max_pool2d", True, '.unwrap_or_else(|e| pool_panic("max_pool2d", e));')],
        variants=[
            ("max_pool2d kernel failed: {1}", "max_pool2d"),
            ("avg_pool2d kernel failed: {1}", "avg_pool2d"),
        ],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`pool_panic()` panics; no condition guards line 50. `max_pool2d()` and `avg_pool2d()` lead here. In the message, `{0}` is the `label` that was passed and `{1}` is the `error` that was passed.",
            "triggerScenarios": '`max_pool2d()` (line 90) runs `.unwrap_or_else(|e| pool_panic("max_pool2d", e));`.',
            "commonSituations": "On the screen `{0}` reads `max_pool2d` and `avg_pool2d`, depending on the caller.",
            "solutions": [
                "Read the text after the last colon: it is the `PoolError` that was passed.",
                "Look at what stands for `{0}`: it tells which caller reports the error.",
            ],
            "backgroundTag": "gpu-kernel-launch-failed",
        }
    )


def test_an_assertion_rust() -> None:
    given = subject(
        "rust",
        ["capacity must be non-zero"],
        kind="assert",
        error_type="panic",
        function="Ring::new",
        signature="pub fn new(capacity: usize) -> Self",
        guards=[("!(capacity > 0)", 50, "assert", "capacity > 0")],
        tests=[("zero_panics", "Ring::new(0)")],
        docs=[("panics", "Panics if `capacity` is zero.")],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`Ring::new()` panics when `capacity` is not greater than 0. The doc comment says when: “if `capacity` is zero.”",
            "triggerScenarios": "Line 50 asserts `capacity > 0`. The test `zero_panics` provokes it with `Ring::new(0)`.",
            "solutions": ["Pass a value for `capacity` that is greater than 0."],
            "exampleFix": """\
// before: panics
Ring::new(0);

// after
Ring::new(1);\
""",
            "handlingStrategy": "validation",
            "validationCode": """\
if capacity > 0 {
    Ring::new(capacity);
}\
""",
            "backgroundTag": "invalid-argument",
        }
    )


def test_a_returned_error_rust() -> None:
    given = subject(
        "rust",
        ["expected ", hole("{}", "arity"), " arguments, got ", hole("{}", "args.len()")],
        error="CallError",
        function="call",
        signature="pub fn call(args: &[Value], arity: usize) -> Result<Value, CallError>",
        guards=[("args.len() != arity", 49)],
        defined=("CallError", ["Error"], "A call that cannot be made."),
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`call()` returns the error `CallError` when the length of `args` differs from `arity`. In the message, the two `{}` are, in order, the `arity` that was passed and the length of `args`. `CallError` is documented as “A call that cannot be made.”",
            "triggerScenarios": "Line 49 checks `args.len() != arity`.",
            "solutions": ["Pass `args` with a length of exactly `arity`."],
            "handlingStrategy": "validation",
            "validationCode": """\
if args.len() == arity {
    call(args, arity);
}\
""",
            "tryCatchPattern": """\
let value = match call(args, arity) {
    Ok(value) => value,
    Err(error) => {
        eprintln!("call() failed: {error}");
        return;
    }
};\
""",
            "backgroundTag": "invalid-argument",
        }
    )


def test_a_type_test_javascript() -> None:
    given = subject(
        "javascript",
        ["expected a string, got ", hole("${typeof name}", "typeof name")],
        error="TypeError",
        function="greet",
        signature="function greet(name, greeting = 'hi')",
        guards=[("typeof name !== 'string'", 49)],
        tests=[("greets", "greet(3)")],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`greet()` throws `TypeError` when `name` is not of type `string`. `${typeof name}` in the message is the type of `name`.",
            "triggerScenarios": "Line 49 checks `typeof name !== 'string'`. The test `greets` provokes it with `greet(3)`.",
            "solutions": ["Pass `name` as a `string`."],
            "handlingStrategy": "type-guard",
            "typeGuard": """\
if (typeof name === "string") {
  greet(name);
}\
""",
            "tryCatchPattern": """\
try {
  greet(name);
} catch (error) {
  if (!(error instanceof TypeError)) throw error;
  console.error(error.message);
}\
""",
            "backgroundTag": "type-mismatch",
        }
    )


def test_a_range_typescript() -> None:
    given = subject(
        "typescript",
        ["Port must be between 0 and 65535"],
        error="RangeError",
        function="Server.listen",
        signature="listen(port: number, host?: string): void",
        guards=[("!this.closed", 44, "early", "this.closed"), ("port < 0 || port > 65535", 49)],
        tests=[("rejects a bad port", "server.listen(70000)")],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`Server.listen()` throws `RangeError` when `port` is negative or greater than 65535.",
            "triggerScenarios": "It is not reached when `this.closed` is true (line 44): that branch leaves first. Line 49 checks `port < 0 || port > 65535`. The test `rejects a bad port` provokes it with `server.listen(70000)`.",
            "solutions": ["Pass a value for `port` that is at least 0 and at most 65535."],
            "exampleFix": """\
// before: throws RangeError
server.listen(70000);

// after
server.listen(0);\
""",
            "handlingStrategy": "validation",
            "validationCode": """\
if (port >= 0 && port <= 65535) {
  server.listen(port);
}\
""",
            "tryCatchPattern": """\
try {
  server.listen(port);
} catch (error) {
  if (!(error instanceof RangeError)) throw error;
  console.error(error.message);
}\
""",
            "backgroundTag": "out-of-range",
        }
    )


def test_a_rejected_promise_javascript() -> None:
    given = subject(
        "javascript",
        ["Cannot read ", hole("${path}", "path"), ": ", hole("${err.message}", "err.message")],
        kind="reject",
        error="Error",
        function="load",
        signature="async function load(path)",
        guards=[("err", 48, "catch")],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`load()` rejects its promise with `Error` when it catches an exception. In the message, `${path}` is the `path` that was passed and `${err.message}` is the exception that was caught.",
            "solutions": [
                "Read the text after the last colon: it is the exception that was caught."
            ],
            "handlingStrategy": "try-catch",
            "tryCatchPattern": """\
try {
  await load(path);
} catch (error) {
  console.error(error.message);
}\
""",
        }
    )


def test_earlier_branches_by_type_python() -> None:
    given = subject(
        "python",
        ["cannot make bytes of ", hole("{type(value).__name__}", "type(value).__name__")],
        error="TypeError",
        function="to_bytes",
        signature="def to_bytes(value: str | bytes)",
        guards=[
            ("not isinstance(value, str)", 40, "early", "isinstance(value, str)"),
            ("not isinstance(value, bytes)", 43, "early", "isinstance(value, bytes)"),
        ],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`to_bytes()` raises `TypeError` when `value` is not an instance of `str` or `bytes`. `{type(value).__name__}` in the message is the type of `value`.",
            "triggerScenarios": "Neither of these holds there: `isinstance(value, str)` (line 40) and `isinstance(value, bytes)` (line 43).",
            "solutions": ["Pass `value` as a `str` or a `bytes`."],
            "handlingStrategy": "type-guard",
            "typeGuard": """\
if isinstance(value, (str, bytes)):
    to_bytes(value)\
""",
            "tryCatchPattern": """\
try:
    to_bytes(value)
except TypeError as error:
    print(f"to_bytes() failed: {error}")\
""",
            "backgroundTag": "type-mismatch",
        }
    )


def test_two_arguments_that_exclude_each_other_python() -> None:
    given = subject(
        "python",
        ["Pass either 'path' or 'text', not both. Use 'path' instead of 'file'."],
        error="ValueError",
        function="Reader.__init__",
        signature="def __init__(self, path=None, text=None)",
        guards=[("path is not None and text is not None", 49)],
        comment="Both would be read, and the second would win silently.",
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`Reader()` raises `ValueError` when neither `path` nor `text` is `None`. The comment above line 50 says: “Both would be read, and the second would win silently.”",
            "triggerScenarios": "Line 49 checks `path is not None and text is not None`.",
            "solutions": [
                "Pass at most one of `path` and `text`.",
                "Do what the message says: “Pass either 'path' or 'text', not both. Use 'path' instead of 'file'.”",
            ],
            "handlingStrategy": "validation",
            "validationCode": """\
if path is None or text is None:
    Reader(path=path, text=text)\
""",
            "tryCatchPattern": """\
try:
    Reader()
except ValueError as error:
    print(f"Reader() failed: {error}")\
""",
            "backgroundTag": "mutually-exclusive-arguments",
        }
    )


def test_an_optional_dependency_python() -> None:
    given = subject(
        "python",
        ["'socksio' is not installed. Run `pip install httpx[socks]`."],
        error="ImportError",
        function="_proxy",
        public=False,
        signature="def _proxy(url)",
        guards=[("url.scheme == 'socks5'", 44), ("ImportError", 48, "catch")],
        callers=[("Client.__init__", True, "self._transport = _proxy(")],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`_proxy()` raises `ImportError` when it catches `ImportError`. `Client()` leads here.",
            "triggerScenarios": "The code gets there only when `url.scheme` is `'socks5'` (line 44). `Client()` (line 90) runs `self._transport = _proxy(…)`.",
            "solutions": ["Do what the message says: “Run `pip install httpx[socks]`.”"],
            "handlingStrategy": "fallback",
            "preventionTips": ["List `httpx[socks]` among your project's dependencies."],
            "backgroundTag": "missing-dependency",
        }
    )


def test_a_loop_over_keywords_python() -> None:
    given = subject(
        "python",
        ["unknown option ", hole("{key!r}", "key")],
        error="TypeError",
        function="configure",
        signature="def configure(**options)",
        guards=[("for key in options", 44, "loop"), ("key not in KNOWN", 49)],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`configure()` raises `TypeError` when, for some `key` in `options`, `key` is not in `KNOWN`.",
            "triggerScenarios": "The code gets there only while going through `options` (line 44). Line 49 checks `key not in KNOWN`.",
            "tryCatchPattern": """\
try:
    configure()
except TypeError as error:
    print(f"configure() failed: {error}")\
""",
            "backgroundTag": "unexpected-argument",
        }
    )


def test_a_deprecation_python() -> None:
    given = subject(
        "python",
        ["'old' is deprecated, use 'new' instead"],
        kind="warn",
        error="DeprecationWarning",
        error_type="console",
        severity="warning",
        function="run",
        signature="def run(old=None, new=None)",
        guards=[("old is not None", 49)],
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`run()` issues the warning `DeprecationWarning` when `old` is not `None`.",
            "triggerScenarios": "Line 49 checks `old is not None`.",
            "solutions": ["Leave `old` out.", "Do what the message says: “use 'new' instead”."],
            "handlingStrategy": "validation",
            "validationCode": """\
if old is None:
    run(old=old)\
""",
            "preventionTips": [
                "Run the tests with `-W error::DeprecationWarning`: every call that warns then fails."
            ],
            "backgroundTag": "deprecated",
        }
    )


def test_nothing_is_known_but_the_line() -> None:
    given = subject(
        "python",
        [],
        error="NotImplementedError",
        function="Base.load",
        signature="def load(self)",
        unrecovered="no message",
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "`Base.load()` raises `NotImplementedError`; no condition guards line 50. It carries no message text.",
            "backgroundTag": "not-implemented",
        }
    )


def test_at_the_top_level_javascript() -> None:
    given = subject(
        "javascript",
        ["Node 18 or newer is required"],
        error="Error",
        function=None,
        guards=[("major < 18", 49)],
        file="bin/start.js",
    )
    assert prose(explain(given)) == snapshot(
        {
            "documentation": "Code at the top level of `bin/start.js` throws `Error` when `major` is less than 18.",
            "triggerScenarios": "Line 49 checks `major < 18`.",
        }
    )
