; Which assignments give a local its text.
((init_declarator
  declarator: [
    (identifier) @name
    (pointer_declarator declarator: (identifier) @name)
    (array_declarator declarator: (identifier) @name)]
  value: (_) @value) @assignment)
((assignment_expression left: (identifier) @name operator: "=" right: (_) @value) @assignment)
((call_expression
  function: (identifier) @fills
  arguments: (argument_list . [(identifier) @name (pointer_expression argument: (identifier) @name)])) @assignment @value
  (#match? @fills "(s[nl]?|as)printf(_s)?$|str[nl]?cpy"))
((call_expression
  function: (identifier) @fills
  arguments: (argument_list . [(identifier) @name (pointer_expression argument: (identifier) @name)])) @assignment @value @adds
  (#match? @fills "str[nl]?cat$|_add(f|str|ch)$|[aA]ppend"))
