; Where Lua raises, asserts, returns and reports errors. Names are judged in Python.

((function_call) @site (#set! kind "call"))
((return_statement) @site (#set! kind "return"))

; what sites refer to
((assignment_statement (variable_list . name: (_) @name .) (expression_list . value: (_) @value .)) @field (#set! kind "constant"))
