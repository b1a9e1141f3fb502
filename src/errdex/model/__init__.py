"""The domain's words: templates, sites, facts, evidence and records. Imports nothing of errdex."""
