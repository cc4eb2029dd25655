-- Several processes at one table. A table that is held has an odd number, each time another; one that nobody holds an
-- even one. Whoever has held it last, and finds the number as it was left, knows that nobody has been there since.
CREATE TABLE holds (
    game BIGINT PRIMARY KEY REFERENCES tables (id) ON DELETE CASCADE,
    number BIGINT NOT NULL
);

-- The number before, and the one from now on; or null where another process holds it. Of a table that isn't there, zeros.
-- A hold is kept without waiting for the disk, so a server that has crashed may not know it: the next one has another
-- number, and what was kept under the lost one would be known.
CREATE FUNCTION take_hold(table_id BIGINT) RETURNS BIGINT[] LANGUAGE plpgsql AS $$
DECLARE
    was BIGINT;
    held BIGINT;
BEGIN
    IF NOT pg_try_advisory_lock(3, table_id::INTEGER) THEN
        RETURN NULL;
    END IF;
    INSERT INTO holds (game, number) SELECT id, 0 FROM tables WHERE id = table_id ON CONFLICT DO NOTHING;
    SELECT number INTO was FROM holds WHERE game = table_id FOR UPDATE;
    held := was + 1 + was % 2 + 2 * floor(random() * 1000000)::BIGINT;
    UPDATE holds SET number = held WHERE game = table_id;
    RETURN ARRAY [coalesce(was, 0), coalesce(held, 0)];
END
$$;

CREATE FUNCTION end_hold(table_id BIGINT, held BIGINT) RETURNS VOID LANGUAGE plpgsql AS $$
BEGIN
    UPDATE holds SET number = held + 1 WHERE game = table_id AND number = held;
    PERFORM pg_advisory_unlock(3, table_id::INTEGER);
END
$$;

-- All processes hear of what is to be sent and of what falls due, and by whom it was written.
CREATE FUNCTION tell_of_items() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('semafor_items', NEW.game || ' ' || coalesce(current_setting('semafor.process', true), ''));
    RETURN NULL;
END
$$;

CREATE FUNCTION tell_of_timers() RETURNS TRIGGER LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('semafor_timers', NEW.due || ' ' || coalesce(current_setting('semafor.process', true), ''));
    RETURN NULL;
END
$$;

CREATE TRIGGER items_kept AFTER INSERT OR UPDATE OF version, due ON letters
    FOR EACH ROW WHEN (NEW.due = 0) EXECUTE FUNCTION tell_of_items();
CREATE TRIGGER timers_kept AFTER INSERT OR UPDATE ON timers FOR EACH ROW EXECUTE FUNCTION tell_of_timers();
