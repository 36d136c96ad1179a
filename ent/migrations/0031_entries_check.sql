-- Validates the constraint of migration 0030 on the rows that existed. Meanwhile they can be read and written.
ALTER TABLE actual_hours VALIDATE CONSTRAINT actual_hours_sum_check;
