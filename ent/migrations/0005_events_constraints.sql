-- The constraints of an event made each write slower. The foreign key locked the row of the organization, and organizations are
-- never deleted. PostgreSQL prepares a CHECK again for each statement.
ALTER TABLE events
  DROP CONSTRAINT events_organization_id_fkey,
  DROP CONSTRAINT events_seq_check,
  DROP CONSTRAINT events_type_check;
