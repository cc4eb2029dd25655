-- How much the bot helps those who play: helpful, or coach, with hints by a robot.
ALTER TABLE tables ADD COLUMN help TEXT NOT NULL DEFAULT 'helpful';
