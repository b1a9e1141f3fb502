; Where Java throws, builds, asserts, reports and declares errors. Only nodes are told here, their
; names are judged in Python: the hints lead the queries to few places, and looking costs less
; there than a predicate.

((throw_statement) @site (#set! kind "raise"))
((object_creation_expression) @site (#set! kind "construct"))
((method_invocation) @site (#set! kind "call"))
((assert_statement) @site (#set! kind "assert"))
; orElseThrow(NotFoundException::new)
((method_reference) @site (#set! kind "reference"))

; texts of codes, constraints and message interfaces
((enum_declaration) @site (#set! kind "enum"))
((annotation) @site (#set! kind "annotation"))
((annotation_type_element_declaration) @site (#set! kind "default"))

; what sites refer to
((class_declaration) @class (#set! kind "class"))
((enum_declaration) @enumeration (#set! kind "constant"))
((field_declaration) @field (#set! kind "constant"))
((constant_declaration) @field (#set! kind "constant"))
((import_declaration) @import (#set! kind "import"))
((catch_clause) @catch (#set! kind "catch"))
