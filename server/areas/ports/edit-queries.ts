/** The port with its holder. An ONT with light there is the customer's, or a stray. */
import { portState, vnoStatus } from '@hilo/domain/status.ts'

export const lockForEdit = `select p.id, p.cto_id, p.version, p.label, p.state, p.state_before, p.inventory_status, p.assignment_status,
    p.splitter_leg, p.problem, a.vno_id, a.access_id, exists (select from port_claim k where k.port_id = p.id) as claimed,
    case when p.optical_state <> 'online' then 'dark' when x.ont_serial is null then 'stranger' else 'expected' end as live,
    wire_time(app_now()) as now
  from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null left join access x on x.id = a.access_id
  where p.id = $1 and p.removed_at is null for no key update of p`
export const labelTaken = 'select exists (select from port where label = $1 and id <> $2)::text'

export const vnoThere = `select id::text from vno where id = $1 and status = ${vnoStatus.is.enabled}`
export const assignPort = `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, inventory_status, created_at)
  select id, $2, cto_id, label, state, assignment_status, inventory_status, app_now() from port p where id = $1
    and not exists (select from port_assignment a where a.port_id = p.id and a.ended_at is null)`

/** Access and drop of one operator; whether the access is in service at another port. */
export const occupantOf = `select json_build_object('busy', exists (
    select from port_assignment a where a.access_id = x.id and a.ended_at is null and a.state = ${portState.is.ocupado}))::text
  from access x join drop_cable d on d.vno_id = x.vno_id and d.state <> 'retirada' and (d.access_id is null or d.access_id = x.id)
  join vno v on v.id = x.vno_id
  where x.id = $1 and d.id = $2 and x.vno_id = $3 and x.state <> 'baja' and v.status = ${vnoStatus.is.enabled} for no key update of x, d`
export const occupyPort = `update port_assignment set access_id = $2, drop_id = $3, reserved_until = null
  where port_id = $1 and ended_at is null`
export const placeAccess = `update access set port_id = $2, cto_id = $3, state = 'activo', activated_at = coalesce(activated_at, app_now()),
    version = version + 1, updated_at = app_now() where id = $1`
export const placeDrop = `update drop_cable set port_id = $2, access_id = $3, state = 'instalada', version = version + 1,
    updated_at = app_now() where id = $1`

/** Settles the port's reported problems. */
export const settleProblems = `update port_problem set outcome = $2, note = $3, verified_by = $4, verified_at = app_now()
  where port_id = $1 and verified_at is null`
export const tellPort = `select changed('ports', p.id, p.version,
    (select a.vno_id from port_assignment a where a.port_id = p.id and a.ended_at is null)) from port p where p.id = $1`
