-- The order in which an operator's people see his reasons. A row that only has a place says nothing else: its status is the one from elsewhere.
alter table reason add column position smallint;
alter table reason alter column status drop not null;
