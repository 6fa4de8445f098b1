"""Files for programs of others: TEI, tables as CSV and SQLite, JSON lines, a bibliography. One file makes each that needs much."""
