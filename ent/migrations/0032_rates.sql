-- What an hour is worth and what it costs. A row is the whole list of a user, a project, a client or the organization, and has its
-- id. Amounts in jsonb are numbers of the type numeric.
CREATE TABLE IF NOT EXISTS rates (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  owner           text        NOT NULL CONSTRAINT rates_owner_check CHECK (owner IN ('user', 'project', 'client', 'organization')),
  items           jsonb       NOT NULL CONSTRAINT rates_items_check CHECK (jsonb_typeof(items) = 'array'),
  CONSTRAINT rates_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT rates_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

-- In which currency an organization counts is its choice. The row has the id of the organization.
CREATE TABLE IF NOT EXISTS organization_pricing (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL CONSTRAINT organization_pricing_id_check CHECK (id = organization_id),
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  currency        text        NOT NULL CONSTRAINT organization_pricing_currency_check CHECK (currency ~ '^[A-Z]{3}$'),
  CONSTRAINT organization_pricing_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_pricing_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

-- A lock can close days for rates, too.
ALTER TABLE locks DROP CONSTRAINT locks_kinds_check;
ALTER TABLE locks ADD CONSTRAINT locks_kinds_with_rates_check CHECK (
  kinds <@ ARRAY['actual_hours', 'assignments', 'rates', 'time_off'] AND cardinality(kinds) > 0
) NOT VALID;
