-- A user can be a placeholder, which stands for work that has no person yet. NULL, which all older rows have, is a person.
-- A placeholder has no e-mail address. Its id is a UUID of version 8, so that the kind of a user is known from the id.
ALTER TABLE users ADD COLUMN kind text;
-- Earlier versions read NULL as an empty address.
-- squawk-ignore ban-drop-not-null
ALTER TABLE users ALTER COLUMN email DROP NOT NULL;
ALTER TABLE users ADD CONSTRAINT users_kind_check CHECK (kind = ANY (ARRAY['placeholder'])) NOT VALID;
ALTER TABLE users ADD CONSTRAINT users_placeholder_check CHECK (
  CASE WHEN kind IS NULL
    THEN email IS NOT NULL AND substr(id::text, 15, 1) <> '8'
    ELSE email IS NULL AND role = 'member' AND substr(id::text, 15, 1) = '8'
  END
) NOT VALID;
