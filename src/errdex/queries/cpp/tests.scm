; EXPECT_THROW(…, X), REQUIRE_THROWS_WITH(…, "…"), EXPECT_DEATH(…, "…")
((call_expression function: [(identifier) @name (qualified_identifier) @name] arguments: (argument_list) @args) @expectation
  (#match? @name "THROW|DEATH|EXIT$|ASSERT_DEATH|_ERROR|EXPECT_THAT|ASSERT_THAT"))
