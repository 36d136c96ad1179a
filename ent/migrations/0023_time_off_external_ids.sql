-- The ids that a time off request has in other systems. record_external_ids has them once more, with the record time_off.
ALTER TABLE time_off_requests ADD COLUMN external_ids text[] NOT NULL DEFAULT '{}';
