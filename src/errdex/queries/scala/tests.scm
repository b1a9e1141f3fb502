((compilation_unit) @test)
