; Where C# throws, builds, asserts, reports and declares errors. Only nodes are told here, their
; names are judged in Python: the hints lead the queries to few places.

((throw_statement) @site (#set! kind "raise"))
((throw_expression) @site (#set! kind "raise"))
((object_creation_expression) @site (#set! kind "construct"))
((implicit_object_creation_expression) @site (#set! kind "construct"))
((invocation_expression) @site (#set! kind "call"))
; [Required(ErrorMessage = "…")]
((attribute) @site (#set! kind "attribute"))

; what sites refer to
((class_declaration) @class (#set! kind "class"))
((record_declaration) @class (#set! kind "class"))
((field_declaration) @field (#set! kind "constant"))
((local_declaration_statement) @field (#set! kind "constant"))
((using_directive) @import (#set! kind "import"))
((catch_clause) @catch (#set! kind "catch"))
