-- The first and the last day of employment: outside of them a person has no availability. NULL, which all older rows have, is no such day.
ALTER TABLE users ADD COLUMN start_date date;
ALTER TABLE users ADD COLUMN end_date date;
ALTER TABLE users ADD CONSTRAINT users_employment_check CHECK (end_date >= start_date) NOT VALID;
