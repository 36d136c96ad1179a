-- What people of an organization see of each other is the choice of the organization, whose id the row has.
CREATE TABLE IF NOT EXISTS organization_privacy (
  organization_id  uuid        NOT NULL,
  id               uuid        NOT NULL CONSTRAINT organization_privacy_id_check CHECK (id = organization_id),
  version          bigint      NOT NULL,
  created_at       timestamptz NOT NULL,
  updated_at       timestamptz NOT NULL,
  leave_types      text        NOT NULL CONSTRAINT organization_privacy_leave_types_check CHECK (leave_types IN ('all', 'managers')),
  pending_requests text        NOT NULL CONSTRAINT organization_privacy_pending_requests_check CHECK (pending_requests IN ('all', 'managers')),
  worked_hours     text        NOT NULL CONSTRAINT organization_privacy_worked_hours_check CHECK (worked_hours IN ('all', 'managers')),
  utilization      text        NOT NULL CONSTRAINT organization_privacy_utilization_check CHECK (utilization IN ('all', 'managers')),
  CONSTRAINT organization_privacy_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT organization_privacy_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
