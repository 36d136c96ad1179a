-- loaded returns the id of the nth row of a kind. load adds rows to every table of an organization: as many users, clients and
-- projects as people, and hours of each user on some days. Each user reports to boss, unless that is null.
CREATE FUNCTION loaded(uuid, kind text, n int) RETURNS uuid LANGUAGE sql IMMUTABLE AS
  $$ SELECT overlay(md5($1 || kind || n) PLACING '4' FROM 13)::uuid $$; -- not of version 8, which is that of placeholders
CREATE FUNCTION load(uuid, people int, days int, boss uuid) RETURNS void LANGUAGE sql AS $$
INSERT INTO organizations (id, name, created_at, updated_at) VALUES ($1, 'Works', '2026-01-01', '2026-01-01') ON CONFLICT DO NOTHING;
INSERT INTO users (organization_id, id, version, created_at, updated_at, email, name, default_availability, role, is_active, reports_to_id,
    external_ids)
  SELECT $1, loaded($1, 'user', i), 1, timestamptz '2026-01-01' + i * interval '1 s', '2026-01-01', 'user' || i || '@works.example', 'User ' || i,
    40, 'member', true, boss, ARRAY['hr:' || i] FROM generate_series(1, people) i;
INSERT INTO record_external_ids (organization_id, record, external_id, id)
  SELECT $1, 'user', 'hr:' || i, loaded($1, 'user', i) FROM generate_series(1, people) i;
INSERT INTO clients (organization_id, id, version, created_at, updated_at, company_name, is_active, client_priority, categories, account_manager_id)
  SELECT $1, loaded($1, 'client', i), 1, timestamptz '2026-01-01' + i * interval '1 s', '2026-01-01', 'Client ' || i, true, 'low', '{}',
    loaded($1, 'user', i) FROM generate_series(1, people) i;
INSERT INTO projects (organization_id, id, version, created_at, updated_at, name, client_id, start_date, end_date, project_manager_id, status, billing_type)
  SELECT $1, loaded($1, 'project', i), 1, timestamptz '2026-01-01' + i * interval '1 s', '2026-01-01', 'Project ' || i,
    loaded($1, 'client', i), '2026-01-01', '2026-12-31', loaded($1, 'user', i), 'active', 'non_billable' FROM generate_series(1, people) i;
INSERT INTO budgets (organization_id, id, version, created_at, updated_at, items, alert_at)
  SELECT $1, loaded($1, 'project', i), 1, '2026-01-01', '2026-01-01', '[{"hours": "40", "period": "total"}]', '{}' FROM generate_series(1, people) i;
INSERT INTO capabilities (organization_id, id, version, created_at, updated_at, name, is_active)
  SELECT $1, loaded($1, 'capability', i), 1, timestamptz '2026-01-01' + i * interval '1 s', '2026-01-01', 'Capability ' || i, true
  FROM generate_series(1, people) i;
INSERT INTO time_off_types (organization_id, id, version, created_at, updated_at, name, is_active)
  SELECT $1, loaded($1, 'type', i), 1, timestamptz '2026-01-01' + i * interval '1 s', '2026-01-01', 'Type ' || i, true FROM generate_series(1, people) i;
