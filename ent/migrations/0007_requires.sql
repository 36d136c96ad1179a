-- A migration may exclude older programs: requires is the migration that a program needs to run on the schema after it, or null.
ALTER TABLE schema_revisions ADD COLUMN IF NOT EXISTS requires text;
