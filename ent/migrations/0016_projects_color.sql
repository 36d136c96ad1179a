-- A project can have a colour. NULL, which all older rows have, is none.
ALTER TABLE projects ADD COLUMN color text;
ALTER TABLE projects ADD CONSTRAINT projects_color_check CHECK (color = ANY (ARRAY[
  'indigo', 'teal', 'orange', 'pink', 'blue', 'lime', 'purple', 'brown', 'cyan', 'green', 'magenta', 'gray'
])) NOT VALID;
