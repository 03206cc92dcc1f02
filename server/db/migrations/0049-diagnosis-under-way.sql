-- What is known of a diagnosis while it is being made: its tests as they travel.
alter table access_diagnosis add column progress jsonb;
