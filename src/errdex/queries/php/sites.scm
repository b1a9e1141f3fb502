; Where PHP throws, builds, asserts, reports and declares errors. Only nodes are told here, their
; names are judged in Python: the hints lead the queries to few places.

((throw_expression) @site (#set! kind "raise"))
((object_creation_expression) @site (#set! kind "construct"))
((function_call_expression) @site (#set! kind "function"))
((member_call_expression) @site (#set! kind "method"))
((nullsafe_member_call_expression) @site (#set! kind "method"))
((scoped_call_expression) @site (#set! kind "static"))
((exit_statement) @site (#set! kind "exit"))
; $errors[] = 'text'
((assignment_expression left: (subscript_expression)) @site (#set! kind "append"))
; public $message = 'This value …'; of a constraint
((property_element) @site (#set! kind "declare"))
((property_promotion_parameter) @site (#set! kind "declare"))

; what sites refer to
((class_declaration) @class (#set! kind "class"))
((const_declaration) @constant (#set! kind "constant"))
((enum_case) @constant (#set! kind "constant"))
((property_declaration) @constant (#set! kind "constant"))
((function_call_expression function: (name) @_define) @constant
  (#eq? @_define "define") (#set! kind "constant"))
((namespace_use_declaration) @import (#set! kind "import"))
((catch_clause) @catch (#set! kind "catch"))
