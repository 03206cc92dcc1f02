import { eventType, portState } from '@hilo/domain/status.ts'
import { unendedStates } from '../../kernel/sql/states.ts'

const { asignado, ocupado } = portState.is

export const boxByCode = 'select id::text from cto where code = $1 and removed_at is null'
export const ponCodeOf = 'select code from pon where olt_id = $1 and slot = $2 and port = $3'
export const lockBox = `select id, code, version, case when lock_reason is not null
    then json_build_object('until', wire_time(lock_until), 'reason', lock_reason) end as lock
  from cto where id = $1 and removed_at is null for no key update`
export const setLock = `with written as (
    update cto set lock_until = $2::timestamptz, lock_reason = $3, version = version + 1, updated_at = app_now() where id = $1
    returning id, version)
  select changed('ctos', id, version, null) from written`

// True if a customer holds a port, or an intervention has claimed one.
export const boxInUse = `select (exists (select from port p where p.cto_id = $1 and p.state in (${asignado}, ${ocupado}))
  or exists (select from port_claim k join port p on p.id = k.port_id where p.cto_id = $1))::text`
// True if any work is open: a technician must not arrive at a removed box.
export const openWork = `select (exists (select from event where cto_id = $1 and type in (${eventType.is.createListener}, ${eventType.is.hairChangeRequest})
  and process_state in (${unendedStates})))::text`
export const removeDrops = `with ended as (
    update port_assignment set ended_at = app_now(), drop_id = null where cto_id = $1 and ended_at is null returning port_id)
  update drop_cable set state = 'retirada', port_id = null, version = version + 1, updated_at = app_now()
   where port_id in (select port_id from ended)`
export const removeBox = `with written as (
    update cto set removed_at = app_now(), ports_free = 0, lock_until = null, lock_reason = null, version = version + 1,
      updated_at = app_now() where id = $1 returning id, version)
  select changed('ctos', id, version, null) from written`

/** `$1` the box, `$2` the file: only photos of the box that the session may see. */
export const photoOfBox = `select json_build_object('mime', mime, 'name', name, 'key', key, 'bytes', bytes)::text
  from cto_photos($1::bigint) where file_id = $2`
