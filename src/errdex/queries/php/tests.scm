((member_call_expression) @call)
((function_call_expression) @call)
((scoped_call_expression) @call)
