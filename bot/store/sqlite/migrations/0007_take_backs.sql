-- Whether an action may be taken back by its player, and the number of the take-back that took it. A take-back is a row
-- of the log too, with its own number in `undone`. What was kept before may not be undone alone: nobody asked the rules.
ALTER TABLE actions ADD COLUMN undoable INTEGER NOT NULL DEFAULT 0;
ALTER TABLE actions ADD COLUMN undone INTEGER;
