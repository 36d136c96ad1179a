-- The tables of the contract: the organization leads every key, so that another organization's row cannot even be referenced.

CREATE TABLE organizations (
  id           uuid        NOT NULL,
  name         text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  suspended_at timestamptz,
  created_at   timestamptz NOT NULL,
  updated_at   timestamptz NOT NULL,
  CONSTRAINT organizations_pkey PRIMARY KEY (id)
);

CREATE TABLE users (
  organization_id      uuid             NOT NULL,
  id                   uuid             NOT NULL,
  version              bigint           NOT NULL,
  created_at           timestamptz      NOT NULL,
  updated_at           timestamptz      NOT NULL,
  email                text             NOT NULL CHECK (char_length(email) BETWEEN 3 AND 320),
  name                 text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  image                text             CHECK (char_length(image) <= 2048),
  country_code         text             CHECK (country_code ~ '^[A-Z]{2}$'),
  default_availability double precision NOT NULL CHECK (default_availability BETWEEN 0 AND 168),
  reports_to_id        uuid             CHECK (reports_to_id <> id),
  role                 text             NOT NULL CHECK (role IN ('member', 'manager', 'admin')),
  is_active            boolean          NOT NULL,
  CONSTRAINT users_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT users_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT users_reports_to_id_fkey FOREIGN KEY (organization_id, reports_to_id) REFERENCES users (organization_id, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX users_email_key ON users (organization_id, lower(email));
CREATE INDEX users_created_at_idx ON users (organization_id, created_at, id);
CREATE INDEX users_reports_to_id_idx ON users (organization_id, reports_to_id);

CREATE TABLE clients (
  organization_id    uuid        NOT NULL,
  id                 uuid        NOT NULL,
  version            bigint      NOT NULL,
  created_at         timestamptz NOT NULL,
  updated_at         timestamptz NOT NULL,
  company_name       text        NOT NULL CHECK (char_length(company_name) BETWEEN 2 AND 255),
  email              text,
  image              text        CHECK (char_length(image) <= 2048),
  country_code       text        CHECK (char_length(country_code) <= 100),
  website            text        CHECK (char_length(website) <= 2048),
  is_active          boolean     NOT NULL,
  client_priority    text        NOT NULL CHECK (client_priority IN ('high', 'medium', 'low')),
  categories         text[]      NOT NULL CHECK (cardinality(categories) <= 30),
  account_manager_id uuid,
  CONSTRAINT clients_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT clients_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT clients_account_manager_id_fkey FOREIGN KEY (organization_id, account_manager_id) REFERENCES users (organization_id, id)
) WITH (fillfactor = 85);
CREATE INDEX clients_created_at_idx ON clients (organization_id, created_at, id);

CREATE TABLE projects (
  organization_id    uuid             NOT NULL,
  id                 uuid             NOT NULL,
  version            bigint           NOT NULL,
  created_at         timestamptz      NOT NULL,
  updated_at         timestamptz      NOT NULL,
  name               text             NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  client_id          uuid             NOT NULL,
  start_date         date             NOT NULL,
  end_date           date             NOT NULL,
  objective          text             CHECK (char_length(objective) <= 10000),
  project_manager_id uuid,
  status             text             NOT NULL CHECK (status IN ('draft', 'planned', 'active', 'completed', 'cancelled')),
  billing_type       text             NOT NULL CHECK (billing_type IN ('fixed_price', 'retainer', 'time_materials', 'non_billable')),
  amount             double precision CHECK (amount BETWEEN 0 AND 1e12),
  hourly_rate        double precision CHECK (hourly_rate BETWEEN 0 AND 1e12),
  CONSTRAINT projects_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT projects_dates_check CHECK (end_date >= start_date),
  CONSTRAINT projects_amount_billing_type_check CHECK (amount IS NULL OR billing_type IN ('fixed_price', 'retainer')),
  CONSTRAINT projects_hourly_rate_billing_type_check CHECK (hourly_rate IS NULL OR billing_type = 'time_materials'),
  CONSTRAINT projects_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT projects_client_id_fkey FOREIGN KEY (organization_id, client_id) REFERENCES clients (organization_id, id),
  CONSTRAINT projects_project_manager_id_fkey FOREIGN KEY (organization_id, project_manager_id) REFERENCES users (organization_id, id)
) WITH (fillfactor = 85);
CREATE INDEX projects_created_at_idx ON projects (organization_id, created_at, id);
CREATE INDEX projects_client_id_idx ON projects (organization_id, client_id, created_at, id);

CREATE TABLE capabilities (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  name            text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  is_active       boolean     NOT NULL,
  CONSTRAINT capabilities_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT capabilities_name_key UNIQUE (organization_id, name),
  CONSTRAINT capabilities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

CREATE TABLE time_off_types (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  name            text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  is_active       boolean     NOT NULL,
  CONSTRAINT time_off_types_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT time_off_types_name_key UNIQUE (organization_id, name),
  CONSTRAINT time_off_types_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

-- Neither hours nor updated_at is indexed and pages keep room, so that writing hours again is a heap-only update. The indexes
-- are in the order of the lists; each carries the id, for pages far down the list.
CREATE TABLE assignments (
  organization_id uuid             NOT NULL,
  id              uuid             NOT NULL,
  version         bigint           NOT NULL,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL,
  user_id         uuid             NOT NULL,
  project_id      uuid             NOT NULL,
  capability_id   uuid,
  date            date             NOT NULL,
  hours           double precision NOT NULL CHECK (hours BETWEEN 0 AND 24),
  CONSTRAINT assignments_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT assignments_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT assignments_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT assignments_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  CONSTRAINT assignments_capability_id_fkey FOREIGN KEY (organization_id, capability_id) REFERENCES capabilities (organization_id, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX assignments_user_id_key ON assignments (organization_id, user_id, date, project_id, capability_id NULLS FIRST) INCLUDE (id) NULLS NOT DISTINCT;
CREATE INDEX assignments_project_id_idx ON assignments (organization_id, project_id, date, user_id, capability_id NULLS FIRST) INCLUDE (id);
CREATE INDEX assignments_date_idx ON assignments (organization_id, date, user_id, project_id, capability_id NULLS FIRST) INCLUDE (id);

CREATE TABLE actual_hours (
  organization_id uuid             NOT NULL,
  id              uuid             NOT NULL,
  version         bigint           NOT NULL,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL,
  user_id         uuid             NOT NULL,
  project_id      uuid             NOT NULL,
  capability_id   uuid,
  date            date             NOT NULL,
  hours           double precision NOT NULL CHECK (hours BETWEEN 0 AND 24),
  CONSTRAINT actual_hours_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT actual_hours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT actual_hours_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT actual_hours_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  CONSTRAINT actual_hours_capability_id_fkey FOREIGN KEY (organization_id, capability_id) REFERENCES capabilities (organization_id, id)
) WITH (fillfactor = 85);
CREATE UNIQUE INDEX actual_hours_user_id_key ON actual_hours (organization_id, user_id, date, project_id, capability_id NULLS FIRST) INCLUDE (id) NULLS NOT DISTINCT;
CREATE INDEX actual_hours_project_id_idx ON actual_hours (organization_id, project_id, date, user_id, capability_id NULLS FIRST) INCLUDE (id);
CREATE INDEX actual_hours_date_idx ON actual_hours (organization_id, date, user_id, project_id, capability_id NULLS FIRST) INCLUDE (id);

CREATE TABLE time_off_requests (
  organization_id  uuid             NOT NULL,
  id               uuid             NOT NULL,
  version          bigint           NOT NULL,
  created_at       timestamptz      NOT NULL,
  updated_at       timestamptz      NOT NULL,
  user_id          uuid             NOT NULL,
  time_off_type_id uuid             NOT NULL,
  start_date       date             NOT NULL,
  end_date         date             NOT NULL,
  availability     double precision NOT NULL CHECK (availability BETWEEN 0 AND 24),
  reason           text             NOT NULL CHECK (char_length(reason) BETWEEN 1 AND 2000),
  status           text             NOT NULL CHECK (status IN ('pending', 'approved', 'rejected')),
  rejection_reason text             CHECK (char_length(rejection_reason) BETWEEN 1 AND 1000),
  decided_by_id    uuid,
  decided_at       timestamptz,
  CONSTRAINT time_off_requests_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT time_off_requests_dates_check CHECK (end_date >= start_date AND end_date < start_date + 366),
  CONSTRAINT time_off_requests_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT time_off_requests_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT time_off_requests_time_off_type_id_fkey FOREIGN KEY (organization_id, time_off_type_id) REFERENCES time_off_types (organization_id, id),
  CONSTRAINT time_off_requests_decided_by_id_fkey FOREIGN KEY (organization_id, decided_by_id) REFERENCES users (organization_id, id)
) WITH (fillfactor = 85);
CREATE INDEX time_off_requests_created_at_idx ON time_off_requests (organization_id, created_at, id);
CREATE INDEX time_off_requests_user_id_idx ON time_off_requests (organization_id, user_id, created_at, id);
CREATE INDEX time_off_requests_dates_idx ON time_off_requests (organization_id, end_date, start_date);

CREATE TABLE api_keys (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  name            text        NOT NULL CHECK (char_length(name) BETWEEN 1 AND 255),
  actor_user_id   uuid        NOT NULL,
  secret_hash     bytea       NOT NULL CHECK (octet_length(secret_hash) = 32),
  scopes          text[]      NOT NULL,
  rate_limit      integer     CHECK (rate_limit >= 0),
  expires_at      timestamptz,
  revoked_at      timestamptz,
  last_used_at    timestamptz,
  CONSTRAINT api_keys_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT api_keys_secret_hash_key UNIQUE (organization_id, secret_hash),
  CONSTRAINT api_keys_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT api_keys_actor_user_id_fkey FOREIGN KEY (organization_id, actor_user_id) REFERENCES users (organization_id, id)
) WITH (fillfactor = 85);
