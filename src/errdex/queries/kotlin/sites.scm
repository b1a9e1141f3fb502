; Where Kotlin throws, builds, checks, reports and declares errors. Names are judged in Python.

((throw_expression) @site (#set! kind "raise"))
((call_expression) @site (#set! kind "call"))
((class_declaration (enum_class_body)) @site (#set! kind "enum"))

; what sites refer to
((class_declaration) @class (#set! kind "class"))
((object_declaration) @class (#set! kind "class"))
((property_declaration) @field (#set! kind "constant"))
((import) @import (#set! kind "import"))
((catch_block) @catch (#set! kind "catch"))
