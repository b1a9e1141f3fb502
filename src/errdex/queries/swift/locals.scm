((property_declaration name: (pattern bound_identifier: (simple_identifier) @name) value: (_) @value) @assignment)
((assignment target: (directly_assignable_expression (simple_identifier) @name) operator: "=" result: (_) @value) @assignment)
((assignment target: (directly_assignable_expression (simple_identifier) @name) operator: "+=" @adds result: (_) @value) @assignment)
