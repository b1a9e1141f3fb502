((initialized_variable_definition name: (identifier) @name "=" . value: (_) @value) @assignment)
((assignment_expression left: (assignable_expression . (identifier) @name .) operator: "=" . right: (_) @value) @assignment)
((assignment_expression left: (assignable_expression . (identifier) @name .) operator: "+=" @adds . right: (_) @value) @assignment)
; text.write(x)
((expression_statement . (identifier) @name . (selector (unconditional_assignable_selector (identifier) @_method)) . (selector (argument_part (arguments . "(" . (argument . (_) @value)))) .) @assignment @adds
  (#any-of? @_method "write" "writeln"))
((for_loop_parts name: (identifier) @name) @assignment)
((catch_parameters (identifier) @name) @assignment)
((function_expression parameters: (formal_parameter_list (formal_parameter (identifier) @name))) @assignment)
