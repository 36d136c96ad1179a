-- The ids that a record has in other systems, such as hr:4711, in the order of the text.
ALTER TABLE users ADD COLUMN external_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE clients ADD COLUMN external_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE projects ADD COLUMN external_ids text[] NOT NULL DEFAULT '{}';
-- All of them once more, so that a record is found by one, and no two of a kind have the same. record is user, client or
-- project, and id is that of the record.
CREATE TABLE IF NOT EXISTS record_external_ids (
  organization_id uuid NOT NULL,
  record          text NOT NULL,
  external_id     text NOT NULL,
  id              uuid NOT NULL,
  CONSTRAINT record_external_ids_pkey PRIMARY KEY (organization_id, record, external_id),
  CONSTRAINT record_external_ids_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
);
