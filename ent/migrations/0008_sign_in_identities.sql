-- The account of an OpenID Connect provider that a user signs in with. No other account with the same e-mail address can.
CREATE TABLE IF NOT EXISTS sign_in_identities (
  organization_id uuid        NOT NULL,
  id              uuid        NOT NULL,
  issuer          text        NOT NULL CHECK (char_length(issuer) BETWEEN 1 AND 2000),
  subject         text        NOT NULL CHECK (char_length(subject) BETWEEN 1 AND 255),
  created_at      timestamptz NOT NULL,
  CONSTRAINT sign_in_identities_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT sign_in_identities_subject_key UNIQUE (organization_id, issuer, subject),
  CONSTRAINT sign_in_identities_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT sign_in_identities_id_fkey FOREIGN KEY (organization_id, id) REFERENCES users (organization_id, id)
);
