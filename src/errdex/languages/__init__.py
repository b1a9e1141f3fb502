"""What each language is: grammar, queries and the few rules that queries cannot say."""
