"""Twelve errors in three languages, built by hand, from the plain to the hostile."""

from errdex.model.entry import Entry, Needle
from errdex.model.ids import record_id, slug_of, source_lines, source_window
from errdex.model.record import (
    CallerRef,
    CatchRef,
    Claim,
    ClassRef,
    DocNote,
    Envelope,
    Evidence,
    GuardFact,
    PlaceholderFact,
    Provenance,
    Record,
    SiteFact,
    TestRef,
    Variant,
)
from errdex.model.snapshot import Origin
from errdex.model.template import Placeholder, Template

SHA = "d16f7ba2ed0d41408189384044cc886fb4c8f957"
ORIGINS = {
    "acme/shapes": Origin(
        "acme/shapes",
        SHA,
        "2.1.0",
        f"https://github.com/acme/shapes/blob/{SHA}/{{path}}#L{{start}}-L{{end}}",
        "pkg:pypi/shapes@2.1.0",
        "/home/somebody/shapes",
    ),
    "tensor/kernels": Origin(
        "tensor/kernels",
        SHA,
        "",
        f"https://github.com/tensor/kernels/blob/{SHA}/{{path}}#L{{start}}-L{{end}}",
    ),
    "npm/@scope/router": Origin(
        "npm/@scope/router",
        SHA,
        "7.0.2",
        "pkg:npm/%40scope/router@7.0.2#{path}",
        "pkg:npm/%40scope/router@7.0.2",
    ),
}
PYTHON = '''"""Shapes of arrays."""

from shapes.errors import ShapeError


def check_axis(axis: int, ndim: int) -> int:
    """Normalise an axis.

    Raises:
        ShapeError: when the axis does not exist.
    """
    if axis < 0:
        axis += ndim
    if not 0 <= axis < ndim:
        # Users pass numpy axes here; say what would have been right.
        raise ShapeError(
            f"axis {axis} is out of bounds for a shape of {ndim} dimensions"
        )
    return axis


def load(path, mode="r"):
    try:
        return open(path, mode)
    except OSError as error:
        raise RuntimeError(f"cannot read {path!r}: {error}") from error
'''
RUST = """use crate::kernel::PoolError;

pub fn max_pool2d(x: CubeTensor, kernel: [usize; 2]) -> CubeTensor {
    pool2d(&x.client, kernel, x.dtype)
        .unwrap_or_else(|e| pool_panic("max_pool2d", &x, e))
}

fn pool_panic(label: &str, input: &CubeTensor, error: PoolError) -> ! {
    panic!(
        "{0} kernel failed (device={1:?}, dtype={2:?}): {3}",
        label, input.device, input.dtype, error
    )
}

pub fn stride(s: usize) -> usize {
    assert!(s > 0, "stride must be positive");
    s
}
"""
TS = """import { RouteError } from "./errors";

export function match(routes: Route[], path: string): Route {
  const found = routes.find((r) => r.test(path));
  if (found === undefined) {
    throw new RouteError(`No route matches ${path}`, 404);
  }
  return found;
}

export function register(route: Route): void {
  if (table.has(route.id)) throw new Error("Duplicate route id: " + route.id);
  table.set(route.id, route);
}
"""
HOSTILE = (
    "<script>alert(1)</script><img src=x onerror=alert(2)> \"'` {{7*7}} {% raw %} "
    "</textarea></pre></title>&lt;"
)


def hole(text, expr=None, kind=None):
    return Placeholder(text, expr, None, kind)


def facts(template):
    return [
        p if isinstance(p, str) else PlaceholderFact(text=p.text, expr=p.expr, type=p.type)
        for p in template.parts
    ]


