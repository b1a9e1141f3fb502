; inherits: javascript

((abstract_class_declaration body: (class_body) @body) @class (#set! kind "class"))
((enum_declaration name: (identifier) @name body: (enum_body) @value) @enum (#set! kind "constant"))

; tables and constants behind `as const` and `satisfies T`
((variable_declarator name: (identifier) @name value: [(as_expression) (satisfies_expression)] @dict)
  (#match? @name "(?i)(?:messages?|msgs?|errors?|errs|locale|reasons|descriptions|warnings|_?strings)$")
  (#set! kind "dict"))
((public_field_definition name: (property_identifier) @name value: [(object) (as_expression) (satisfies_expression)] @dict)
  (#match? @name "(?i)(?:messages|errors|msgs|locale|reasons)$")
  (#set! kind "dict"))
((variable_declarator name: (identifier) @name value: [(as_expression) (satisfies_expression)] @value)
  (#set! kind "constant"))
((export_statement value: [(as_expression) (satisfies_expression)] @value) (#set! kind "constant"))
