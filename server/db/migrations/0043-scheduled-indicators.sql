-- A schedule sends the figures of the day, or the indicators that the reports show.
alter table report_schedule add column report text collate "C" not null default 'day' check (report in ('day', 'indicators'));
