-- A rotated key keeps its previous secret for a while.
ALTER TABLE api_keys
  ADD COLUMN previous_secret_hash bytea,
  ADD COLUMN previous_secret_expires_at timestamptz,
  ADD CONSTRAINT api_keys_previous_secret_hash_check CHECK (octet_length(previous_secret_hash) = 32),
  ADD CONSTRAINT api_keys_previous_secret_check CHECK ((previous_secret_hash IS NULL) = (previous_secret_expires_at IS NULL)),
  ADD CONSTRAINT api_keys_previous_secret_hash_key UNIQUE (organization_id, previous_secret_hash);

-- The Idempotency-Keys of writes. A row is written in the transaction of its write, so it exists only if the write
-- happened. The response is the protobuf message of the rpc.
CREATE TABLE idempotency_keys (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  api_key_id      uuid        NOT NULL,
  rpc             text        NOT NULL,
  key             text        NOT NULL CHECK (char_length(key) BETWEEN 1 AND 128),
  fingerprint     bytea       NOT NULL CHECK (octet_length(fingerprint) = 32),
  response        bytea,
  created_at      timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  CONSTRAINT idempotency_keys_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT idempotency_keys_key_key UNIQUE (organization_id, api_key_id, rpc, key),
  CONSTRAINT idempotency_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT idempotency_keys_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id)
);
CREATE INDEX idempotency_keys_expires_at_idx ON idempotency_keys (organization_id, expires_at);
