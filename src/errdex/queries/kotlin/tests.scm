((function_declaration) @test)
((call_expression) @call)
