; require.EqualError(t, err, "…"), assert.Contains(t, err.Error(), "…"), c.Assert(err, ErrorMatches, "…")
((call_expression function: (selector_expression field: (field_identifier) @name) arguments: (argument_list)) @expectation
  (#any-of? @name "EqualError" "EqualErrorf" "ErrorContains" "ErrorContainsf" "ErrorIs" "ErrorAs" "PanicsWithValue" "PanicsWithError" "Contains" "Containsf" "Equal" "Equalf" "HasPrefix" "HasSuffix" "Regexp" "Assert" "Check"))
((call_expression function: (identifier) @name arguments: (argument_list)) @expectation
  (#any-of? @name "MatchError"))
; if err.Error() != "…"
((binary_expression left: (call_expression) right: [(interpreted_string_literal) (raw_string_literal)]) @expectation)
; {name: "…", wantErr: "…"}
((keyed_element key: (literal_element (identifier)) value: (literal_element [(interpreted_string_literal) (raw_string_literal)])) @pair)
