; inherits: c
; Where C++ throws, builds errors and streams their text.

((throw_statement (_) @thrown) @site (#set! kind "throw"))

; std::cerr << "…" << x; LOG(ERROR) << "…"; return Error() << "…"
((expression_statement (binary_expression operator: "<<") @chain) @site (#set! kind "stream"))
((return_statement (binary_expression operator: "<<") @chain) @site (#set! kind "stream"))

; std::runtime_error e("…"), X{"…"}
((declaration type: (_) @type declarator: (init_declarator value: [(argument_list) (initializer_list)] @args)) @site
  (#set! kind "built"))
((compound_literal_expression type: (_) @type value: (initializer_list) @args) @site (#set! kind "built"))

; static_assert(x, "…")
((static_assert_declaration) @site (#set! kind "static"))

; X::X(…) : Base("…") {}
((function_definition declarator: (function_declarator declarator: (qualified_identifier) @name) (field_initializer_list) @bases) @site
  (#set! kind "built by"))

; what sites refer to
((class_specifier name: (_) @name body: (field_declaration_list) @body) @class (#set! kind "class"))
((struct_specifier name: (_) @name body: (field_declaration_list) @body) @class (#set! kind "class"))
((catch_clause) @catch (#set! kind "catch"))
