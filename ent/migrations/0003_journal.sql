-- The journal: what each write changed. An event is written in the transaction of its write, without a number. seq is set
-- afterwards, in the order of written_at. row_count is the number of rows of hours, 0 for the event of a record.
-- encoding is the format of data, see services/journal. There is no foreign key to organizations: each write would lock the row
-- of its organization. Organizations are never deleted. There is no CHECK: PostgreSQL prepares each one again for each
-- statement, and two of them would cost a write of one row a quarter of its time in the database.
CREATE TABLE events (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  seq             bigint,
  written_at      timestamptz NOT NULL,
  type            text        NOT NULL,
  actor_id        uuid,
  api_key_id      uuid,
  request_id      text        NOT NULL,
  record_id       uuid,
  row_count       integer     NOT NULL,
  encoding        smallint    NOT NULL,
  data            bytea       NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (organization_id, id)
);
-- The data is compressed before it is stored.
ALTER TABLE events ALTER COLUMN data SET STORAGE EXTERNAL;
-- Each event is in few indexes at a time: it is inserted without a number, and updated when it gets one.
CREATE UNIQUE INDEX events_seq_key ON events (organization_id, seq) WHERE seq IS NOT NULL;
CREATE INDEX events_record_id_idx ON events (organization_id, record_id, seq) WHERE record_id IS NOT NULL AND seq IS NOT NULL;
CREATE INDEX events_unnumbered_idx ON events (organization_id, written_at, id) WHERE seq IS NULL;

-- seq is the number of the latest event of the organization, and first_seq that of the oldest one that is kept.
CREATE TABLE event_heads (
  organization_id uuid   NOT NULL,
  seq             bigint NOT NULL CHECK (seq >= 0),
  first_seq       bigint NOT NULL CHECK (first_seq BETWEEN 1 AND seq + 1),
  CONSTRAINT event_heads_pkey PRIMARY KEY (organization_id),
  CONSTRAINT event_heads_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
) WITH (fillfactor = 50);

-- The hours that a row had before its latest change, so that a statement can return them.
ALTER TABLE assignments ADD COLUMN previous_hours double precision;
ALTER TABLE actual_hours ADD COLUMN previous_hours double precision;
