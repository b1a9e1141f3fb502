; Where Rust panics, asserts, returns errors, declares their texts and reports.

; name!(…)
((macro_invocation macro: [(identifier) @name (scoped_identifier name: (identifier) @name)] (token_tree)) @site
  (#any-of? @name "panic" "unreachable" "todo" "unimplemented" "assert" "assert_eq" "assert_ne" "debug_assert" "debug_assert_eq" "debug_assert_ne" "assert_matches" "bail" "anyhow" "format_err" "eyre" "miette" "ensure" "whatever" "ensure_whatever" "compile_error" "error" "eprintln" "eprint")
  (#set! kind "macro"))

; value.method(…)
((call_expression function: (field_expression field: (field_identifier) @name) arguments: (arguments)) @site
  (#any-of? @name "expect" "expect_err" "ok_or" "ok_or_else" "map_err" "context" "with_context" "wrap_err" "wrap_err_with" "error")
  (#set! kind "method"))

; Err(…), XError::new(…), XError::Variant(…), XError::Variant { … }
((call_expression function: (identifier) @name arguments: (arguments)) @site
  (#eq? @name "Err")
  (#set! kind "err"))
((call_expression function: (scoped_identifier name: (identifier) @name) @callee arguments: (arguments)) @site
  (#set! kind "call"))
((call_expression function: (generic_function function: (scoped_identifier name: (identifier) @name) @callee) arguments: (arguments)) @site
  (#set! kind "call"))
((struct_expression name: [(type_identifier) (scoped_type_identifier)] @callee body: (field_initializer_list)) @site
  (#set! kind "struct"))

; what other macros hold has no syntax: sites are found among their tokens
((macro_invocation (token_tree) @tokens) (#set! kind "tokens"))
((macro_rule right: (token_tree) @tokens) (#set! kind "tokens"))

; declared texts: #[error("…")], impl Display for XError, fn description
((attribute_item (attribute (identifier) @name arguments: (token_tree) @args)) @site
  (#any-of? @name "error" "snafu" "fail" "display")
  (#set! kind "attribute"))
((impl_item trait: [(type_identifier) @trait (scoped_type_identifier name: (type_identifier) @trait)] type: (_) @type body: (_) @body) @site
  (#any-of? @trait "Display" "Error")
  (#set! kind "display"))

; what sites refer to
((enum_item name: (type_identifier) @name body: (enum_variant_list) @body) @class
  (#set! kind "class"))
((struct_item name: (type_identifier) @name) @class
  (#set! kind "class"))
((impl_item trait: [(type_identifier) @trait (scoped_type_identifier name: (type_identifier) @trait)] type: (_) @type body: (_) @body) @class
  (#eq? @trait "Display")
  (#set! kind "class"))
((const_item name: (identifier) @name value: (_) @value) (#set! kind "constant"))
((static_item name: (identifier) @name value: (_) @value) (#set! kind "constant"))
((use_declaration) @import
  (#match? @import "Err|[A-Z][A-Z0-9]+_[A-Z0-9]")
  (#set! kind "import"))
