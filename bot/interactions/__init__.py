"""Every command and tap is answered here: acknowledged, looked into at the tables, shown."""
