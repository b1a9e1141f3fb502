; #[should_panic(expected = "…")]
((attribute_item (attribute (identifier) @name)) @should
  (#eq? @name "should_panic"))
; assert!(matches!(x, Err(E::V))), assert_eq!(x.unwrap_err().to_string(), "…")
((macro_invocation macro: [(identifier) @name (scoped_identifier name: (identifier) @name)] (token_tree) @args) @expectation
  (#any-of? @name "assert" "assert_eq" "assert_matches" "assert_snapshot" "assert_debug_snapshot"))
