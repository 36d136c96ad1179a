-- How people of an organization settle their days is the choice of the organization, whose id the row has.
CREATE TABLE IF NOT EXISTS organization_settlement (
  organization_id      uuid        NOT NULL,
  id                   uuid        NOT NULL CONSTRAINT organization_settlement_id_check CHECK (id = organization_id),
  version              bigint      NOT NULL,
  created_at           timestamptz NOT NULL,
  updated_at           timestamptz NOT NULL,
  period               text        NOT NULL CONSTRAINT organization_settlement_period_check CHECK (period IN ('week', 'half_month', 'month')),
  week_start           bigint      NOT NULL CONSTRAINT organization_settlement_week_start_check CHECK (week_start BETWEEN 1 AND 7),
  self_approval        boolean     NOT NULL,
  auto_lock_after_days bigint      CONSTRAINT organization_settlement_auto_lock_after_days_check CHECK (auto_lock_after_days BETWEEN 1 AND 3650),
  CONSTRAINT organization_settlement_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_settlement_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);

-- A timesheet says that days of a user are complete.
CREATE TABLE IF NOT EXISTS timesheets (
  organization_id  uuid             NOT NULL,
  id               uuid             NOT NULL,
  version          bigint           NOT NULL,
  created_at       timestamptz      NOT NULL,
  updated_at       timestamptz      NOT NULL,
  user_id          uuid             NOT NULL,
  start_date       date             NOT NULL,
  end_date         date             NOT NULL,
  note             text             CONSTRAINT timesheets_note_check CHECK (char_length(note) BETWEEN 1 AND 500),
  status           text             NOT NULL CONSTRAINT timesheets_status_check CHECK (
    status IN ('pending', 'approved', 'rejected', 'withdrawn', 'reopened')
  ),
  hours            double precision NOT NULL,
  decided_by_id    uuid,
  decided_at       timestamptz,
  rejection_reason text             CONSTRAINT timesheets_rejection_reason_check CHECK (char_length(rejection_reason) BETWEEN 1 AND 1000),
  reopen_reason    text             CONSTRAINT timesheets_reopen_reason_check CHECK (char_length(reopen_reason) BETWEEN 1 AND 1000),
  approved_seq     bigint,
  CONSTRAINT timesheets_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT timesheets_dates_check CHECK (end_date >= start_date AND end_date < start_date + 62),
  CONSTRAINT timesheets_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT timesheets_user_id_fkey FOREIGN KEY (organization_id, user_id) REFERENCES users (organization_id, id),
  CONSTRAINT timesheets_decided_by_id_fkey FOREIGN KEY (organization_id, decided_by_id) REFERENCES users (organization_id, id)
);
CREATE INDEX IF NOT EXISTS timesheets_created_at_idx ON timesheets (organization_id, created_at, id);
CREATE INDEX IF NOT EXISTS timesheets_user_id_idx ON timesheets (organization_id, user_id, end_date);
CREATE INDEX IF NOT EXISTS timesheets_end_date_idx ON timesheets (organization_id, end_date) WHERE status IN ('pending', 'approved');

-- The rows of actual hours as they were when a timesheet was approved. They do not change, whatever becomes of the rows.
CREATE TABLE IF NOT EXISTS timesheet_hours (
  organization_id uuid             NOT NULL,
  timesheet_id    uuid             NOT NULL,
  approved_at     timestamptz      NOT NULL,
  id              uuid             NOT NULL,
  version         bigint           NOT NULL,
  created_at      timestamptz      NOT NULL,
  updated_at      timestamptz      NOT NULL,
  user_id         uuid             NOT NULL,
  project_id      uuid             NOT NULL,
  capability_id   uuid,
  date            date             NOT NULL,
  hours           double precision NOT NULL,
  CONSTRAINT timesheet_hours_pkey PRIMARY KEY (organization_id, timesheet_id, id),
  CONSTRAINT timesheet_hours_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT timesheet_hours_timesheet_id_fkey FOREIGN KEY (organization_id, timesheet_id) REFERENCES timesheets (organization_id, id)
);
