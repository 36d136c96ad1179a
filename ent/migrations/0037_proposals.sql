-- Changes of planned hours that are not applied yet.
CREATE TABLE IF NOT EXISTS proposals (
  organization_id  uuid        NOT NULL,
  id               uuid        NOT NULL,
  version          bigint      NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  title            text        NOT NULL,
  note             text,
  visibility       text        NOT NULL CONSTRAINT proposals_visibility_check CHECK (visibility IN ('private', 'organization')),
  reviewer_ids     uuid[]      NOT NULL,
  source           text        NOT NULL CONSTRAINT proposals_source_check CHECK (source IN ('person', 'assistant', 'import', 'suggestion')),
  expires_at       timestamptz,
  status           text        NOT NULL CONSTRAINT proposals_status_check CHECK (status IN ('draft', 'in_review', 'approved', 'applied', 'rejected', 'withdrawn')),
  creator_id       uuid        NOT NULL,
  row_count        bigint      NOT NULL,
  submitted_at     timestamptz,
  decided_by_id    uuid,
  decided_at       timestamptz,
  rejection_reason text,
  applied_by_id    uuid,
  applied_at       timestamptz,
  outcome          bigint[]    NOT NULL,
  reverts_id       uuid,
  CONSTRAINT proposals_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT proposals_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT proposals_creator_id_fkey FOREIGN KEY (organization_id, creator_id) REFERENCES users (organization_id, id),
  CONSTRAINT proposals_decided_by_id_fkey FOREIGN KEY (organization_id, decided_by_id) REFERENCES users (organization_id, id),
  CONSTRAINT proposals_applied_by_id_fkey FOREIGN KEY (organization_id, applied_by_id) REFERENCES users (organization_id, id),
  CONSTRAINT proposals_reverts_id_fkey FOREIGN KEY (organization_id, reverts_id) REFERENCES proposals (organization_id, id)
);
CREATE INDEX IF NOT EXISTS proposals_creator_id_idx ON proposals (organization_id, creator_id);

-- What a proposal wishes a row of planned hours to be: no row if hours is NULL. base is the row as it was when it was wished; base_version
-- is 0 if there was none. Of an applied proposal, base is the row before, and applied_version that after; it is NULL if the proposal has
-- not changed the row, and 0 if the proposal has deleted it. because is why the server has suggested the wish, NULL otherwise. moves means
-- that other wishes of the proposal have the hours that this one takes away.
CREATE TABLE IF NOT EXISTS proposal_rows (
  organization_id uuid             NOT NULL,
  proposal_id     uuid             NOT NULL,
  id              uuid             NOT NULL,
  version         bigint           NOT NULL,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL,
  user_id         uuid             NOT NULL,
  project_id      uuid             NOT NULL,
  capability_id   uuid,
  date            date             NOT NULL,
  hours           double precision CONSTRAINT proposal_rows_hours_check CHECK (hours BETWEEN 0 AND 24),
  tentative       boolean,
  base_id         uuid,
  base_version    bigint           NOT NULL,
  base_hours      double precision,
  base_tentative  boolean,
  applied_version bigint,
  because         text,
  moves           boolean          NOT NULL DEFAULT false,
  CONSTRAINT proposal_rows_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT proposal_rows_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT proposal_rows_proposal_id_fkey FOREIGN KEY (organization_id, proposal_id) REFERENCES proposals (organization_id, id),
  CONSTRAINT proposal_rows_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT proposal_rows_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  CONSTRAINT proposal_rows_capability_id_fkey FOREIGN KEY (organization_id, capability_id) REFERENCES capabilities (organization_id, id)
);
-- In the order of the lists of planned hours.
CREATE UNIQUE INDEX IF NOT EXISTS proposal_rows_proposal_id_key ON proposal_rows (organization_id, proposal_id, date, user_id, project_id, capability_id NULLS FIRST) NULLS NOT DISTINCT;
