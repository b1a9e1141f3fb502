"""From any text to the records that may have said it."""
