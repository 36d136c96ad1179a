-- The bytes of responses that were stored on a day, for requests with an Idempotency-Key. Several rows for each organization
-- share the count, so that its writes do not wait for each other.
CREATE TABLE IF NOT EXISTS stored_responses (
  organization_id uuid     NOT NULL,
  id              bigint   NOT NULL,
  day             date     NOT NULL,
  bytes           bigint   NOT NULL,
  CONSTRAINT stored_responses_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT stored_responses_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
