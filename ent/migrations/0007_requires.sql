-- A migration may exclude older programs: requires is the migration that a program needs to run on the schema after it, or null.
-- Servers read this table twice a second and wait at most a second for it, so this change waits less.
SET LOCAL lock_timeout = '500ms';
ALTER TABLE schema_revisions ADD COLUMN IF NOT EXISTS requires text;
