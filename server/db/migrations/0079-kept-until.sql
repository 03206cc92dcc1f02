-- A file that holds what a person has loaded, names of customers included: only its author's, and removed after this moment.
alter table file add column kept_until timestamptz(3);
create index file_kept_until on file (kept_until) where kept_until is not null;
