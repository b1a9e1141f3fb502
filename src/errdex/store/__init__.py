"""Where records are kept: SQLite by default, PostgreSQL by URL."""
