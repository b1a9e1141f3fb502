//! Walks one file and collects its sites.

use crate::attributes::{declared, marks_test, path_of};
use crate::messages::{arguments, format_parts, owner_and_name, parts_of, Parts};
use crate::site::Site;
use proc_macro2::{Delimiter, Group, TokenTree};
use syn::parse::Parser;
use syn::spanned::Spanned;
use syn::visit::{self, Visit};
use syn::{Attribute, Block, Expr, ExprCall, ExprMethodCall, Macro, Type};

#[derive(Default)]
pub struct Reader {
    pub sites: Vec<Site>,
    /// Modules in other files that only tests see: name and `#[path]`.
    pub test_modules: Vec<(Vec<String>, Option<String>)>,
    modules: Vec<String>,
    test_depth: usize,
    display_of: Option<String>,
}

impl Reader {
    fn add(&mut self, span: proc_macro2::Span, kind: &'static str, class: &str) -> &mut Site {
        self.sites.push(Site {
            line: span.start().line,
            end_line: span.end().line,
            kind,
            class: (!class.is_empty()).then(|| class.to_owned()),
            templates: Vec::new(),
            alt_lines: Vec::new(),
            in_test: self.test_depth > 0,
        });
        self.sites.last_mut().expect("a site was just added")
    }

    fn within(&mut self, attributes: &[Attribute], walk: impl FnOnce(&mut Self)) {
        let deeper = usize::from(marks_test(attributes));
        self.test_depth += deeper;
        walk(self);
        self.test_depth -= deeper;
    }

    fn declare(&mut self, attributes: &[Attribute], name: &syn::Ident) {
        for attribute in attributes {
            if let Some((parts, literal_line)) = declared(attribute) {
                let class = name.to_string();
                let site = self.add(attribute.span(), "declare", &class);
                site.templates.push(parts);
                site.alt_lines
                    .extend([literal_line, name.span().start().line]);
            }
        }
    }

    /// A macro of its own grammar: blocks, expressions and raising macros among its tokens.
    fn search(&mut self, tokens: &[TokenTree]) {
        for (index, token) in tokens.iter().enumerate() {
            match (token, tokens.get(index + 1), tokens.get(index + 2)) {
                (TokenTree::Ident(name), Some(TokenTree::Punct(bang)), Some(body))
                    if bang.as_char() == '!' && raising_macro(&name.to_string()).is_some() =>
                {
                    let call = [token.clone(), tokens[index + 1].clone(), body.clone()];
                    if let Ok(mac) = syn::parse2::<Macro>(call.into_iter().collect()) {
                        Reader::visit_macro(self, &mac);
                    }
                }
                (TokenTree::Group(group), _, _) if !is_macro_body(tokens, index) => {
                    self.search_group(group);
                }
                _ => {}
            }
        }
    }

    fn search_group(&mut self, group: &Group) {
        if group.delimiter() == Delimiter::Brace {
            if let Ok(statements) = Block::parse_within.parse2(group.stream()) {
                for statement in &statements {
                    Reader::visit_stmt(self, statement);
                }
                return;
            }
        }
        let tokens: Vec<TokenTree> = group.stream().into_iter().collect();
        self.search(&tokens);
    }

    fn raised_by(&mut self, mac: &Macro, name: &str, args: Option<&[Expr]>) {
        let Some((kind, at)) = raising_macro(name) else {
            return;
        };
        let message = args.and_then(|args| args.get(at));
        let site = self.add(mac.span(), kind, name);
        site.templates.extend(
            message
                .and_then(format_parts)
                .filter(|parts| !parts.is_empty()),
        );
    }

    fn displayed_by(&mut self, mac: &Macro, args: &[Expr]) {
        let Some(class) = self.display_of.clone() else {
            return;
        };
        let parts = args.get(1).and_then(format_parts);
        if let Some(parts) = parts.filter(|parts| parts.iter().any(Option::is_some)) {
            self.add(mac.span(), "display", &class)
                .templates
                .push(parts);
        }
    }

    fn built_by(&mut self, call: &ExprCall) {
        let Some((owner, name)) = owner_and_name(&call.func) else {
            return;
        };
        let templates: Vec<Parts> = call.args.iter().filter_map(parts_of).collect();
        if name == "Err" && call.args.len() == 1 && !templates.is_empty() {
            self.add(call.span(), "err", "").templates = templates;
            return;
        }
        let is_error = ["Error", "Err", "Exception"]
            .iter()
            .any(|end| owner.ends_with(end));
        let is_function = name.starts_with(|first: char| first.is_lowercase());
        let always = (name == "new" || name == "other") && !call.args.is_empty();
        if is_error && is_function && (always || !templates.is_empty()) {
            self.add(call.span(), "construct", &owner).templates = templates;
        }
    }

    fn chained_by(&mut self, call: &ExprMethodCall) {
        let Some(first) = call.args.first() else {
            return;
        };
        let name = call.method.to_string();
        let (kind, parts) = match name.as_str() {
            "expect" | "expect_err" => ("expect", parts_of(first)),
            "ok_or" => ("ok_or", parts_of(first)),
            "ok_or_else" => ("ok_or", closure_parts(first)),
            "map_err" => ("map_err", closure_parts(first)),
            "context" | "wrap_err" => ("context", parts_of(first)),
            "with_context" | "wrap_err_with" => ("context", closure_parts(first)),
            "write_str" | "pad" if self.display_of.is_some() => ("display", parts_of(first)),
            _ => return,
        };
        let Some(parts) = parts else { return };
        if call.args.len() > 1 {
            return;
        }
        let class = self
            .display_of
            .clone()
            .filter(|_| kind == "display")
            .unwrap_or_default();
        let end_line = call.span().end().line;
        let alt_lines = vec![call.span().start().line, first.span().start().line];
        let site = self.add(call.method.span(), kind, &class);
        site.templates.push(parts);
        site.end_line = end_line;
        site.alt_lines = alt_lines;
    }
}

