-- The views of the board that a user has saved, with the user's id. items is a list of {"name", "query"}, in the order of the user.
CREATE TABLE IF NOT EXISTS user_views (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  items           jsonb       NOT NULL,
  CONSTRAINT user_views_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT user_views_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT user_views_id_fkey FOREIGN KEY (organization_id, id) REFERENCES users (organization_id, id)
);
