; Where C reports: calls, declared texts, fields and results that hold an error's text.

((call_expression arguments: (argument_list)) @site (#set! kind "call"))

; *errmsg = "…"
((assignment_expression right: (_)) @site (#set! kind "assigned"))

; return "…";
((return_statement [(string_literal) (concatenated_string) (call_expression) (conditional_expression) (parenthesized_expression)]) @site
  (#set! kind "returned"))

; case ECODE: return "…";
((case_statement value: (identifier) @label) @site (#set! kind "case"))

; const char *errors[] = { [ECODE] = "…" };
((init_declarator declarator: [(array_declarator) (pointer_declarator)] value: (initializer_list) @list) @site
  (#set! kind "table"))

; #error "…"
((preproc_call) @site (#set! kind "directive"))

; what a macro stands for has no syntax: it is parsed on its own
((preproc_function_def value: (preproc_arg) @value) @site (#set! kind "macro"))
((preproc_def value: (preproc_arg) @value) @site (#set! kind "macro"))

; what sites refer to
((preproc_def name: (identifier) @name value: (preproc_arg) @value) (#set! kind "constant"))
((init_declarator
  declarator: [
    (array_declarator declarator: (identifier) @name)
    (pointer_declarator declarator: (identifier) @name)
    (pointer_declarator (type_qualifier) declarator: (identifier) @name)]
  value: [(string_literal) (concatenated_string)] @value) @constant
  (#set! kind "constant"))
