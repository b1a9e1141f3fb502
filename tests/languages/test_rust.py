"""Rust: what stands around a site, the classes behind it, and the tests that provoke it."""

from __future__ import annotations

from errdex.extract.read import read_file
from errdex.languages.interface import Source
from errdex.languages.queries import parser
from errdex.languages.rust import RUST
from errdex.model.facts import Call, FileFacts, Guard, Site

KERNELS = b"""
/// Backward interpolate operation
///
/// Note: only nearest mode is supported
#[must_use]
pub fn interpolate_backward<R: CubeRuntime>(
    input: CubeTensor<R>,
    mut options: InterpolateOptions,
) -> CubeTensor<R> {
    cubek_interpolate_backward(
        &input.client.clone(),
        options,
    )
    .unwrap_or_else(|e| {
        panic!(
            "interpolate_backward kernel failed (device={0:?}, dtype={1:?}, options={2:?}): {3}",
            input.device, input.dtype, options, e
        )
    });
}

pub(crate) fn max_pool2d(x: Tensor) -> Tensor {
    pool2d(&x).unwrap_or_else(|e| pool_panic("max_pool2d", &x, e));
}

fn pool_panic<R: CubeRuntime>(label: &str, input: &CubeTensor<R>, error: PoolError) -> ! {
    panic!(
        "{0} kernel failed (device={1:?}, dtype={2:?}): {3}",
        label, input.device, input.dtype, error
    )
}
"""


def read(text: str | bytes, role: str = "source") -> FileFacts:
    return read_file(RUST, text if isinstance(text, bytes) else text.encode(), role)


def only_site(text: str) -> Site:
    (site,) = read(text).sites
    return site


def guards(text: str) -> list[tuple[str, str]]:
    return [(guard.kind, guard.text) for guard in only_site(text).guards]


class TestPlace:
    def test_a_panic_in_a_closure_knows_the_call_that_failed(self) -> None:
        site = read(KERNELS).sites[0]
        assert site.template is not None
        assert site.template.message == (
            "interpolate_backward kernel failed (device={0:?}, dtype={1:?}, options={2:?}): {3}"
        )
        assert [hole.expr for hole in site.template.placeholders] == [
            "input.device",
            "input.dtype",
            "options",
            "e",
        ]
        assert site.line == 15
        assert site.guards == (
            Guard("cubek_interpolate_backward(&input.client.clone(), options)", 10, "closure"),
        )

    def test_the_doc_comment_above_the_attributes_is_the_function_s(self) -> None:
        function = read(KERNELS).functions[0]
        assert function.doc == (
            "Backward interpolate operation\n\nNote: only nearest mode is supported"
        )
        assert function.doc_line == 2
        assert function.public
        assert function.params == ("input", "options")
        assert function.signature == (
            "pub fn interpolate_backward<R: CubeRuntime>(input: CubeTensor<R>, "
            "mut options: InterpolateOptions) -> CubeTensor<R>"
        )

    def test_a_function_that_shows_its_parameters_is_a_sink_and_has_callers(self) -> None:
        facts = read(KERNELS)
        assert facts.sinks[-1].params == ("label", "error")
        assert [(c.callee, c.function) for c in facts.callers] == [("pool_panic", "max_pool2d")]
        template = facts.sites[1].template
        assert template is not None
        assert [hole.expr for hole in template.placeholders] == [
            "label",
            "input.device",
            "input.dtype",
            "error",
        ]

    def test_a_method_is_named_through_its_module_and_type(self) -> None:
        facts = read(
            "mod inner { impl<T> Store<T> { pub(crate) fn get(&self, key: &str) { panic!() } }\n"
            "impl Read for Store<u8> { fn read(&mut self, buf: &mut [u8]) { todo!() } } }"
        )
        assert [(f.qualname, f.class_name, f.public, f.params) for f in facts.functions] == [
            ("inner::Store::get", "Store", False, ("key",)),
            ("inner::Store::read", "Store", True, ("buf",)),
        ]


class TestGuards:
    def test_branches_are_written_out(self) -> None:
        text = "fn f() { if a { } else if !(b > 1) { } else { panic!() } }"
        assert guards(text) == [("else", "!a"), ("else", "b > 1")]

    def test_patterns_keep_their_subject(self) -> None:
        text = "fn f() { match x.kind() { K::A(n) if n > 3 => { panic!() } _ => {} } }"
        assert guards(text) == [("match", "x.kind() matches K::A(n)"), ("if", "n > 3")]

    def test_let_else_and_let_chains(self) -> None:
        text = "fn f() { let Some(y) = x else { panic!() }; }"
        assert guards(text) == [("else", "!(let Some(y) = x)")]
        text = "fn f() { if let Some(y) = x && y > 2 { panic!() } }"
        assert guards(text) == [("if", "let Some(y) = x"), ("if", "y > 2")]

    def test_earlier_statements_that_left(self) -> None:
        text = "fn f() { if n == 0 { return; }\n let Some(y) = x else { return };\n panic!() }"
        assert guards(text) == [("early", "!(n == 0)"), ("early", "let Some(y) = x")]

    def test_assertions_hold_their_own_condition(self) -> None:
        assert guards("fn f() { assert!(a == b); }") == [("assert", "!(a == b)")]
        assert guards("fn f() { assert!(!x.is_empty()); }") == [("assert", "x.is_empty()")]
        assert guards("fn f() { assert_eq!(a.len(), b); }") == [("assert", "a.len() != b")]

    def test_conditions_inside_another_macro(self) -> None:
        text = "fn f() { select! { _ = done => { if late { panic!() } } } }"
        assert guards(text) == [("if", "late")]


