-- The capabilities that a user has, with the user's id. items is a list of {"capabilityId", "level"}, in the order of capabilityId.
CREATE TABLE IF NOT EXISTS user_capabilities (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  items           jsonb       NOT NULL,
  CONSTRAINT user_capabilities_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT user_capabilities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT user_capabilities_id_fkey FOREIGN KEY (organization_id, id) REFERENCES users (organization_id, id)
);
