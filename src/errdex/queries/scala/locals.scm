((val_definition pattern: (identifier) @name value: (_) @value) @assignment)
((var_definition pattern: (identifier) @name value: (_) @value) @assignment)
((assignment_expression left: (identifier) @name right: (_) @value) @assignment)
((enumerator . (identifier) @name) @assignment)
