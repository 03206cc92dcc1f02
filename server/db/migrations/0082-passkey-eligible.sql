-- Whether a passkey may be copied to other devices of its owner (WebAuthn: backup eligible, fixed when it is made): copies count their
-- signatures apart. Null: made before this column; known from the next use that its counter confirms.
alter table passkey add column eligible boolean;
update passkey set eligible = true where synced;
