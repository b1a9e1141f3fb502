((let_declaration pattern: (identifier) @name value: (_) @value) @assignment)
((let_declaration pattern: (identifier) @name !value) @assignment)
((let_declaration pattern: (tuple_pattern (identifier) @name)) @assignment)
((assignment_expression left: (identifier) @name right: (_) @value) @assignment)
((compound_assignment_expr left: (identifier) @name operator: "+=" @adds right: (_) @value) @assignment)
((call_expression
  function: (field_expression value: (identifier) @name field: (field_identifier) @method)
  arguments: (arguments . (_) @value .)) @assignment @adds
  (#eq? @method "push_str"))
((for_expression pattern: (identifier) @name) @assignment)
((closure_expression parameters: (closure_parameters (identifier) @name)) @assignment)
((let_condition pattern: (tuple_struct_pattern (identifier) @name)) @assignment)
