"""Message catalogues: files that keep the texts which the code names by a key."""
