-- The cuts of a watched port are no longer kept beside the alarms and readings that tell of them: the live board and the report
-- are both judged from these. What the board shows stays in event.alarms; here only the darkness that lasts is kept.
alter table event_neighbour drop column cuts;
-- Whatever explains the darkness that lasts, not only a gasp.
alter table event_neighbour rename column down_gasp to down_excused;
-- The judgement loads its facts by itself since 0073.
drop function report_facts(bigint);
