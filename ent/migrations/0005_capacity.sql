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

-- The sessions of people who have signed in. token_hash is the SHA-256 of what the browser's cookie has beside the ids.
CREATE TABLE sessions (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  user_id         uuid        NOT NULL,
  token_hash      bytea       NOT NULL,
  method          text        NOT NULL CHECK (method IN ('oidc', 'key', 'demo')),
  scopes          text[],
  created_at      timestamptz NOT NULL,
  last_used_at    timestamptz NOT NULL,
  expires_at      timestamptz NOT NULL,
  CONSTRAINT sessions_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT sessions_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT sessions_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id)
);
CREATE INDEX sessions_expires_at_idx ON sessions (organization_id, expires_at);
