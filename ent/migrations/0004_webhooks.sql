-- Webhooks: endpoints to which the events of the journal are sent. position is the number of the last event that the
-- endpoint has got, or that was not for it. The columns from position on describe the delivery; they change without a
-- new version. lease counts who has delivered to the endpoint: a process that holds an older number may not write.
CREATE TABLE webhooks (
  organization_id            uuid        NOT NULL,
  id                         uuid        NOT NULL,
  version                    bigint      NOT NULL,
  created_at                 timestamptz NOT NULL,
  updated_at                 timestamptz NOT NULL,
  url                        text        NOT NULL CHECK (char_length(url) BETWEEN 1 AND 2048),
  types                      text[]      NOT NULL,
  name                       text        CHECK (char_length(name) BETWEEN 1 AND 255),
  state                      text        NOT NULL CHECK (state IN ('pending', 'active', 'paused', 'disabled')),
  api_key_id                 uuid        NOT NULL,
  secret_generation          integer     NOT NULL CHECK (secret_generation > 0),
  previous_secret_expires_at timestamptz,
  last_parked_seq            bigint,
  position                   bigint      NOT NULL CHECK (position >= 0),
  tries                      integer     NOT NULL CHECK (tries >= 0),
  failures                   integer     NOT NULL CHECK (failures >= 0),
  failing_since              timestamptz,
  last_error                 text,
  due_at                     timestamptz NOT NULL,
  lease                      bigint      NOT NULL CHECK (lease >= 0),
  leased_until               timestamptz,
  CONSTRAINT webhooks_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhooks_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT webhooks_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id)
) WITH (fillfactor = 50);
CREATE INDEX webhooks_created_at_idx ON webhooks (organization_id, created_at, id);

-- Events that are sent apart from the cursor: from_seq to to_seq, of which those up to position are done. A parked event
-- waits here until somebody asks for it.
CREATE TABLE webhook_redeliveries (
  organization_id uuid    NOT NULL,
  id              uuid    NOT NULL,
  webhook_id      uuid    NOT NULL,
  from_seq        bigint  NOT NULL CHECK (from_seq > 0),
  to_seq          bigint  NOT NULL,
  position        bigint  NOT NULL,
  parked          boolean NOT NULL,
  CONSTRAINT webhook_redeliveries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_redeliveries_key UNIQUE (organization_id, webhook_id, from_seq, to_seq),
  CONSTRAINT webhook_redeliveries_check CHECK (from_seq <= to_seq AND position BETWEEN from_seq - 1 AND to_seq),
  CONSTRAINT webhook_redeliveries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT webhook_redeliveries_webhook_id_fkey FOREIGN KEY (organization_id, webhook_id) REFERENCES webhooks (organization_id, id) ON DELETE CASCADE
);

-- The requests to endpoints. seq is null for a ping. There is no reference to webhooks: an endpoint can have very many
-- attempts, and they expire by themselves after it is deleted.
CREATE TABLE webhook_attempts (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  webhook_id      uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  seq             bigint,
  type            text        NOT NULL,
  duration        integer     NOT NULL CHECK (duration >= 0),
  outcome         text        NOT NULL CHECK (outcome IN ('delivered', 'failed', 'parked')),
  status          integer,
  error           text,
  response        text,
  CONSTRAINT webhook_attempts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT webhook_attempts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
CREATE INDEX webhook_attempts_webhook_id_idx ON webhook_attempts (organization_id, webhook_id, id);
CREATE INDEX webhook_attempts_created_at_idx ON webhook_attempts (organization_id, created_at);