def make(repo, file, source, line, parts, *, language, cls, evidence=None, needles=(), **fields):
    """An entry whose record is complete; ``fields`` replace what a plain one would hold."""
    origin = ORIGINS[repo]
    template = Template.of(parts)
    window = source_window(source_lines(source), line)
    code = fields.get("errorCode")
    message = template.message or None
    values = {
        "id": record_id(repo, code, message, file),
        "repo": repo,
        "slug": slug_of(code, message),
        "errorCode": None,
        "errorMessage": message,
        "messagePattern": template.pattern or None,
        "errorType": "exception",
        "errorClass": cls,
        "httpStatus": None,
        "severity": "error",
        "filePath": file,
        "lineNumber": line,
        "sourceCode": window.text,
        "sourceCodeStart": window.start,
        "sourceCodeEnd": window.end,
        "githubUrl": origin.link(file, window.start, window.end),
        "documentation": None,
        "triggerScenarios": None,
        "commonSituations": None,
        "solutions": [],
        "exampleFix": None,
        "handlingStrategy": None,
        "validationCode": None,
        "typeGuard": None,
        "tryCatchPattern": None,
        "preventionTips": [],
        "tags": [],
        "backgroundTag": None,
        "analyzedSha": SHA,
        "analyzedAt": "2026-11-30T08:00:00.000Z",
        "contentChangedAt": "2026-11-20T08:00:00.000Z",
        "schemaVersion": 2,
    }
    told = evidence or Evidence()
    told.parts = facts(template)
    told.provenance = Provenance(
        errdex="0.1.0", language=language, version=origin.version or None, package=origin.package
    )
    if not told.sites:
        url = origin.link(file, line, line)
        told.sites = [SiteFact(id="e1", file=file, line=line, url=url, kind="raise")]
    envelope = Envelope(
        record=Record(**(values | fields)),
        datasetVersion="2026-12-01T00:00:00.000Z",
        evidence=told,
    )
    function = told.sites[0].function or "<module>"
    own = Needle(template, file, line, told.sites[0].endLine or line, function, cls)
    return Entry(envelope, (own, *needles), language)


def axis():
    """Everything that a page can show."""
    file, line = "src/shapes/axis.py", 16
    link = ORIGINS["acme/shapes"].link
    evidence = Evidence(
        sites=[
            SiteFact(
                id="e1",
                file=file,
                line=16,
                endLine=18,
                url=link(file, 16, 18),
                kind="raise",
                function="check_axis",
                signature="def check_axis(axis: int, ndim: int) -> int",
                public=True,
                guards=[GuardFact(text="not (0 <= axis < ndim)", line=14, kind="if")],
                comment="Users pass numpy axes here; say what would have been right.",
            )
        ],
        docs=[
            DocNote(
                id="e2",
                file=file,
                line=10,
                url=link(file, 10, 10),
                text="when the axis does not exist.",
                kind="raises",
            )
        ],
        callers=[
            CallerRef(
                id=f"e{number}",
                file="src/shapes/reduce.py",
                line=30 + number,
                url=link("src/shapes/reduce.py", 30 + number, 30 + number),
                text="axis = check_axis(axis, len(self.shape))",
                function=f"Array.reduce_{number}",
                public=True,
            )
            for number in range(3, 18)
        ],
        tests=[
            TestRef(
                id="e20",
                file="tests/test_axis.py",
                line=44,
                url=link("tests/test_axis.py", 44, 44),
                text="check_axis(3, 2)",
                test="test_axis_out_of_bounds",
                match="axis 3 is out of bounds",
            )
        ],
        catches=[
            CatchRef(
                id="e21", file="src/shapes/cli.py", line=12, url=None, function="main", text=""
            )
        ],
        errorClass=ClassRef(
            id="e22",
            file="src/shapes/errors.py",
            line=3,
            url=link("src/shapes/errors.py", 3, 3),
            name="ShapeError",
            bases=["ValueError"],
            doc="A shape that does not fit.",
        ),
        claims=[
            Claim(
                field="documentation",
                text="`check_axis` raises this when `axis` is not between 0 and `ndim`.",
                status="source",
                evidence=["e1"],
            ),
            Claim(
                field="documentation",
                text="The test `test_axis_out_of_bounds` provokes it.",
                status="test",
                evidence=["e20"],
            ),
            Claim(
                field="solutions",
                text="Pass `axis` below `ndim`.",
                status="model",
                evidence=["e1", "e2", "e99"],
            ),
        ],
    )
    return make(
        "acme/shapes",
        file,
        PYTHON,
        line,
        [
            "axis ",
            hole("{axis}", "axis", "int"),
            " is out of bounds for a shape of ",
            hole("{ndim}", "ndim", "int"),
            " dimensions",
        ],
        language="python",
        cls="ShapeError",
        evidence=evidence,
        documentation="`check_axis` raises this when `axis` is not between 0 and `ndim`. "
        "The test `test_axis_out_of_bounds` provokes it.",
        triggerScenarios="Calling any reduction with an axis that the array does not have.",
        commonSituations="Arrays that lost a dimension by indexing.",
        solutions=["Pass `axis` below `ndim`.", "Keep dimensions with `keepdims=True`."],
        exampleFix="# before\nx.sum(axis=2)\n# after\nx.sum(axis=1)",
        handlingStrategy="validation",
        validationCode="if not -x.ndim <= axis < x.ndim:\n    raise ValueError(axis)",
        typeGuard="def is_axis(value: object) -> bool:\n    return isinstance(value, int)",
        tryCatchPattern="try:\n    x.sum(axis)\nexcept ShapeError:\n    ...",
        preventionTips=["Name axes instead of counting them."],
        tags=["array", "axis"],
        backgroundTag="index-out-of-range",
    )


