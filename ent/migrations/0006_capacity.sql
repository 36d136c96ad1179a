-- What capacity needs beside hours and time off: the hours that people work on each day of the week, and public holidays.

-- The working patterns of a user, with the user's id. items is a list of {"validFrom", "hours"}, in the order of validFrom.
CREATE TABLE working_patterns (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  items           jsonb       NOT NULL,
  CONSTRAINT working_patterns_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT working_patterns_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT working_patterns_id_fkey FOREIGN KEY (organization_id, id) REFERENCES users (organization_id, id)
);

-- factor is the part of the day that the holiday takes.
CREATE TABLE holidays (
  organization_id uuid             NOT NULL,
  id              uuid             NOT NULL,
  version         bigint           NOT NULL,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL,
  country_code    text             NOT NULL CHECK (country_code ~ '^[A-Z]{2}$'),
  date            date             NOT NULL,
  name            text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  factor          double precision NOT NULL CHECK (factor BETWEEN 0 AND 1),
  CONSTRAINT holidays_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT holidays_date_key UNIQUE (organization_id, date, country_code),
  CONSTRAINT holidays_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

-- The sessions of people who have signed in. token_hash is the SHA-256 of the secret in the browser's cookie. A session that
-- was made with an API key ends with the secret of that key, so it has the hash of that secret too.
CREATE TABLE sessions (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  user_id         uuid        NOT NULL,
  token_hash      bytea       NOT NULL,
  method          text        NOT NULL CHECK (method IN ('oidc', 'key', 'demo')),
  api_key_id      uuid,
  api_key_hash    bytea,
  created_at      timestamptz NOT NULL,
  last_used_at    timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT sessions_token_hash_key UNIQUE (organization_id, token_hash),
  CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT sessions_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id),
  CONSTRAINT sessions_api_key_check CHECK ((method = 'key') = (api_key_id IS NOT NULL) AND (api_key_id IS NULL) = (api_key_hash IS NULL))
);
CREATE INDEX sessions_user_id_idx ON sessions (organization_id, user_id);
CREATE INDEX sessions_expires_at_idx ON sessions (organization_id, expires_at);

-- The calendar feed of a user, with the user's id. token_hash is the SHA-256 of the secret in its address. A feed that was
-- created with an API key ends when the key is revoked or expires.
CREATE TABLE calendar_feeds (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  token_hash      bytea       NOT NULL CHECK (octet_length(token_hash) = 32),
  api_key_id      uuid,
  created_at      timestamptz NOT NULL,
  last_read_at    timestamptz,
  CONSTRAINT calendar_feeds_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT calendar_feeds_token_hash_key UNIQUE (organization_id, token_hash),
  CONSTRAINT calendar_feeds_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT calendar_feeds_id_fkey FOREIGN KEY (organization_id, id) REFERENCES users (organization_id, id),
  CONSTRAINT calendar_feeds_api_key_id_fkey FOREIGN KEY (organization_id, api_key_id) REFERENCES api_keys (organization_id, id)
);

-- An Idempotency-Key belongs to an API key or to a session: api_key_id is the id of either.
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_api_key_id_fkey;

-- A person who is signed in without a key also sets up webhooks: then user_id has the rights, instead of api_key_id.
ALTER TABLE webhooks ALTER COLUMN api_key_id DROP NOT NULL;
ALTER TABLE webhooks ADD COLUMN user_id uuid;
ALTER TABLE webhooks ADD CONSTRAINT webhooks_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id);
ALTER TABLE webhooks ADD CONSTRAINT webhooks_owner_check CHECK ((api_key_id IS NULL) <> (user_id IS NULL));
