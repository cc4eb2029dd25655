"""The store of the protocol in SQL: statements that serve every database, and rows to SQL and back.

They are written as SQLite reads them. What a database does in its own way (transactions, what it refuses, the scripts
of its schema) is in its own folder.
"""
