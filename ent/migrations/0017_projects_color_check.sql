-- Alone, so that it reads the projects while others write them.
ALTER TABLE projects VALIDATE CONSTRAINT projects_color_check;
