((method_invocation) @call)
((annotation) @annotation)
((try_statement) @attempt)
