((variable_declaration (variable_declarator name: (identifier) @name . (_) @value)) @assignment)
((assignment_expression left: (identifier) @name "=" right: (_) @value) @assignment)
((assignment_expression left: (identifier) @name "+=" @adds right: (_) @value) @assignment)
; text.Append(x).Append(y)
((invocation_expression function: (member_access_expression expression: (identifier) @name name: (identifier) @_method)) @value @assignment @adds
  (#match? @_method "^Append(Line|Format)?$"))
((foreach_statement left: (identifier) @name) @assignment)
((catch_declaration name: (identifier) @name) @assignment)
((declaration_pattern name: (identifier) @name) @assignment)
