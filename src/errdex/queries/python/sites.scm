; Where Python raises, asserts, exits, warns and reports.

((raise_statement . (_) @raised) @site (#set! kind "raise"))

((assert_statement . (_) @guard . (_)? @message) @site (#set! kind "assert"))

; an error object built anywhere else: assigned, returned, passed on
((call function: (identifier) @type arguments: (argument_list)) @site
  (#match? @type "(Error|Exception|Warning|Fault|Failure|Exit|Interrupt)$")
  (#set! kind "construct"))
((call function: (attribute attribute: (identifier) @type) arguments: (argument_list)) @site
  (#match? @type "(Error|Exception|Warning|Fault|Failure|Exit|Interrupt)$")
  (#set! kind "construct"))

((call function: (identifier) @name arguments: (argument_list)) @site
  (#any-of? @name "exit" "quit" "warn" "warn_explicit" "abort" "print" "HttpResponseBadRequest" "HttpResponseForbidden" "HttpResponseNotFound" "HttpResponseServerError")
  (#set! kind "call"))
((call function: (attribute attribute: (identifier) @name) arguments: (argument_list)) @site
  (#any-of? @name "exit" "warn" "warn_explicit" "abort" "error" "critical" "exception" "fatal" "write" "_exit")
  (#set! kind "call"))

; error_messages = {"required": _("…")}
((assignment left: (identifier) @name right: (dictionary) @dict)
  (#match? @name "error_messages$|ERROR_MESSAGES$|error_msgs$")
  (#set! kind "dict"))
; CharField(error_messages={"required": _("…")})
((keyword_argument name: (identifier) @name value: (dictionary) @dict)
  (#eq? @name "error_messages")
  (#set! kind "dict"))

; what sites refer to
((class_definition name: (identifier) @name superclasses: (argument_list)? @bases body: (block) @body) @class
  (#set! kind "class"))
((module (expression_statement (assignment left: (identifier) @name right: [(string) (concatenated_string) (parenthesized_expression) (binary_operator) (call) (dictionary)] @value)))
  (#set! kind "constant"))
((import_from_statement) @import (#set! kind "import"))
((import_statement) @import (#set! kind "import"))
((except_clause) @catch (#set! kind "catch"))
