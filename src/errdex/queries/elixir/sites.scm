; Where Elixir raises, returns and reports errors. Names are judged in Python.

((call) @site (#set! kind "call"))
((tuple) @site (#set! kind "tuple"))

; what sites refer to
((call target: (identifier) @_name) @class (#eq? @_name "defexception") (#set! kind "class"))
((unary_operator operand: (call target: (identifier) @name (arguments . (_) @value .))) @field (#set! kind "constant"))
((rescue_block) @catch (#set! kind "catch"))
