-- Alone, so that it reads the users while others write them.
ALTER TABLE users VALIDATE CONSTRAINT users_employment_check;
