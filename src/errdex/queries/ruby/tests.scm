; expect { call }.to raise_error(X, "…"); assert_raises(X) { call }
((call method: (identifier) @name arguments: (argument_list)) @expected
  (#any-of? @name "raise_error" "raise_exception" "assert_raises" "assert_raise" "assert_raise_with_message" "assert_raises_with_message" "assert_raise_message" "must_raise" "assert_raise_kind_of" "and_raise_error"))
