-- The journal: what each write changed. An event is written in the transaction of its write, without a number. seq is set
-- afterwards, in the order of written_at. row_count is the number of rows of hours, 0 for the event of a record.
-- encoding is the format of data, see services/journal.
CREATE TABLE events (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  seq             bigint      CHECK (seq > 0),
  written_at      timestamptz NOT NULL,
  type            text        NOT NULL CHECK (char_length(type) BETWEEN 1 AND 64),
  actor_id        uuid,
  api_key_id      uuid,
  request_id      text        NOT NULL,
  record_id       uuid,
  row_count       integer     NOT NULL,
  encoding        smallint    NOT NULL,
  data            bytea       NOT NULL,
  CONSTRAINT events_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT events_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id)
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
