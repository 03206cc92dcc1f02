import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'

const { asignado, ocupado, disponible, pendiente_revision } = portState.is

export const boxByCode = 'select id::text from cto where code = $1 and removed_at is null'
export const ponCodeOf = 'select code from pon where olt_id = $1 and slot = $2 and port = $3'
export const lockBox = `select id, code, version, case when lock_reason is not null
    then json_build_object('until', wire_time(lock_until), 'reason', lock_reason) end as lock
  from cto where id = $1 and removed_at is null for no key update`
export const setLock = `with written as (
    update cto set lock_until = $2::timestamptz, lock_reason = $3, version = version + 1, updated_at = app_now() where id = $1
    returning id, version)
  select changed('ctos', id, version, null) from written`

// Held by a customer, or taken for an intervention at this very moment.
export const boxInUse = `select (exists (select from port p where p.cto_id = $1 and p.state in (${asignado}, ${ocupado}))
  or exists (select from port_claim k join port p on p.id = k.port_id where p.cto_id = $1))::text`
// Anything that is not over; nobody may be on his way to a box that is gone.
export const openWork = `select (exists (select from event where cto_id = $1 and type in (1, 5)
  and process_state in (2, 4, 6, 7, 8, 9, 10)))::text`
export const removeDrops = `with ended as (
    update port_assignment set ended_at = app_now(), drop_id = null where cto_id = $1 and ended_at is null returning port_id)
  update drop_cable set state = 'retirada', port_id = null, version = version + 1, updated_at = app_now()
   where port_id in (select port_id from ended)`
/** Free for whoever hangs the box again, and for nobody until then. */
export const removePorts = `update port set removed_at = app_now(), state = ${pendiente_revision}, state_before = ${disponible}, problem = null,
    inventory_status = ${inventoryStatus.is.inventory_review}, assignment_status = ${assignmentStatus.is.available},
    last_change_at = app_now(), updated_at = app_now(), version = version + 1 where cto_id = $1`
export const removeBox = `with written as (
    update cto set removed_at = app_now(), ports_free = 0, lock_until = null, lock_reason = null, version = version + 1,
      updated_at = app_now() where id = $1 returning id, version)
  select changed('ctos', id, version, null) from written`

/** `$1` the box, `$2` the file: only what is among the photos of the box that the session may see. */
export const photoOfBox = `select json_build_object('mime', mime, 'name', name, 'key', key, 'bytes', bytes)::text
  from cto_photos($1::bigint) where file_id = $2`
