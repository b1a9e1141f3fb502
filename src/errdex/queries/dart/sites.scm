; Where Dart throws, asserts, rejects, reports and declares errors. Only nodes are told here, their
; names are judged in Python: the hints lead the queries to few places. A call is no node of its
; own in this grammar: its arguments are, and the name stands before them.

([(throw_expression) (throw_expression_without_cascade)] @site (#set! kind "raise"))
((rethrow_expression) @site (#set! kind "reraise"))
((assertion) @site (#set! kind "assert"))
((arguments) @site (#set! kind "call"))
; String toString() => "…"; enum Reason { lost("…") }
([(class_definition) (enum_declaration)] @site (#set! kind "declare"))

; what sites refer to
((class_definition) @class (#set! kind "class"))
((static_final_declaration) @field (#set! kind "constant"))
((try_statement (type_identifier) @catch) (#set! kind "catch"))
