-- Tentative rows are listed in the order of the list. The index has only these rows, so writes of others do not keep it up.
-- workplan:outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS assignments_tentative_idx ON assignments (organization_id, date, user_id, project_id, capability_id)
WHERE tentative IS TRUE;
