-- Alone, so that it reads the projects while others write them.
ALTER TABLE projects VALIDATE CONSTRAINT projects_currency_check;