class TestClasses:
    def test_fields_fill_a_declared_text(self) -> None:
        facts = read(
            'enum E {\n#[error("no {path}: {}", .source.kind())]\nRead { path: P, source: S },\n'
            '#[error("bad {0}")]\nBad(u8),\n}'
        )
        read_error, bad = facts.classes
        assert (read_error.name, read_error.params) == ("E::Read", ("path", "source"))
        assert read_error.template is not None
        assert [h.expr for h in read_error.template.placeholders] == ["path", "source"]
        assert (bad.name, bad.params) == ("E::Bad", ("0",))

    def test_a_match_arm_of_display_binds_fields(self) -> None:
        facts = read(
            "impl Display for E { fn fmt(&self, f: &mut F) -> R { match self {\n"
            'E::Bad(code) => write!(f, "bad {code}"),\n'
            'E::Read { path: p, .. } => write!(f, "no {}", p),\n} } }\nimpl Error for E {}'
        )
        shown = {
            c.name: [h.expr for h in c.template.placeholders] for c in facts.classes if c.template
        }
        assert shown == {"E::Bad": ["0"], "E::Read": ["path"]}

    def test_a_returned_variant_carries_its_arguments(self) -> None:
        site = only_site("fn f() -> R { Err(E::Read { path, source: e.into() }) }")
        assert site.call is not None
        assert site.call.callee == "E::Read"
        assert [(a.name, a.template.message) for a in site.call.args] == [
            ("path", "{path}"),
            ("source", "{e.into()}"),
        ]

    def test_a_diagnostic_code_is_the_site_s(self) -> None:
        site = only_site('#[error("too long")]\n#[diagnostic(code(store::long))]\nstruct TooLong;')
        assert (site.error_class, site.code) == ("TooLong", "store::long")


class TestCalls:
    def call_at(self, text: bytes, kind: str) -> Call | None:
        source = Source(RUST, text, parser(RUST).parse(text).root_node)
        stack = [source.root]
        while stack:
            node = stack.pop(0)
            if node.type == kind:
                return RUST.call_at(source, node)
            stack.extend(node.children)
        return None

    def test_a_call_says_its_texts(self) -> None:
        call = self.call_at(b'fn f() { pool_panic::<R>("max_pool2d", &x, e) }', "call_expression")
        assert call is not None
        assert call.callee == "pool_panic"
        assert [(a.template.message, a.is_text) for a in call.args] == [
            ("max_pool2d", True),
            ("{x}", False),
            ("{e}", False),
        ]

    def test_a_macro_call_too(self) -> None:
        call = self.call_at(b'fn f() { fail!("odd {}", x + 1) }', "macro_invocation")
        assert call is not None
        assert call.callee == "fail!"
        assert [a.template.message for a in call.args] == ["odd {}", "{x + 1}"]

    def test_a_macro_that_passes_its_message_on_is_a_sink(self) -> None:
        facts = read(
            "macro_rules! fail { ($msg:expr) => { return Err(Error::new(Kind::Other, $msg)) }; }"
        )
        assert (facts.functions[0].name, facts.functions[0].params) == ("fail", ("$msg",))
        assert facts.sinks[0].params == ("$msg",)


class TestProvocations:
    TESTS = """
    #[cfg(test)]
    mod tests {
        #[test]
        #[should_panic(expected = "x is odd")]
        fn odd() { check(3); }

        #[test]
        fn missing() {
            let result = load("nowhere");
            assert!(matches!(result, Err(StoreError::Missing { .. })));
            assert_eq!(load("x").unwrap_err().to_string(), "no store at x");
            assert_eq!(1, one());
        }
    }
    """

    def test_tests_inside_source_files_are_read(self) -> None:
        facts = read(self.TESTS)
        assert facts.sites == []
        found = [(p.test, p.error_class, p.match) for p in facts.provocations]
        assert found == [
            ("odd", None, "x is odd"),
            ("missing", "StoreError::Missing", ""),
            ("missing", None, "no store at x"),
        ]
        assert facts.provocations[0].call == "check(3);"
        assert 'load("nowhere")' in facts.provocations[1].call
