-- A discharge code that a later look at the box has taken back. The report that earned it stays as it was frozen.
create table discharge_withdrawal (
  report_id bigint primary key references quality_report,
  event_id bigint not null references event,
  at timestamptz(3) not null,
  -- Class of the neighbour that was found.
  reason text collate "C" not null
    check (reason in ('desconectado', 'movido', 'degradado', 'corte_recuperado', 'no_concluyente'))
);
create index discharge_withdrawal_event on discharge_withdrawal (event_id);
alter table discharge_withdrawal enable row level security;
alter table discharge_withdrawal force row level security;
create policy owner on discharge_withdrawal to current_user using (true) with check (true);
create policy process on discharge_withdrawal using ((select app_all())) with check ((select app_all()));
-- Append-only: nobody changes or deletes a withdrawal.
grant select, insert on discharge_withdrawal to hilo_app;

-- The latest discharge code of an intervention and whether it still holds; null where it never had one.
create function report_discharge(event bigint) returns jsonb
  language sql stable security definer set search_path = public, pg_temp as $$
  select jsonb_build_object('code', r.discharge_code, 'withdrawn', case when w.report_id is not null then
      jsonb_build_object('at', wire_time(w.at), 'reason', w.reason) end)
  from quality_report r left join discharge_withdrawal w on w.report_id = r.id
  where r.event_id = $1 and r.discharge_code is not null order by r.id desc limit 1 $$;
-- Only for functions that leave out what the session may not see.
revoke execute on function report_discharge(bigint) from public;

-- As before, with the withdrawal of the code. A report that was frozen after a withdrawal has no code of its own: it shows the
-- withdrawn one.
create or replace function report_view(event bigint, live jsonb) returns jsonb
  language plpgsql stable security definer set search_path = public, pg_temp as $$
declare
  kept quality_report;
  shown jsonb := live;
  viewer text;
  discharge jsonb;
  answer jsonb;
begin
  if live is null then
    select * into kept from report_frozen(event);
    shown := to_jsonb(kept);
  end if;
  viewer := report_viewer(event, coalesce(nullif(shown->'diff', 'null'), '[]'));
  if viewer is null then return null; end if;
  if live is null and kept.id is null then return 'null'; end if;
  if viewer <> 'victim' and kept.id is not null then
    discharge := report_discharge(event);
    if kept.discharge_code is null and discharge->'withdrawn' = 'null' then discharge := null; end if;
  end if;
  select jsonb_build_object('id', kept.id, 'event_id', e.id, 'event', jsonb_build_object('id', e.id, 'code', e.code),
    'vno_id', case when viewer <> 'victim' then e.vno_id end,
    'vno', case when viewer <> 'victim' then jsonb_build_object('id', v.id, 'name', v.name) end,
    'cto_id', c.id, 'cto', jsonb_build_object('id', c.id, 'code', c.code),
    'technical', case when viewer <> 'victim' and t.id is not null then jsonb_build_object('id', t.id, 'name', u.name) end,
    'version', coalesce(kept.version, e.cev_version), 'before_id', shown->'before_id', 'after_id', shown->'after_id',
    'before', report_snapshot((shown->>'before_id')::bigint, viewer),
    'after', report_snapshot((shown->>'after_id')::bigint, viewer),
    'diff', report_diff(shown->'diff', viewer), 'counters', report_counters(shown->'diff', viewer),
    'verdict', shown->'verdict',
    'discharge_code', discharge->'code', 'discharge_withdrawn', discharge->'withdrawn',
    'override', case when viewer <> 'victim' then kept.override end,
    'controls', report_controls(e.id), 'frozen_at', wire_time(kept.frozen_at),
    'pdf_file_id', case when viewer <> 'victim' then kept.pdf_file_id end,
    'sha256', encode(kept.sha256, 'hex'), 'prev_sha256', encode(kept.prev_sha256, 'hex'))
  into answer
  from event e join vno v on v.id = e.vno_id join cto c on c.id = e.cto_id
  left join technical_account t on t.id = e.technical_id left join app_user u on u.id = t.user_id
  where e.id = event;
  return answer;
end $$;
