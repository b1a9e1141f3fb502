//! Reads a Rust expression as a message template: literal pieces and `None` for placeholders.

use syn::punctuated::Punctuated;
use syn::{BinOp, Expr, ExprBinary, ExprCall, ExprMethodCall, Lit, Macro, Token};

pub type Parts = Vec<Option<String>>;

/// The template of an expression that writes its text in place.
pub fn parts_of(expr: &Expr) -> Option<Parts> {
    let parts = joined(inline(expr)?);
    (!parts.is_empty()).then_some(parts)
}

fn inline(expr: &Expr) -> Option<Parts> {
    match expr {
        Expr::Lit(literal) => match &literal.lit {
            Lit::Str(text) => Some(vec![Some(text.value())]),
            _ => None,
        },
        Expr::Macro(made) => formatted_macro(&made.mac),
        Expr::Reference(inner) => inline(&inner.expr),
        Expr::Paren(inner) => inline(&inner.expr),
        Expr::Group(inner) => inline(&inner.expr),
        Expr::MethodCall(call) => converted(call),
        Expr::Call(call) => wrapped(call),
        Expr::Binary(sum) => added(sum),
        _ => None,
    }
}

/// `format!("…", a)` and `concat!("a", "b")`.
fn formatted_macro(mac: &Macro) -> Option<Parts> {
    let name = mac.path.segments.last()?.ident.to_string();
    let args = arguments(mac)?;
    match name.as_str() {
        "format" | "format_args" => format_parts(args.first()?),
        "concat" => {
            let pieces: Option<Vec<String>> = args.iter().map(literal_text).collect();
            Some(vec![Some(pieces?.concat())])
        }
        _ => None,
    }
}

fn literal_text(expr: &Expr) -> Option<String> {
    let Expr::Lit(literal) = expr else {
        return None;
    };
    match &literal.lit {
        Lit::Str(text) => Some(text.value()),
        Lit::Char(one) => Some(one.value().to_string()),
        Lit::Int(number) => Some(number.base10_digits().to_owned()),
        Lit::Bool(truth) => Some(truth.value.to_string()),
        _ => None,
    }
}

/// `"…".to_string()`, `"…".into()` and their like.
fn converted(call: &ExprMethodCall) -> Option<Parts> {
    let kept = [
        "into",
        "to_string",
        "to_owned",
        "as_str",
        "into_boxed_str",
        "as_ref",
        "clone",
    ];
    let name = call.method.to_string();
    (kept.contains(&name.as_str()) && call.args.is_empty())
        .then(|| inline(&call.receiver))
        .flatten()
}

/// `String::from("…")` and `Cow::Borrowed("…")`.
fn wrapped(call: &ExprCall) -> Option<Parts> {
    let (owner, name) = owner_and_name(&call.func)?;
    let owners = ["String", "Cow", "Box", "Arc", "Rc"];
    let names = ["from", "new", "Borrowed", "Owned"];
    let known = owners.contains(&owner.as_str()) && names.contains(&name.as_str());
    (known && call.args.len() == 1)
        .then(|| inline(&call.args[0]))
        .flatten()
}

fn added(sum: &ExprBinary) -> Option<Parts> {
    if !matches!(sum.op, BinOp::Add(_)) {
        return None;
    }
    let (left, right) = (inline(&sum.left), inline(&sum.right));
    if left.is_none() && right.is_none() {
        return None;
    }
    let mut parts = left.unwrap_or_else(|| vec![None]);
    parts.extend(right.unwrap_or_else(|| vec![None]));
    Some(parts)
}

/// `io::Error::new` → (`Error`, `new`); `Err` → (``, `Err`).
pub fn owner_and_name(function: &Expr) -> Option<(String, String)> {
    let Expr::Path(path) = function else {
        return None;
    };
    let mut segments = path.path.segments.iter().rev();
    let name = segments.next()?.ident.to_string();
    let owner = segments.next().map(|segment| segment.ident.to_string());
    Some((owner.unwrap_or_default(), name))
}

/// A macro's comma-separated expressions, when that is what it holds.
pub fn arguments(mac: &Macro) -> Option<Vec<Expr>> {
    let parser = Punctuated::<Expr, Token![,]>::parse_terminated;
    Some(mac.parse_body_with(parser).ok()?.into_iter().collect())
}

/// The template of a format string that stands as an expression of its own.
pub fn format_parts(expr: &Expr) -> Option<Parts> {
    let literal = match expr {
        Expr::Lit(_) | Expr::Macro(_) | Expr::Group(_) => inline(expr)?,
        _ => return None,
    };
    let mut parts = Parts::new();
    for piece in literal {
        match piece {
            Some(text) => parts.extend(opened(&text)),
            None => parts.push(None),
        }
    }
    Some(joined(parts))
}

/// Placeholders opened and doubled braces closed; text that is no format string stays as it is.
pub fn opened(text: &str) -> Parts {
    let mut parts = Parts::new();
    let mut literal = String::new();
    let mut rest = text.chars().peekable();
    while let Some(one) = rest.next() {
        match one {
            '{' if rest.peek() == Some(&'{') => literal.extend(rest.next()),
            '}' if rest.peek() == Some(&'}') => literal.extend(rest.next()),
            '{' => {
                if !rest.by_ref().any(|next| next == '}') {
                    return vec![Some(text.to_owned())];
                }
                parts.push(Some(std::mem::take(&mut literal)));
                parts.push(None);
            }
            _ => literal.push(one),
        }
    }
    parts.push(Some(literal));
    parts
}

/// Adjacent literals joined and empty ones dropped.
pub fn joined(parts: Parts) -> Parts {
    let mut out = Parts::new();
    for part in parts {
        match (part, out.last_mut()) {
            (Some(text), _) if text.is_empty() => {}
            (Some(text), Some(Some(before))) => before.push_str(&text),
            (part, _) => out.push(part),
        }
    }
    out
}
