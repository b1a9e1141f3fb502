"""Evidence about sites: what the snapshot says around, above and about them."""
