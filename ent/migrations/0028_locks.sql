-- Each change of what is closed gives a version that the organization never had. A write says which one it has looked at, and is
-- refused if it is another one by then. No other table refers to these rows, so only such writes and changes lock them.
CREATE TABLE IF NOT EXISTS closed_days (
  organization_id uuid   NOT NULL,
  version         bigint NOT NULL,
  CONSTRAINT closed_days_pkey PRIMARY KEY (organization_id),
  CONSTRAINT closed_days_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

-- A lock closes days. Without users it closes those of everybody.
CREATE TABLE IF NOT EXISTS locks (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  start_date      date,
  end_date        date        NOT NULL,
  kinds           text[]      NOT NULL CONSTRAINT locks_kinds_check CHECK (
    kinds <@ ARRAY['actual_hours', 'assignments', 'time_off'] AND cardinality(kinds) > 0
  ),
  user_ids        uuid[]      NOT NULL,
  reason          text        NOT NULL CONSTRAINT locks_reason_check CHECK (char_length(reason) BETWEEN 1 AND 500),
  exceptions      jsonb       NOT NULL CONSTRAINT locks_exceptions_check CHECK (jsonb_typeof(exceptions) = 'array'),
  created_by_id   uuid        NOT NULL,
  CONSTRAINT locks_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT locks_dates_check CHECK (end_date >= start_date),
  CONSTRAINT locks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT locks_created_by_id_fkey FOREIGN KEY (organization_id, created_by_id) REFERENCES users (organization_id, id)
);
