//! Reads attributes: test markers, out-of-line test modules, and declared messages.

use crate::messages::{joined, opened, Parts};
use proc_macro2::{TokenStream, TokenTree};
use syn::punctuated::Punctuated;
use syn::{Attribute, LitStr, Meta, Token};

const TEST_MARKERS: [&str; 7] = [
    "test",
    "bench",
    "rstest",
    "test_case",
    "quickcheck",
    "proptest",
    "wasm_bindgen_test",
];

/// `#[cfg(test)]`, `#[test]`, `#[tokio::test]` and their like.
pub fn marks_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|one| {
        let last = one
            .path()
            .segments
            .last()
            .map(|segment| segment.ident.to_string());
        let last = last.unwrap_or_default();
        if last != "cfg" {
            return TEST_MARKERS.contains(&last.as_str());
        }
        one.parse_args::<Meta>()
            .is_ok_and(|condition| needs_test(&condition))
    })
}

fn needs_test(condition: &Meta) -> bool {
    let Meta::List(list) = condition else {
        return condition.path().is_ident("test");
    };
    let inner = Punctuated::<Meta, Token![,]>::parse_terminated;
    let Ok(inner) = list.parse_args_with(inner) else {
        return false;
    };
    if list.path.is_ident("all") {
        inner.iter().any(needs_test)
    } else {
        list.path.is_ident("any") && !inner.is_empty() && inner.iter().all(needs_test)
    }
}

/// The file named by `#[path = "…"]`.
pub fn path_of(attributes: &[Attribute]) -> Option<String> {
    attributes.iter().find_map(|one| {
        let Meta::NameValue(pair) = &one.meta else {
            return None;
        };
        let syn::Expr::Lit(literal) = &pair.value else {
            return None;
        };
        match &literal.lit {
            syn::Lit::Str(text) if pair.path.is_ident("path") => Some(text.value()),
            _ => None,
        }
    })
}

/// The message of `#[error("…")]`, `#[snafu(display("…"))]` or `#[fail(display = "…")]`.
pub fn declared(attribute: &Attribute) -> Option<(Parts, usize)> {
    let Meta::List(list) = &attribute.meta else {
        return None;
    };
    let name = list.path.segments.last()?.ident.to_string();
    let literal = match name.as_str() {
        "error" => first_literal(list.tokens.clone()),
        "snafu" | "fail" => after_display(list.tokens.clone()),
        _ => None,
    }?;
    let parts = joined(opened(&literal.value()));
    (!parts.is_empty()).then(|| (parts, literal.span().start().line))
}

fn first_literal(tokens: TokenStream) -> Option<LitStr> {
    match tokens.into_iter().next()? {
        TokenTree::Literal(literal) => syn::parse_str::<LitStr>(&literal.to_string())
            .ok()
            .map(|text| LitStr::new(&text.value(), literal.span())),
        TokenTree::Group(group) => first_literal(group.stream()),
        _ => None,
    }
}

fn after_display(tokens: TokenStream) -> Option<LitStr> {
    let mut rest = tokens.into_iter();
    while let Some(token) = rest.next() {
        if !matches!(&token, TokenTree::Ident(name) if name == "display") {
            continue;
        }
        return match rest.next()? {
            TokenTree::Group(group) => first_literal(group.stream()),
            TokenTree::Punct(_) => first_literal(rest.collect()),
            _ => None,
        };
    }
    None
}