def read_failure():
    evidence = Evidence(
        sites=[
            SiteFact(
                id="e1",
                file="src/shapes/axis.py",
                line=26,
                endLine=26,
                url=ORIGINS["acme/shapes"].link("src/shapes/axis.py", 26, 26),
                kind="raise",
                function="load",
                signature='def load(path, mode="r")',
                public=True,
                guards=[GuardFact(text="OSError as error", line=25, kind="catch")],
            )
        ]
    )
    return make(
        "acme/shapes",
        "src/shapes/axis.py",
        PYTHON,
        26,
        ["cannot read ", hole("{path!r}", "path", "repr"), ": ", hole("{error}", "error")],
        language="python",
        cls="RuntimeError",
        evidence=evidence,
        backgroundTag="file-not-found",
        severity="critical",
    )


def pool():
    """A reporter's record with the variants its callers make."""
    file, link = "crates/kernels/src/pool.rs", ORIGINS["tensor/kernels"].link
    tail = [
        " kernel failed (device=",
        hole("{1:?}", "input.device"),
        ", dtype=",
        hole("{2:?}", "input.dtype"),
        "): ",
        hole("{3}", "error"),
    ]
    variant = Template.of(["max_pool2d", *tail])
    evidence = Evidence(
        sites=[
            SiteFact(
                id="e1",
                file=file,
                line=9,
                endLine=12,
                url=link(file, 9, 12),
                kind="panic",
                function="pool_panic",
                signature="fn pool_panic(label: &str, input: &CubeTensor, error: PoolError) -> !",
            )
        ],
        variants=[
            Variant(
                id="e2",
                file=file,
                line=5,
                url=link(file, 5, 5),
                message=variant.message,
                parts=facts(variant),
                function="max_pool2d",
                public=True,
            )
        ],
    )
    return make(
        "tensor/kernels",
        file,
        RUST,
        9,
        [hole("{0}", "label"), *tail],
        language="rust",
        cls=None,
        evidence=evidence,
        errorType="panic",
        backgroundTag="gpu-kernel-launch-failed",
        needles=(Needle(variant, file, 5, 5, "max_pool2d", None, "variant"),),
    )


def stride():
    return make(
        "tensor/kernels",
        "crates/kernels/src/pool.rs",
        RUST,
        16,
        ["stride must be positive"],
        language="rust",
        cls=None,
        errorType="panic",
        severity="warning",
    )


def no_route():
    return make(
        "npm/@scope/router",
        "src/match.ts",
        TS,
        6,
        ["No route matches ", hole("${path}", "path")],
        language="typescript",
        cls="RouteError",
        errorType="http",
        httpStatus=404,
        documentation="`match` throws this when no route fits `path`.",
        backgroundTag="not-found",
    )


