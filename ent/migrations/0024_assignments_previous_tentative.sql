-- A write of planned hours keeps whether the row was tentative before it, for its event, as previous_hours keeps the hours.
ALTER TABLE assignments ADD COLUMN previous_tentative boolean;