INSERT INTO assignments (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
  SELECT $1, loaded($1, 'assignment', i * 1000 + day), 1, '2026-01-01', '2026-01-01', loaded($1, 'user', i),
    loaded($1, 'project', 1 + (i + day / 10) % people), CASE WHEN i % 2 = 0 THEN loaded($1, 'capability', i) END, date '2026-01-01' + day, 4
  FROM generate_series(1, people) i, generate_series(1, days) day;
INSERT INTO actual_hours (organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours)
  SELECT organization_id, id, version, created_at, updated_at, user_id, project_id, capability_id, date, hours FROM assignments WHERE organization_id = $1;
INSERT INTO time_off_requests (organization_id, id, version, created_at, updated_at, user_id, time_off_type_id, start_date, end_date, availability, reason, status)
  SELECT $1, loaded($1, 'time off', i * 10 + n), 1, timestamptz '2026-01-01' + (i * 10 + n) * interval '1 s', '2026-01-01', loaded($1, 'user', i),
    loaded($1, 'type', i), date '2026-01-01' + n * 30, date '2026-01-03' + n * 30, 0, 'Rest', 'pending'
  FROM generate_series(1, people) i, generate_series(1, 5) n;
INSERT INTO api_keys (organization_id, id, version, created_at, updated_at, name, actor_user_id, secret_hash, scopes)
  SELECT $1, loaded($1, 'key', i), 1, timestamptz '2026-01-01' + i * interval '1 s', '2026-01-01', 'Key ' || i, loaded($1, 'user', i),
    sha256(uuid_send(loaded($1, 'key', i))), '{read:users}' FROM generate_series(1, people) i;
INSERT INTO idempotency_keys (organization_id, id, api_key_id, rpc, key, fingerprint, created_at, expires_at)
  SELECT $1, loaded($1, 'idempotency', i * 10 + n), loaded($1, 'key', i), 'rpc', 'key ' || n, sha256(''), now(), now() + interval '1 day'
  FROM generate_series(1, people) i, generate_series(1, 5) n;
INSERT INTO sessions (organization_id, id, user_id, token_hash, method, created_at, last_used_at, expires_at)
  SELECT $1, loaded($1, 'session', i), loaded($1, 'user', i), sha256(uuid_send(loaded($1, 'session', i))), 'oidc', now(), now(), now() + interval '1 day'
  FROM generate_series(1, people) i;
INSERT INTO calendar_feeds (organization_id, id, token_hash, created_at)
  SELECT $1, loaded($1, 'user', i), sha256(uuid_send(loaded($1, 'user', i))), now() FROM generate_series(1, people) i;
INSERT INTO working_patterns (organization_id, id, version, created_at, updated_at, items)
  SELECT $1, loaded($1, 'user', i), 1, '2026-01-01', '2026-01-01', '[]' FROM generate_series(1, people) i;
INSERT INTO user_capabilities (organization_id, id, version, created_at, updated_at, items)
  SELECT $1, loaded($1, 'user', i), 1, '2026-01-01', '2026-01-01',
    jsonb_build_array(jsonb_build_object('capabilityId', loaded($1, 'capability', 8), 'level', 1 + i % 5)) FROM generate_series(1, people) i;
INSERT INTO user_views (organization_id, id, version, created_at, updated_at, items)
  SELECT $1, loaded($1, 'user', i), 1, '2026-01-01', '2026-01-01', '[{"name": "My team", "query": ""}]' FROM generate_series(1, people) i;
INSERT INTO scim_names (organization_id, id, name, given_name, family_name)
  SELECT $1, loaded($1, 'user', i), 'User ' || i, 'User', i FROM generate_series(1, people) i;
INSERT INTO holidays (organization_id, id, version, created_at, updated_at, country_code, date, name, factor)
  SELECT $1, loaded($1, 'holiday', i), 1, '2026-01-01', '2026-01-01', 'FR', date '2026-01-01' + i, 'Holiday', 1 FROM generate_series(1, people * 3) i;
INSERT INTO webhooks (organization_id, id, version, created_at, updated_at, url, types, state, user_id, secret_generation, position, tries, failures, due_at, lease)
  SELECT $1, loaded($1, 'webhook', i), 1, '2026-01-01', '2026-01-01', 'https://works.example', '{client.*}', 'paused', loaded($1, 'user', i), 1, 0, 0, 0, '2026-01-01', 0
  FROM generate_series(1, 3) i;
INSERT INTO webhook_redeliveries (organization_id, id, webhook_id, from_seq, to_seq, position, parked)
  SELECT $1, loaded($1, 'redelivery', i * 10000 + n), loaded($1, 'webhook', i), n, n, n - 1, true FROM generate_series(1, 3) i, generate_series(1, people) n;
INSERT INTO webhook_attempts (organization_id, id, webhook_id, created_at, seq, type, duration, outcome)
  SELECT $1, loaded($1, 'attempt', i * 10000 + n), loaded($1, 'webhook', i), now(), n, 'client.updated', 1, 'delivered'
  FROM generate_series(1, 3) i, generate_series(1, people * 5) n;
UPDATE events SET written_at = written_at - interval '2 days' WHERE organization_id = $1;
INSERT INTO event_heads (organization_id, seq, first_seq) VALUES ($1, 0, 1) ON CONFLICT DO NOTHING;
INSERT INTO events (organization_id, id, seq, written_at, type, request_id, record_id, row_count, encoding, data)
  SELECT $1, loaded($1, 'event', i), h.seq + i, now() - (people * 20 - i) * interval '1 s', 'client.updated', '', loaded($1, 'client', 1 + i % people), 0, 1,
    convert_to('{"before":{},"after":{}}', 'UTF8') FROM generate_series(1, people * 20) i, event_heads h WHERE h.organization_id = $1;
UPDATE event_heads SET seq = seq + people * 20 WHERE organization_id = $1;
$$;
