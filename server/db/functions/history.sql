create or replace function cto_remember() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said jsonb := coalesce(nullif(current_setting('app.port_change', true), ''), '{}')::jsonb;
  was jsonb := case when tg_op = 'UPDATE' then cto_facts(old) else '{}' end;
  is_now jsonb := case when tg_op = 'UPDATE' then cto_facts(new) else jsonb_strip_nulls(cto_facts(new)) end;
  work event%rowtype;
begin
  if was = is_now then return null; end if;
  select * into work from event where id = (said ->> 'event_id')::bigint;
  insert into cto_history (cto_id, technical_id, from_state, to_state, cause, before, after, event_id, actor_id, actor_type, at)
  values (new.id, coalesce(work.technical_id, app_technical()), case when tg_op = 'UPDATE' then old.state end, new.state,
    case when tg_op = 'INSERT' then 'create' when old.removed_at is distinct from new.removed_at then 'remove'
      when old.conditions <> new.conditions then 'conditions' when was - 'state' = is_now - 'state' then 'ports' else 'edit' end,
    json_difference(was, is_now), json_difference(is_now, was), work.id, app_user_id(), app_actor_type(), app_now());
  return null;
end $$;

create or replace function drop_remember() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  said jsonb := coalesce(nullif(current_setting('app.port_change', true), ''), '{}')::jsonb;
  found jsonb;
begin
  select jsonb_object_agg(key, jsonb_build_object('from', o.value, 'to', n.value)) into found
    from jsonb_each(to_jsonb(old)) o join jsonb_each(to_jsonb(new)) n using (key)
   where o.value <> n.value and key not in ('version', 'updated_at');
  if found is not null then
    insert into drop_history (drop_id, vno_id, changes, event_id, actor_id, actor_type, at)
    values (new.id, new.vno_id, found, (said ->> 'event_id')::bigint, app_user_id(),
      case when app_user_id() is null then null when app_technical() is not null then 'te' when app_vno() is not null then 'va' else 'ad' end,
      app_now());
  end if;
  return null;
end $$;

create or replace function event_remember() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- A new event has all its facts as changes.
  was jsonb := case when tg_op = 'UPDATE' then event_facts(old) else '{}' end;
  is_now jsonb := case when tg_op = 'UPDATE' then event_facts(new) else jsonb_strip_nulls(event_facts(new)) end;
begin
  insert into event_history (event_id, cto_id, vno_id, technical_id, from_state, to_state, cause, before, after, actor_id, actor_type, at)
  values (new.id, new.cto_id, new.vno_id, new.technical_id, case when tg_op = 'UPDATE' then old.process_state end, new.process_state,
    case when tg_op = 'INSERT' then 'request'
      when old.process_state <> new.process_state then coalesce(nullif(current_setting('app.event_cause', true), ''), 'change')
      when old.current_step is distinct from new.current_step then 'step' else 'change' end,
    json_difference(was, is_now), json_difference(is_now, was), app_user_id(), app_actor_type(),
    app_now());
  return null;
end $$;

-- Last reading of one phase of an intervention, limited to what the session may see. The caller has checked access to
-- the intervention.
create or replace function event_snapshot(event bigint, name text) returns json language sql stable security definer
  set search_path = public, pg_temp as $$
  select json_build_object('id', s.id, 'event_id', s.event_id, 'cto_id', s.cto_id,
    'cto', json_build_object('id', c.id, 'code', c.code), 'phase', s.phase, 'taken_at', wire_time(s.taken_at),
    'source', s.source, 'complete_pct', s.complete_pct,
    'age_s', greatest(0, extract(epoch from app_now() - s.taken_at))::int, 'items', neighbour_view(s.items))
  from neighbour_snapshot s join cto c on c.id = s.cto_id
  where s.event_id = $1 and s.phase = $2
  order by s.id desc limit 1 $$;

create or replace function hair_change_copy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update hair_change set process_state = new.process_state where id = new.id;
  return null;
end $$;

-- Fields of `one` that differ in `other`.
create or replace function json_difference(one jsonb, other jsonb) returns jsonb language sql immutable as $$
  select coalesce(jsonb_object_agg(key, value), '{}') from jsonb_each(one) where value is distinct from other -> key $$;

-- Updates the copies of a person's data in the same transaction, from its creation on; the account's version records
-- it.
create or replace function person_copied() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select fold_name(u.name), coalesce(u.email, new.email) into new.search_name, new.email from app_user u where u.id = new.user_id;
  return new;
end $$;

create or replace function person_copy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  name text;
begin
  foreach name in array array['vno_admin_account', 'technical_account', 'admin_account'] loop
    execute format('update %I set search_name = fold_name($1), email = coalesce($2, email), version = version + 1, updated_at = app_now()
      where user_id = $3', name) using new.name, new.email, new.id;
  end loop;
  return null;
end $$;

-- Updates the copies of a port's data in the same transaction.
create or replace function port_copy() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  update port_assignment
     set state = new.state, assignment_status = new.assignment_status, inventory_status = new.inventory_status,
         label = new.label
   where port_id = new.id and ended_at is null;
  return null;
end $$;

create or replace function port_created() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
begin
  select created_at into new.port_created_at from port where id = new.port_id;
  return new;
end $$;

create or replace function port_remember() returns trigger language plpgsql security definer set search_path = public, pg_temp as $$
declare
  -- {cause, event_id}: the transaction's description of its changes.
  said jsonb := coalesce(nullif(current_setting('app.port_change', true), ''), '{}')::jsonb;
  work event%rowtype;
  held port_assignment%rowtype;
begin
  select * into work from event where id = (said ->> 'event_id')::bigint;
  select * into held from port_assignment where port_id = new.id order by ended_at is null desc, id desc limit 1;
  insert into port_history (port_id, cto_id, vno_id, technical_id, from_state, to_state, cause, event_id, actor_id, actor_type,
    readings, at)
  values (new.id, new.cto_id,
    coalesce(work.vno_id, case when held.ended_at is null then held.vno_id end, app_vno()), coalesce(work.technical_id, app_technical()),
    old.state, new.state,
    coalesce(said ->> 'cause', case
      when new.state = {portState.pendiente_revision} then 'report'
      when old.state = {portState.pendiente_revision} then case new.state when {portState.defectuoso} then 'confirm' else 'clear' end
      when old.state = {portState.defectuoso} then 'repair'
      when old.state = {portState.disponible} then case new.state when {portState.asignado} then 'assign' else 'regularise' end
      when old.state = {portState.asignado} then case new.state when {portState.disponible} then 'release' else 'finalize' end
      when old.state = {portState.ocupado} then 'unsubscribe'
      else case new.state when {portState.disponible} then 'withdraw' else 'reuse' end end),
    work.id, app_user_id(),
    case when app_user_id() is null then null when app_technical() is not null then 'te' when app_vno() is not null then 'va' else 'ad' end,
    coalesce(said -> 'readings', case when held.ended_at is null and held.id is not null then jsonb_build_object('state', held.ont_state, 'rx_dbm', held.rx_dbm,
      'olt_rx_dbm', held.olt_rx_dbm, 'read_at', wire_time(held.read_at)) end),
    app_now());
  return null;
end $$;
