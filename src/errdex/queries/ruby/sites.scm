; Where Ruby raises, exits, warns and reports.

((call method: (identifier) @name arguments: (argument_list)) @site
  (#any-of? @name "raise" "fail" "abort" "warn" "exit" "exit!" "halt" "render" "error!")
  (#set! kind "call"))

; logger.error("…"), logger.error { "…" }, errors.add(…), $stderr.puts("…")
((call receiver: (_) @receiver method: (identifier) @name) @site
  (#any-of? @name "error" "fatal" "err" "crit" "alert" "emerg" "add" "puts" "print" "write" "printf" "user_error!" "crash!" "build_failure!" "test_failure!" "shell_error!" "abort_with_message!" "alert_error" "deprecate_warn")
  (#set! kind "received"))
((call !receiver method: (identifier) @name arguments: (argument_list)) @site
  (#any-of? @name "validates" "alert_error" "validates_presence_of" "validates_format_of" "validates_length_of" "validates_inclusion_of" "validates_uniqueness_of" "validates_numericality_of" "validates_with" "validates_each" "validates_exclusion_of" "validates_confirmation_of" "validates_acceptance_of")
  (#set! kind "validates"))

; errors[:base] << "…"
((binary left: (element_reference) @table operator: "<<" right: (_) @value) @site
  (#set! kind "appended"))
; flash[:error] = "…"
((assignment left: (element_reference) @table right: (_) @value) @site
  (#set! kind "flashed"))

; an error object built anywhere else: assigned, returned, passed on
((call receiver: [(constant) (scope_resolution)] @type method: (identifier) @name) @site
  (#any-of? @name "new" "exception")
  (#match? @type "(Error|Exception|Warning|Fault|Failure|Invalid|NotFound|Interrupt)$")
  (#set! kind "construct"))

; what sites refer to
((class name: (_) @name) @class (#set! kind "class"))
((assignment left: (constant) @name right: (call receiver: (constant) @maker method: (identifier) @new) @made) @class
  (#eq? @maker "Class") (#eq? @new "new")
  (#set! kind "class"))
((assignment left: (constant) @name right: [(string) (chained_string) (heredoc_beginning) (call) (hash) (binary)] @value)
  (#set! kind "constant"))
((rescue) @catch (#set! kind "catch"))
