/** The box or position that a request names, locked, with its drop. Runs in the scope of all operators. */
import { isDrop, normalLabel, type EnrollmentKind } from '@hilo/domain/enrollment.ts'
import type { OpticClass } from '@hilo/domain/optics.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { enrollmentKind, portState } from '@hilo/domain/status.ts'
import type { Tx } from '../../kernel/sql/scope.ts'

/** How a request names its place. */
export interface Named {
  cto_id?: number | undefined
  cto_code?: string | undefined
  port_id?: number | undefined
  port_number?: number | undefined
  drop_id?: number | undefined
}

interface Box {
  id: number
  code: string
  label: string
  state: number
  lat: number
  lon: number
  optic: OpticClass
}

/** A box, or a position with its drop; locked until the transaction ends. */
export interface Element {
  vnoId: number | null
  box: Box
  port: { id: number; state: number; access_id: number | null } | null
  drop: { id: number; label: string } | null
  portsHeld: number
}

const findPlace = `
  with d as (select q.id, q.port_id from drop_cable q where q.id = $5 and q.vno_id = $6),
  p as (select q.id, q.cto_id from port q where q.id = coalesce($3::bigint, (select port_id from d))
    or ($3 is null and $5::bigint is null and q.number = $4::int
      and q.cto_id = coalesce($1::bigint, (select id from cto where code = $2)))),
  c as (select b.id from cto b where b.id = coalesce($1::bigint, (select cto_id from p)) or ($1 is null and b.code = $2))
  select json_build_object('cto', (select id from c limit 1), 'boxes', (select count(*) from c), 'port', (select id from p),
    'port_cto', (select cto_id from p))`
const lockPorts =
  'select id from port where cto_id = $1 and ($2::bigint is null or id = $2) order by id for no key update'
const readPlace = `
  select json_build_object('box', json_build_object('id', c.id, 'code', c.code, 'label', c.label, 'state', c.state, 'lat', c.lat,
      'lon', c.lon, 'optic', o.optic_class),
    'port', (select json_build_object('id', p.id, 'state', p.state, 'access_id', a.access_id, 'vno_id', a.vno_id)
      from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null where p.id = $2),
    'drop', (select json_build_object('id', d.id, 'label', d.label) from port_assignment a join drop_cable d on d.id = a.drop_id
      where a.port_id = $2 and a.ended_at is null and a.vno_id = $3 and d.state in ('instalada', 'reutilizable')),
    'portsHeld', (select count(*) from port where cto_id = c.id and state in (${portState.is.asignado}, ${portState.is.ocupado})))
  from cto c join pon n on n.id = c.pon_id join olt o on o.id = n.olt_id where c.id = $1`

const wrong = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'value', message: 'validation.value' }] })
const missing = (field: string) =>
  new Problem('VALIDATION', { details: [{ field, code: 'required', message: 'validation.required' }] })

/** The field of a place as this request names it: a row of a file has the code of the box and the number of the port. */
export function namedField(field: string, { cto_id, cto_code, port_id, drop_id }: Named): string {
  if (field === 'cto_id' && cto_id === undefined && cto_code !== undefined) return 'cto_code'
  const byBox = (cto_id ?? cto_code) !== undefined
  return field === 'port_id' && (port_id ?? drop_id) === undefined && byBox ? 'port_number' : field
}

interface Place {
  cto: number | null
  boxes: number
  port: number | null
  port_cto: number | null
}

function checkNames(kind: EnrollmentKind, named: Named): void {
  const { cto_id, cto_code, port_id, port_number, drop_id } = named
  const box = cto_id ?? cto_code
  if (!isDrop(kind)) {
    for (const field of ['port_id', 'port_number', 'drop_id'] as const)
      if (named[field] !== undefined) throw wrong(field)
    if (box === undefined) throw missing('cto_id')
    return
  }
  if ((port_id ?? drop_id) === undefined && (port_number === undefined || box === undefined))
    throw missing(namedField('port_id', named))
}

function checkPlace(kind: EnrollmentKind, named: Named, place: Place): number {
  const { cto, boxes, port, port_cto: portCto } = place
  if (isDrop(kind) && port === null && (named.cto_id ?? named.cto_code) === undefined) throw new Problem('NOT_FOUND')
  if (cto === null) throw new Problem(named.cto_id === undefined ? 'CTO_NOT_FOUND' : 'NOT_FOUND')
  if (isDrop(kind) && port === null) throw new Problem('NOT_FOUND')
  if (boxes > 1 || (portCto !== null && portCto !== cto)) throw wrong(namedField('cto_id', named))
  return cto
}

/**
 * Finds and locks the place of a request: a position with its drop, or a box. Another operator's place is reported as missing.
 * @param vnoId operator of the work; null for the neutral operator's own
 * @throws Problem VALIDATION, NOT_FOUND, CTO_NOT_FOUND, PORT_NOT_AVAILABLE for a position that is not assigned
 */
export async function findElement(sql: Tx, vnoId: number | null, kind: EnrollmentKind, named: Named): Promise<Element> {
  checkNames(kind, named)
  const code = named.cto_code === undefined ? null : normalLabel(named.cto_code)
  const { cto_id = null, port_id = null, port_number = null, drop_id = null } = named
  const found = await sql.json(findPlace, [cto_id, code, port_id, port_number, drop_id, vnoId])
  const place = JSON.parse(found ?? '') as Place
  const ctoId = checkPlace(kind, named, place)
  if (isDrop(kind) || kind === enrollmentKind.is.unenrollment_cto) await sql.rows(lockPorts, [ctoId, place.port])
  if (!isDrop(kind)) await sql.rows('select id from cto where id = $1 for no key update', [ctoId])
  const text = await sql.json(readPlace, [ctoId, place.port, vnoId])
  type Read = Omit<Element, 'vnoId' | 'port'> & { port: (Element['port'] & { vno_id: number | null }) | null }
  const { port, ...read } = JSON.parse(text ?? '') as Read
  if (code !== null && read.box.code !== code) throw wrong('cto_code')
  if (port !== null && port.vno_id === null) throw new Problem('PORT_NOT_AVAILABLE')
  if (port !== null && port.vno_id !== vnoId) throw new Problem('NOT_FOUND')
  if (drop_id !== null && read.drop?.id !== drop_id) throw new Problem('NOT_FOUND')
  return { ...read, vnoId, port }
}
