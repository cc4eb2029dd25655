"""bot.tables"""
