import { accountStatus, eventType, vnoStatus } from '@hilo/domain/status.ts'
import { settings } from '@hilo/domain/settings.ts'
import { endedStates, liveOrders, openStates, unendedStates } from '../../kernel/sql/states.ts'

/**
 * Records named by a request, within its operator's reach. Locks technician and order: one request at a time for each. A
 * coalesce is no index condition under row-level security, a scalar subquery is.
 */
export const named = `
  with who as materialized (
    select t.id, t.contractor_id from technical_account t where t.id = $3 and t.vno_id = $4 and t.status = ${accountStatus.is.active} for no key update),
  o as materialized (select q.id, q.access_id, q.cto_id, q.state, exists (select from event e where e.service_order_id = q.id and e.type = ${eventType.is.createListener}
      and e.process_state not in (${endedStates})) as busy
    from service_order q where q.id = $7 and q.vno_id = $4 for no key update),
  x as (select s.id, s.port_id, s.cto_id from access s
    where s.id = (select coalesce($5::bigint, (select access_id from o))) and s.vno_id = $4),
  p as (select q.id, q.cto_id, q.state, a.vno_id, a.access_id from port q
    left join port_assignment a on a.port_id = q.id and a.ended_at is null and a.vno_id = $4
    where q.id = coalesce($6::bigint, (select port_id from x))),
  own as (select coalesce((select id from x), (select access_id from p)) as id)
  select json_build_object('vno', (select v.id from vno v where v.id = $4 and v.status = ${vnoStatus.is.enabled}), 'settings', settings_of($4),
    'technical', (select row_to_json(who) from who), 'access', (select row_to_json(x) from x),
    'order', (select json_build_object('id', id, 'state', state, 'busy', busy) from o), 'port', (select row_to_json(p) from p),
    'leaves', (select s.state in ('en_baja', 'baja') or exists (
        select from (select q.kind, q.state from service_order q where q.access_id = (select id from own) offset 0) q
        where q.kind = 'baja' and q.state in (${liveOrders}))
      from access s where s.id = (select id from own)),
    'cto', (select json_build_object('id', c.id, 'code', c.code, 'locked', cto_locked(c.lock_reason, c.lock_until)) from cto c
      where c.removed_at is null and c.id = coalesce($1::bigint, (select b.id from cto b where b.code = $2), case when $2::text is null
        then coalesce((select cto_id from x), (select cto_id from p), (select cto_id from o)) end)))`

/** The intervention with its job and notices, or the open one that conflicts. */
export const insertEvent = `
  with clash as materialized (
    (select id, code from event where type = ${eventType.is.createListener} and technical_id = $5 and process_state in (${unendedStates})
      order by id offset coalesce(setting_of($4, 'open_events')::int, ${settings.open_events.default}) - 1)
    union all
    select id, code from event where type = ${eventType.is.createListener} and technical_id = $5 and cto_id = $8 and process_state in (${unendedStates})
    union all
    select id, code from event where type = ${eventType.is.createListener} and port_id = $9 and process_state in (${openStates}) and port_id is not null),
  added as (
    insert into event (code, type, process_state, vno_id, technical_id, contractor_id, origin, channel, cto_id, port_id, access_id,
      service_order_id, work_kind, steps, degraded, position_start, device, created_by, offline_ms,
      created_at, updated_at)
    select next_event_code(), $1, $2, $4, $5, $6, $3, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $19, app_now(), app_now()
     where not exists (select from clash)
    returning id, version, vno_id, technical_id),
  ordered as (
    update service_order set state = $18, held_reason = null, assigned_technical_id = coalesce($5, assigned_technical_id), version = version + 1,
      updated_at = app_now() where id = $11 and exists (select from added) returning id, version, vno_id, assigned_technical_id),
  claimed as (select claim_prepared(id, technical_id, $8, $20) from added),
  frozen as (select freeze_neighbours(id) from added),
  heard as (select changed('orders', id, version, vno_id, assigned_technical_id) from ordered),
  told as (
    select changed('events', id, version, vno_id, technical_id),
      app_add_job('process.open', json_build_object('event_id', id), 'open:' || id, null, 'event:' || id, 25) from added)
  select json_build_object('id', (select id from added), 'clash', (select row_to_json(clash) from clash limit 1),
    'told', (select count(*) from told), 'heard', (select count(*) from heard), 'claimed', (select count(*) from claimed),
    'frozen', (select count(*) from frozen))`

/** The port of a box by its printed number. */
export const portByNumber = 'select id, state from port where cto_id = $1 and number = $2'
