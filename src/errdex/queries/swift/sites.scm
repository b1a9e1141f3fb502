; Where Swift throws, traps, builds, reports and declares errors. Only nodes are told here, their
; names are judged in Python: the hints lead the queries to few places.

((control_transfer_statement (throw_keyword)) @site (#set! kind "raise"))
((call_expression) @site (#set! kind "call"))
((constructor_expression) @site (#set! kind "call"))
; var errorDescription: String? { … }
((property_declaration computed_value: (_)) @site (#set! kind "declare"))

; func lostMessage() -> String { … } of a type that words errors
((function_declaration) @site (#set! kind "declare"))

; what sites refer to
((class_declaration) @class (#set! kind "class"))
((property_declaration value: (_)) @field (#set! kind "constant"))
((catch_block error: (_)) @catch (#set! kind "catch"))
