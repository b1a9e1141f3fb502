"""Pure functions on templates that scan time and look-up time share: anchors, matching, weight."""
