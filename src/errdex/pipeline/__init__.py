"""The stages in order: source, extract, evidence, explain, store."""
