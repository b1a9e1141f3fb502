((variable_assignment name: (variable_name) @name "=" value: (_) @value) @assignment)
((variable_assignment name: (variable_name) @name "+=" @adds value: (_) @value) @assignment)
((for_statement variable: (variable_name) @name) @assignment)
