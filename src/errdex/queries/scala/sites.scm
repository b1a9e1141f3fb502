; Where Scala throws, builds, checks, reports and declares errors. Names are judged in Python.

((throw_expression) @site (#set! kind "raise"))
((call_expression) @site (#set! kind "call"))
((instance_expression) @site (#set! kind "call"))

; what sites refer to
((class_definition) @class (#set! kind "class"))
((object_definition) @class (#set! kind "class"))
((enum_definition) @class (#set! kind "class"))
((simple_enum_case) @class (#set! kind "class"))
((val_definition) @field (#set! kind "constant"))
((import_declaration) @import (#set! kind "import"))
((catch_clause) @catch (#set! kind "catch"))
