-- A project and a client can have a currency. NULL, which all older rows have, is that of the client, and of the organization.
ALTER TABLE projects ADD COLUMN currency text;
ALTER TABLE projects ADD CONSTRAINT projects_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;
ALTER TABLE clients ADD COLUMN currency text;
ALTER TABLE clients ADD CONSTRAINT clients_currency_check CHECK (currency ~ '^[A-Z]{3}$') NOT VALID;

-- What a project may take, from a day on. The row has the id of the project. Hours and amounts in jsonb are numbers of the type
-- numeric.
CREATE TABLE IF NOT EXISTS budgets (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  version         bigint      NOT NULL,
  created_at      timestamptz NOT NULL,
  updated_at      timestamptz NOT NULL,
  items           jsonb       NOT NULL CONSTRAINT budgets_items_check CHECK (jsonb_typeof(items) = 'array'),
  alert_at        bigint[]    NOT NULL,
  CONSTRAINT budgets_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budgets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT budgets_project_fkey FOREIGN KEY (organization_id, id) REFERENCES projects (organization_id, id)
);

-- That hours of a project have reached a percentage of its budget, once for each item, percentage, kind of hours and month.
CREATE TABLE IF NOT EXISTS budget_alerts (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  project_id      uuid        NOT NULL,
  valid_from      date,
  month           date,
  percent         bigint      NOT NULL,
  hours           text        NOT NULL CONSTRAINT budget_alerts_hours_check CHECK (hours IN ('planned', 'actual')),
  created_at      timestamptz NOT NULL,
  CONSTRAINT budget_alerts_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT budget_alerts_project_id_key UNIQUE NULLS NOT DISTINCT
    (organization_id, project_id, valid_from, month, percent, hours),
  CONSTRAINT budget_alerts_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT budget_alerts_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id)
);
