((invocation_expression) @call)
((attribute) @attribute)
