-- The parts of the names of users, as an identity provider has sent them. They count as long as the user has this name.
CREATE TABLE IF NOT EXISTS scim_names (
  organization_id uuid NOT NULL,
  id              uuid NOT NULL,
  name            text NOT NULL CONSTRAINT scim_names_name_check CHECK (char_length(name) BETWEEN 1 AND 255),
  given_name      text NOT NULL CONSTRAINT scim_names_given_name_check CHECK (char_length(given_name) <= 255),
  family_name     text NOT NULL CONSTRAINT scim_names_family_name_check CHECK (char_length(family_name) <= 255),
  CONSTRAINT scim_names_pkey PRIMARY KEY (organization_id, id),
  CONSTRAINT scim_names_organization_id_fkey FOREIGN KEY (organization_id) REFERENCES organizations (id),
  CONSTRAINT scim_names_id_fkey FOREIGN KEY (organization_id, id) REFERENCES users (organization_id, id)
);