def duplicate():
    return make(
        "npm/@scope/router",
        "src/match.ts",
        TS,
        12,
        ["Duplicate route id: ", hole("{route.id}", "route.id")],
        language="typescript",
        cls="Error",
    )


def coded():
    """A code without a message."""
    return make(
        "npm/@scope/router",
        "src/codes.ts",
        'export const E = "ERR_ROUTE_LOOP";\n',
        1,
        [],
        language="typescript",
        cls="RouteError",
        errorCode="ERR_ROUTE_LOOP",
        errorType="error_code",
        severity="info",
    )


def hostile():
    """Markup in every field that a repository can fill."""
    file = "src/<b>evil</b>/\"quote'.py"
    evidence = Evidence(
        sites=[
            SiteFact(
                id="e1",
                file=file,
                line=1,
                url="javascript:alert(1)",
                kind="raise",
                function=HOSTILE,
                signature=HOSTILE,
                guards=[GuardFact(text=HOSTILE, line=1, kind="if")],
                comment=HOSTILE,
            )
        ],
        docs=[DocNote(id='e2"><script>', file=file, line=1, text=HOSTILE, kind="note")],
        tests=[TestRef(id="e3", file=file, line=1, text=HOSTILE, test=HOSTILE)],
        claims=[Claim(field="documentation", text=HOSTILE, status="docs", evidence=["e1"])],
    )
    return make(
        "acme/shapes",
        file,
        f"raise Evil({HOSTILE!r})\n",
        1,
        [HOSTILE, " ", hole(HOSTILE, HOSTILE), "\u202ereversed\u202c \x1b[31mred\x00"],
        language="python",
        cls="Evil<script>alert(3)</script>",
        evidence=evidence,
        documentation=HOSTILE,
        solutions=[HOSTILE],
        exampleFix=HOSTILE,
        validationCode=HOSTILE,
        preventionTips=[HOSTILE],
        triggerScenarios=HOSTILE,
        tags=[HOSTILE],
        backgroundTag=HOSTILE,
        githubUrl="javascript:alert(1)//",
    )


def wide():
    """A minified file: one line of half a megabyte."""
    return make(
        "npm/@scope/router",
        "dist/bundle.js",
        "var a=1;" * 30_000 + 'throw new Error("bundle broke");' + "b();" * 60_000 + "\n",
        1,
        ["bundle broke"],
        language="javascript",
        cls="Error",
    )


def long_message():
    words = "the quick brown configuration fox refuses to jump over the lazy validator; " * 80
    return make(
        "acme/shapes",
        "src/shapes/long.py",
        "".join(f"x{n} = call_{n}(argument_{n}, 'text {n}', {n} * 3)  # note\n" for n in range(60)),
        30,
        ["unreasonable: ", words, hole("{value}", "self.configuration.value"), " end"],
        language="python",
        cls="ConfigurationError",
    )


def chinese():
    return make(
        "acme/shapes",
        "src/shapes/zh.py",
        'raise ValueError(f"无法打开文件 {path}：权限被拒绝")\n',
        1,
        ["无法打开文件 ", hole("{path}", "path"), "：权限被拒绝"],
        language="python",
        cls="ValueError",
        documentation="当没有读取权限时出现。",
        severity="warning",
    )


def arabic():
    return make(
        "acme/shapes",
        "src/shapes/ar.py",
        'raise ValueError(f"تعذر فتح الملف {path}: تم رفض الإذن")\n',
        1,
        ["تعذر فتح الملف ", hole("{path}", "path"), ": تم رفض الإذن"],
        language="python",
        cls="ValueError",
    )


ALL = (
    axis,
    read_failure,
    pool,
    stride,
    no_route,
    duplicate,
    coded,
    hostile,
    wide,
    long_message,
    chinese,
    arabic,
)


def entries():
    """All twelve."""
    return [build() for build in ALL]


def fill(store, more=()):
    """Write all entries as one snapshot for each repository."""
    built = [*entries(), *more]
    for repo, origin in ORIGINS.items():
        with store.write_snapshot(origin, {}) as writer:
            writer.add(entry for entry in built if entry.envelope.record.repo == repo)
