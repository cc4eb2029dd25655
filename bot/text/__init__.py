"""What people read: rules' facts, refusals and views turned into sentences of any language. Knows no Discord.

Names of players come in as they are shown, by seat; whatever is written into a sentence is made harmless here.
"""
