((assignment_statement (variable_list . name: (identifier) @name .) (expression_list . value: (_) @value)) @assignment)
((assignment_statement (variable_list . name: (identifier) name: (identifier) @name) (expression_list . value: (function_call))) @assignment)
((for_generic_clause (variable_list name: (identifier) @name)) @assignment)
