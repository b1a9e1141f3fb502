; inherits: c
; Text that grows: streams, += and append; an empty one begins with nothing.
((assignment_expression left: (identifier) @name operator: "+=" right: (_) @value) @assignment @adds)
((binary_expression left: (identifier) @name operator: "<<") @assignment @value @adds)
((declaration type: (_) @type declarator: (identifier) @name) @assignment @value
  (#match? @type "stream|[sS]tring"))
((call_expression
  function: (field_expression argument: (identifier) @name field: (field_identifier) @method)
  arguments: (argument_list . (_) @value .)) @assignment @adds
  (#eq? @method "append"))
