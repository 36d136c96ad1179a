-- A row of planned hours can be tentative. NULL, which all older rows have, is the same as false.
ALTER TABLE assignments ADD COLUMN tentative boolean;
