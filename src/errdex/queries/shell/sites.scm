; Where scripts print to the error stream; names are judged in Python.

((redirected_statement) @site (#set! kind "redirected"))
((function_definition redirect: (_)) @site (#set! kind "redirected"))
; derror() { log 2 "$@"; }
((function_definition) @site (#set! kind "reporter"))
((command) @site (#set! kind "command"))
((expansion) @site (#set! kind "unset"))

; what sites refer to
((variable_assignment name: (variable_name) @name value: (_) @value) @field (#set! kind "constant"))
