-- A position that got its customer while an intervention was open or under control: it is watched from this moment on.
alter table event_neighbour add column watched_from timestamptz(3);
