; with pytest.raises(ValueError, match="…"): call()
((with_statement (with_clause (with_item value: (_) @call)) body: (block) @body) @provocation)
; self.assertRaisesRegex(ValueError, "…", call, …)
((call function: (attribute attribute: (identifier) @name) arguments: (argument_list)) @direct
  (#any-of? @name "assertRaises" "assertRaisesRegex" "assertRaisesMessage" "raises"))
