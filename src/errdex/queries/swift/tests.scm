((call_expression) @call)
((macro_invocation) @call)
