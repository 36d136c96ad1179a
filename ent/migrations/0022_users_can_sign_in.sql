-- A person whom a key without the scope write:keys has created signs in only after somebody with more rights has allowed it.
ALTER TABLE users ADD COLUMN can_sign_in boolean NOT NULL DEFAULT true;
