import type { OpticClass } from '@hilo/domain/optics.ts'
import { assignmentStatus, inventoryStatus, portState } from '@hilo/domain/status.ts'

/** A box as a feasibility inquiry needs it. */
export interface Box {
  id: number
  code: string
  lat: number
  lon: number
  street: string
  street_number: string | null
  state: number
  ports_free: number
  conditions: { code: number }[]
  connection_type: 0 | 1
  feeder_m: number
  splitter_ratio: string
  splitter_level: number
  tx_dbm: number
  optic_class: OpticClass
}

const boxes = `select c.id, c.code, c.lat::float8 as lat, c.lon::float8 as lon, c.street, c.street_number, c.state, c.ports_free,
    c.conditions, c.connection_type, c.feeder_m, c.splitter_ratio, c.splitter_level, n.tx_dbm, o.optic_class
  from cto c join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id`

/**
 * Boxes around a point, those with free ports first, so that full ones cannot hide a free one. `$1` to `$4` the square, `$5`
 * and `$6` the point, `$7` ratio of a degree of longitude to one of latitude.
 */
export const boxesNear = `${boxes} where c.lat between $1::numeric and $2::numeric and c.lon between $3::numeric and $4::numeric
  order by c.ports_free = 0, (c.lat::float8 - $5) ^ 2 + ((c.lon::float8 - $6) * $7) ^ 2, c.id limit 40`
/** Boxes of a district, those with free ports first. */
export const boxesOfDistrict = `${boxes} where c.postal_code = $1 order by c.ports_free desc, c.code limit 40`
/** Boxes of a street (lower case), within a district if given. */
export const boxesOfStreet = `${boxes} where ($2::text is null or c.postal_code = $2) and ($2::text is not null or lower(c.street) = $1)
  and ($3::text is null or lower(c.municipality) = lower($3)) order by c.id limit 500`
export const boxesOfHome = `${boxes} where c.id in (select boxes_of_home($1)) order by c.id limit 10`

/** A free port without open work; rechecked once it is locked. */
export const freePort = `select p.id from port p where p.cto_id = $1 and p.state = ${portState.is.disponible} and p.inventory_status = ${inventoryStatus.is.available}
  and p.assignment_status = ${assignmentStatus.is.available} and p.id <> all($2::bigint[])
  and not exists (select from port_claim m where m.port_id = p.id) order by p.number limit 1`
export const lockFree = `select p.id from port p where p.id = $1 and p.state = ${portState.is.disponible}
  and p.assignment_status = ${assignmentStatus.is.available} for no key update`
export const promisePort = `
  insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, reserved_until)
  select id, $2, cto_id, label, state, assignment_status, app_now() + $3::int8 * interval '1 ms' from port where id = $1
  returning id`
export const insertAnswer = `
  with made as (
    insert into feasibility (vno_id, asked, result, ctos, products, valid_until, port_id, assignment_id, reserved_until, created_by,
      created_at, updated_at)
    values ($1, $2, $3, $4, $5, app_now() + $6::int8 * interval '1 ms', $7, $8,
      case when $7::bigint is not null then app_now() + $6::int8 * interval '1 ms' end, $9, app_now(), app_now())
    returning id, version, vno_id),
  told as (select changed('feasibility', id, version, vno_id) from made)
  select made.id from made, told`

export const lockAnswer = `select version from feasibility where id = $1 and ($2::int is null or vno_id = $2) for no key update`
