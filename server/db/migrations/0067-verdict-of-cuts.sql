-- A neighbour who was 20 s or more without light and has it back: neither clean nor harmed. Earlier reports keep the verdict
-- that was frozen with them.
alter table event drop constraint if exists event_verdict_check;
alter table event add constraint event_verdict_check
  check (verdict in ('limpia', 'con_microcortes', 'con_cortes', 'degradada', 'con_desconectados', 'no_concluyente'));
alter table quality_report drop constraint if exists quality_report_verdict_check;
alter table quality_report add constraint quality_report_verdict_check
  check (verdict in ('limpia', 'con_microcortes', 'con_cortes', 'degradada', 'con_desconectados', 'no_concluyente'));
