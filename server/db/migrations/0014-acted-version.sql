-- Version after the last act on the intervention. What is only observed meanwhile (light lost, a picture received) raises the
-- version too, but makes nobody's act stale.
alter table event add column acted_version int not null default 1;
