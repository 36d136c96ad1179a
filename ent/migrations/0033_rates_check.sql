-- Alone, so that it reads the locks while others write them.
ALTER TABLE locks VALIDATE CONSTRAINT locks_kinds_with_rates_check;
