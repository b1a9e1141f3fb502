((call) @call)
