-- A row of actual hours is written directly, or is the sum of its entries, which entries_hours then has. So no statement
-- can change the hours of such a row without it.
ALTER TABLE actual_hours ADD COLUMN entries_hours double precision;
ALTER TABLE actual_hours ADD CONSTRAINT actual_hours_sum_check CHECK (entries_hours = hours) NOT VALID;

-- An entry is a piece of work of which a row of actual hours is made, as another system has measured it.
CREATE TABLE IF NOT EXISTS actual_hours_entries (
  organization_id uuid             NOT NULL,
  id              uuid             NOT NULL,
  version         bigint           NOT NULL,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL,
  entry_id        text             NOT NULL CONSTRAINT actual_hours_entries_entry_id_check CHECK (char_length(entry_id) BETWEEN 1 AND 255),
  user_id         uuid             NOT NULL,
  project_id      uuid             NOT NULL,
  capability_id   uuid,
  date            date             NOT NULL,
  hours           double precision NOT NULL CONSTRAINT actual_hours_entries_hours_check CHECK (hours BETWEEN 0 AND 24),
  note            text             CONSTRAINT actual_hours_entries_note_check CHECK (char_length(note) BETWEEN 1 AND 1000),
  CONSTRAINT actual_hours_entries_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT actual_hours_entries_entry_id_key UNIQUE (organization_id, entry_id),
  CONSTRAINT actual_hours_entries_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT actual_hours_entries_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT actual_hours_entries_project_id_fkey FOREIGN KEY (organization_id, project_id) REFERENCES projects (organization_id, id),
  CONSTRAINT actual_hours_entries_capability_id_fkey FOREIGN KEY (organization_id, capability_id) REFERENCES capabilities (organization_id, id)
);
CREATE INDEX IF NOT EXISTS actual_hours_entries_created_at_idx ON actual_hours_entries (organization_id, created_at, id);
CREATE INDEX IF NOT EXISTS actual_hours_entries_updated_at_idx ON actual_hours_entries (organization_id, updated_at);
CREATE INDEX IF NOT EXISTS actual_hours_entries_user_id_idx ON actual_hours_entries (organization_id, user_id, date, project_id);
CREATE INDEX IF NOT EXISTS actual_hours_entries_project_id_idx ON actual_hours_entries (organization_id, project_id, date);
CREATE INDEX IF NOT EXISTS actual_hours_entries_date_idx ON actual_hours_entries (organization_id, date);

-- Somebody was reminded to submit days, at most once a day.
CREATE TABLE IF NOT EXISTS timesheet_reminders (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  user_id         uuid        NOT NULL,
  day             date        NOT NULL,
  start_date      date        NOT NULL,
  end_date        date        NOT NULL,
  created_by_id   uuid        NOT NULL,
  created_at      timestamptz NOT NULL,
  CONSTRAINT timesheet_reminders_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT timesheet_reminders_user_id_day_key UNIQUE (organization_id, user_id, day),
  CONSTRAINT timesheet_reminders_dates_check CHECK (end_date >= start_date AND end_date < start_date + 62),
  CONSTRAINT timesheet_reminders_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT timesheet_reminders_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT timesheet_reminders_created_by_id_fkey FOREIGN KEY (organization_id, created_by_id) REFERENCES users (organization_id, id)
);
CREATE INDEX IF NOT EXISTS timesheet_reminders_end_date_idx ON timesheet_reminders (organization_id, end_date);
