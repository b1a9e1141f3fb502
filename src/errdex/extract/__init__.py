"""From source text to facts and linked sites."""
