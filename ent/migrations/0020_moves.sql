-- An organization can be moved to another installation. While closed_at is set, nothing is written, see internal/move. moved_to is
-- where it is now.
ALTER TABLE organizations ADD COLUMN move_id uuid, ADD COLUMN closed_at timestamptz, ADD COLUMN moved_to text;
