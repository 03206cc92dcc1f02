-- A file of enrolments is read again by its job: the columns that its sender leaves out have to wait with it.
alter table enrollment_request add column ignore_columns text[];
