-- What a key has made is found in the journal. The index has only those events, so other writes do not keep it up.
-- workplan:outside-transaction
CREATE INDEX CONCURRENTLY IF NOT EXISTS events_made_idx ON events (organization_id, api_key_id, type, id)
WHERE api_key_id IS NOT NULL AND type IN ('key.created', 'user.created', 'webhook.created');