fn is_macro_body(tokens: &[TokenTree], index: usize) -> bool {
    let before = |back: usize| index.checked_sub(back).map(|at| &tokens[at]);
    let bang = matches!(before(1), Some(TokenTree::Punct(one)) if one.as_char() == '!');
    match before(2) {
        Some(TokenTree::Ident(name)) => {
            let name = name.to_string();
            bang && (raising_macro(&name).is_some() || name.contains("quote"))
        }
        _ => false,
    }
}

/// A macro's kind, and at which argument its message stands.
fn raising_macro(name: &str) -> Option<(&'static str, usize)> {
    Some(match name {
        "panic" | "unreachable" | "todo" | "unimplemented" => ("panic", 0),
        "assert" | "debug_assert" => ("assert", 1),
        "assert_eq" | "assert_ne" | "debug_assert_eq" | "debug_assert_ne" => ("assert", 2),
        "bail" | "anyhow" | "format_err" | "eyre" => ("bail", 0),
        "ensure" => ("bail", 1),
        _ => return None,
    })
}

fn closure_parts(expr: &Expr) -> Option<Parts> {
    let Expr::Closure(closure) = expr else {
        return None;
    };
    match closure.body.as_ref() {
        Expr::Block(body) => match body.block.stmts.as_slice() {
            [syn::Stmt::Expr(only, None)] => parts_of(only),
            [syn::Stmt::Macro(only)] => {
                let expr = syn::ExprMacro {
                    attrs: Vec::new(),
                    mac: only.mac.clone(),
                };
                parts_of(&Expr::Macro(expr))
            }
            _ => None,
        },
        body => parts_of(body),
    }
}

fn type_name(given: &Type) -> String {
    match given {
        Type::Path(path) => path.path.segments.last().map(|last| last.ident.to_string()),
        Type::Reference(inner) => Some(type_name(&inner.elem)),
        _ => None,
    }
    .unwrap_or_default()
}

impl<'ast> Visit<'ast> for Reader {
    fn visit_item_mod(&mut self, node: &'ast syn::ItemMod) {
        self.modules.push(node.ident.to_string());
        if node.content.is_none() && (marks_test(&node.attrs) || self.test_depth > 0) {
            self.test_modules
                .push((self.modules.clone(), path_of(&node.attrs)));
        }
        self.within(&node.attrs, |reader| visit::visit_item_mod(reader, node));
        self.modules.pop();
    }

    fn visit_item_fn(&mut self, node: &'ast syn::ItemFn) {
        self.within(&node.attrs, |reader| visit::visit_item_fn(reader, node));
    }

    fn visit_impl_item_fn(&mut self, node: &'ast syn::ImplItemFn) {
        self.within(&node.attrs, |reader| {
            visit::visit_impl_item_fn(reader, node)
        });
    }

    fn visit_item_impl(&mut self, node: &'ast syn::ItemImpl) {
        let of = node
            .trait_
            .as_ref()
            .and_then(|(_, path, _)| path.segments.last());
        let class = type_name(&node.self_ty);
        let ends = ["Error", "Err", "ErrorKind", "Exception", "Failure"];
        let is_error = ends.iter().any(|end| class.ends_with(end));
        let shown = of.is_some_and(|last| last.ident == "Display") && is_error;
        let outer = std::mem::replace(&mut self.display_of, shown.then_some(class));
        self.within(&node.attrs, |reader| visit::visit_item_impl(reader, node));
        self.display_of = outer;
    }

    fn visit_item_struct(&mut self, node: &'ast syn::ItemStruct) {
        self.within(&node.attrs, |reader| {
            reader.declare(&node.attrs, &node.ident)
        });
    }

    fn visit_item_enum(&mut self, node: &'ast syn::ItemEnum) {
        self.within(&node.attrs, |reader| {
            reader.declare(&node.attrs, &node.ident);
            visit::visit_item_enum(reader, node);
        });
    }

    fn visit_variant(&mut self, node: &'ast syn::Variant) {
        self.declare(&node.attrs, &node.ident);
    }

    fn visit_expr_call(&mut self, node: &'ast ExprCall) {
        self.built_by(node);
        visit::visit_expr_call(self, node);
    }

    fn visit_expr_method_call(&mut self, node: &'ast ExprMethodCall) {
        self.chained_by(node);
        visit::visit_expr_method_call(self, node);
    }

    fn visit_macro(&mut self, node: &'ast Macro) {
        let Some(last) = node.path.segments.last() else {
            return;
        };
        let name = last.ident.to_string();
        // What these hold is a pattern for code, not code of this file.
        if name == "macro_rules" || name.contains("quote") {
            return;
        }
        let args = arguments(node);
        self.raised_by(node, &name, args.as_deref());
        if let Some(args) = args {
            if name == "write" || name == "writeln" {
                self.displayed_by(node, &args);
            }
            for arg in &args {
                Reader::visit_expr(self, arg);
            }
        } else if let Ok(statements) = Block::parse_within.parse2(node.tokens.clone()) {
            for statement in &statements {
                Reader::visit_stmt(self, statement);
            }
        } else {
            let tokens: Vec<TokenTree> = node.tokens.clone().into_iter().collect();
            self.search(&tokens);
        }
    }
}
