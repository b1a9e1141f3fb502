((function_call) @call)
