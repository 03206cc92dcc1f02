/** Loads customers in service: each row is one port with its access, ONT and drop. */
import { isNeutral } from '../../kernel/principal.ts'
import { accesses } from '@hilo/contract/accesses/accesses.ts'
import { isOntSerial, normalSerial } from '@hilo/domain/ont-serial.ts'
import { portAfter, type PortState } from '@hilo/domain/port.ts'
import { assignmentStatus, connectionType, dropTypes, portState } from '@hilo/domain/status.ts'
import * as z from 'zod/mini'
import { asProcess } from '../../kernel/sql/in-process.ts'
import type { Tx } from '../../kernel/sql/scope.ts'
import type { WriteContext } from '../../kernel/handler.ts'
import { text } from '../../kernel/texts.ts'
import type { RowDoubt } from '../../load/cell.ts'
import { column, type ValuesOf } from '../../load/column.ts'
import { downloaded } from '../../load/columns.ts'
import { withStoredZeros } from '../../load/lost-zeros.ts'
import { part, refused, refusedCells, type BrokenRow, type Outcome, type Part } from '../../load/part.ts'
import { missingFaults, unknownFault, type RowFault } from '../../load/row-fault.ts'
import { addAccess } from '../../process/access-row.ts'
import { recountBoxes } from '../../process/box.ts'
import { sound, writePort } from '../../process/port-row.ts'

const code = z.string().check(z.regex(/^[0-9A-Z][0-9A-Z._/-]{1,47}$/))
const words = (most: number) => z.optional(z.string().check(z.minLength(1), z.maxLength(most)))
const whole = (least: number, most: number) => z.optional(z.int().check(z.minimum(least), z.maximum(most)))
const serial = z.string().check(z.refine(isOntSerial))

export const columns = {
  port_label: column.code(code, 'puerto', 'port.code'),
  drop_label: column.code(z.optional(code), 'acometida', 'drop', 'drop.code'),
  ont_serial: column.normal(z.optional(serial), normalSerial, 'serial', 'ont', 'número de serie', 'ont.serial'),
  access_code: column.code(z.optional(code), 'acceso', 'código', 'code'),
  customer_ref: column.id(words(64), 'cliente', 'referencia de cliente'),
  product_code: column.id(words(40), 'producto', 'product.code'),
  down_mbps: column.whole(whole(1, 100_000), 'bajada'),
  up_mbps: column.whole(whole(1, 100_000), 'subida'),
  address: column.text(words(300), 'dirección'),
  uuii_id: column.id(words(40), 'uuii', 'unidad inmobiliaria'),
  drop_type: column.choice(z.optional(z.enum(dropTypes)), dropTypes, 'drop_type', 'tipo'),
  length_m: column.whole(whole(0, 5000), 'longitud', 'metros'),
  connection_type: column.status(z.optional(z.literal(connectionType.values)), connectionType, 'conexión'),
  fibre_no: column.whole(whole(1, 288), 'fibra'),
}
type Values = ValuesOf<typeof columns>
export const list = downloaded(columns, 'accesses', accesses['admin_vno/accesses/get'])

const lockPort = `select p.id, p.cto_id, p.state, a.id as assignment_id, a.vno_id, a.access_id,
    exists (select from port_claim k where k.port_id = p.id) as claimed
  from port p left join port_assignment a on a.port_id = p.id and a.ended_at is null
  where p.label = $1 order by p.id limit 1 for no key update of p`
interface PortRow {
  id: number
  cto_id: number
  state: PortState
  assignment_id: number | null
  vno_id: number | null
  access_id: number | null
  claimed: boolean
}
const around = `select json_build_object(
    'access', (select row_to_json(x) from (select code, ont_serial, customer_ref, home, product from access where id = $1) x),
    'code_taken', exists (select from access where code = $2 and id is distinct from $1),
    'ont_taken', exists (select from access where ont_serial = $3 and id is distinct from $1 and state in ('activo', 'en_alta', 'en_baja')),
    'drop', (select row_to_json(d) from (select id, vno_id, access_id, port_id, type, length_m, connection_type, fibre_no
      from drop_cable where label = $4) d))::text`
interface Around {
  access: { code: string; ont_serial: string | null; customer_ref: string | null; home: object; product: object } | null
  code_taken: boolean
  ont_taken: boolean
  drop: Drop | null
}
interface Drop {
  id: number
  vno_id: number
  access_id: number | null
  port_id: number | null
  type: string | null
  length_m: number | null
  connection_type: number | null
  fibre_no: number | null
}

/** Differences between a row and a drop in service: this load does not change drops in service. */
const keptOfDrop = (drop: Drop, { drop_type, length_m, connection_type, fibre_no }: Values): RowDoubt[] =>
  Object.entries({ drop_type, length_m, connection_type, fibre_no }).flatMap(([column, value]): RowDoubt[] => {
    const stored = drop[column === 'drop_type' ? 'type' : (column as 'length_m')]
    return value === undefined || value === stored ? [] : [{ column, code: 'drop_kept' }]
  })

const fields = (entries: Record<string, unknown>) =>
  Object.fromEntries(Object.entries(entries).filter(([, value]) => value !== undefined)) as Record<string, unknown>
const homeOf = ({ address, uuii_id }: Values) => fields({ address, uuii_id })
const productOf = ({ product_code, down_mbps, up_mbps }: Values) => fields({ code: product_code, down_mbps, up_mbps })

/** Codes of the stored line that a spreadsheet may have changed in the row. */
interface Codes {
  customer_ref: string | null
  home: { uuii_id?: unknown }
  product: { code?: unknown }
}
const storedCodes = (line: Codes | null) => ({
  customer_ref: line?.customer_ref,
  uuii_id: line?.home.uuii_id,
  product_code: line?.product.code,
})

/** True if every given value is stored already. */
const within = (asked: Record<string, unknown>, stored: object) =>
  Object.entries(asked).every(([name, value]) => (stored as Record<string, unknown>)[name] === value)

const updateAccess = `update access set customer_ref = coalesce($2, customer_ref), ont_serial = coalesce(ont_serial, $3),
    home = home || $4::jsonb, product = product || $5::jsonb, version = version + 1, updated_at = app_now() where id = $1`

export const lineOf = `select json_build_object('id', x.id, 'access_code', x.code, 'port_label', p.label, 'drop_label', d.label,
    'ont_serial', x.ont_serial, 'customer_ref', x.customer_ref, 'home', x.home, 'product', x.product)::text
  from access x join port p on p.id = x.port_id
  left join port_assignment a on a.port_id = x.port_id and a.access_id = x.id and a.ended_at is null
  left join drop_cable d on d.id = a.drop_id where x.code = $1 and x.vno_id = $2`
interface Line {
  id: number
  access_code: string
  port_label: string
  drop_label: string | null
  ont_serial: string | null
  customer_ref: string | null
  home: object
  product: object
}

/** A line without a drop, ceased or not connected yet; null if the row needs a drop. */
async function lineWithoutDrop(sql: Tx, vnoId: number, access_code: string | undefined): Promise<Line | null> {
  const found = access_code === undefined ? null : await sql.json(lineOf, [access_code, vnoId])
  const line = found === null ? null : (JSON.parse(found) as Line)
  return line?.drop_label === null ? line : null
}

/** The row of a line without a drop must match the record. */
function takeWithoutDrop(line: Line, row: Values): Outcome {
  const { values, doubts } = withStoredZeros(row, storedCodes(line))
  const { port_label, ont_serial, customer_ref } = values
  const same =
    within(fields({ port_label, ont_serial, customer_ref }), line) &&
    within(homeOf(values), line.home) &&
    within(productOf(values), line.product)
  if (!same) return refused('VALIDATION', text('load.access_no_drop'))
  return { ok: true, done: 'unchanged', id: line.id, doubts }
}

/** A line already in service: updates its details, except ONT and drop. */
async function keep(sql: Tx, port: PortRow, row: Values, known: Around): Promise<Outcome> {
  const { access, drop } = known
  const { values, doubts: zeros } = withStoredZeros(row, storedCodes(access))
  const id = port.access_id ?? 0
  const serial = values.ont_serial
  if (!access || (values.access_code !== undefined && values.access_code !== access.code))
    return refused('PORT_NOT_AVAILABLE', text('load.drop_access'))
  if (drop?.access_id !== id || drop.port_id !== port.id) return refused('LABEL_DUPLICATE', text('load.drop_there'))
  if (serial !== undefined && access.ont_serial !== null && access.ont_serial !== serial)
    return refused('VALIDATION', text('load.access_ont'))
  const [home, product] = [homeOf(values), productOf(values)]
  const doubts = [...zeros, ...keptOfDrop(drop, values)]
  const sameRef = values.customer_ref === undefined || values.customer_ref === access.customer_ref
  const sameOnt = serial === undefined || serial === access.ont_serial
  if (sameRef && sameOnt && within(home, access.home) && within(product, access.product))
    return { ok: true, done: 'unchanged', id, doubts }
  const parameters = [id, values.customer_ref ?? null, serial ?? null, JSON.stringify(home), JSON.stringify(product)]
  await sql.rows(updateAccess, parameters)
  return { ok: true, done: 'updated', id, doubts }
}

const layDrop = `insert into drop_cable (vno_id, label, access_id, port_id, type, length_m, connection_type, fibre_no, state)
  select $1, $2, $3, $4, coalesce($5, 'interior'), $6::int, coalesce($7::int, c.connection_type), $8::int, 'instalada'
  from port p join cto c on c.id = p.cto_id where p.id = $4
  on conflict (label) do update set access_id = excluded.access_id, port_id = excluded.port_id, state = 'instalada',
    type = coalesce($5, drop_cable.type), length_m = coalesce($6::int, drop_cable.length_m),
    connection_type = coalesce($7::int, drop_cable.connection_type), fibre_no = coalesce($8::int, drop_cable.fibre_no),
    version = drop_cable.version + 1, updated_at = app_now() returning id`
const occupy = `update port_assignment set access_id = $2, drop_id = $3, reserved_until = null where id = $1`
const promise = `insert into port_assignment (port_id, vno_id, cto_id, label, state, assignment_status, access_id, drop_id)
  select id, $2, cto_id, label, state, assignment_status, $3, $4 from port where id = $1`

/** A line taken over by its operator: access, drop and port enter service together. */
async function putInService(sql: Tx, vnoId: number, port: PortRow, values: Values): Promise<Outcome> {
  const place = { vno_id: vnoId, cto_id: port.cto_id, port_id: port.id, state: 'activo' } as const
  const { access_code, ont_serial, customer_ref } = values
  const what = { code: access_code, ont_serial, customer_ref, home: homeOf(values), product: productOf(values) }
  const access = await addAccess(sql, { ...place, ...what })
  if (access === null) return refused('ALREADY_EXISTS')
  const { drop_label, drop_type = null, length_m = null, connection_type = null, fibre_no = null } = values
  const cable = [vnoId, drop_label, access, port.id, drop_type, length_m, connection_type, fibre_no]
  const [drop] = await sql.rows<{ id: number }>(layDrop, cable)
  const state = portAfter(port.state, port.assignment_id === null ? 'regularise' : 'finalize')
  if (state === null || !drop) throw new Error(`port ${port.id} cannot be put in service`)
  if (port.assignment_id === null) await sql.rows(promise, [port.id, vnoId, access, drop.id])
  else await sql.rows(occupy, [port.assignment_id, access, drop.id])
  await writePort(sql, port.id, { ...sound, state, assignment_status: assignmentStatus.is.occupied }, {})
  return { ok: true, done: 'created', id: access }
}

/** Reason why a port cannot take a line; null if it can. Only the neutral operator assigns a free one. */
function portFault(port: PortRow, vnoId: number, neutral: boolean): Outcome | null {
  if (port.vno_id !== null && port.vno_id !== vnoId) return refused('PORT_NOT_AVAILABLE', text('load.port_other'))
  if (port.claimed || (port.state === portState.is.asignado && port.access_id !== null))
    return refused('PORT_NOT_AVAILABLE', text('load.access_promised'))
  if (port.state === portState.is.disponible)
    return neutral ? null : refused('PORT_NOT_AVAILABLE', text('load.access_free'))
  const own = port.state === portState.is.asignado && port.assignment_id !== null
  return own ? null : refused('PORT_NOT_AVAILABLE', text('load.access_state'))
}

const takenFault = (column: string, message: string): RowFault => ({ column, code: 'taken', message: text(message) })

/** What a row names, and the faults of its cells. Whose a code or an ONT is can only be judged with the port. */
async function lookAt(sql: Tx, vnoId: number, values: Partial<Values>) {
  const { port_label, access_code = null, ont_serial = null, drop_label = null } = values
  const [port] = port_label === undefined ? [] : await sql.rows<PortRow>(lockPort, [port_label])
  if (!port) return { port: null, faults: port_label === undefined ? [] : [unknownFault('port_label', port_label)] }
  const serving = port.state === portState.is.ocupado && port.vno_id === vnoId && port.access_id !== null
  const named = [serving ? port.access_id : null, access_code, ont_serial, drop_label]
  const known = JSON.parse((await sql.json(around, named)) ?? '') as Around
  const faults = [
    ...(known.code_taken ? [takenFault('access_code', 'load.access_code')] : []),
    ...(known.ont_taken ? [takenFault('ont_serial', 'load.access_ont_taken')] : []),
  ]
  return { port, serving, known, faults }
}

async function checkAccess(sql: Tx, vnoId: number, { values, broken }: BrokenRow<Values>): Promise<RowFault[]> {
  if (values.drop_label !== undefined || broken.has('drop_label')) return (await lookAt(sql, vnoId, values)).faults
  const line = broken.has('access_code') ? null : await lineWithoutDrop(sql, vnoId, values.access_code)
  if (line) return []
  return [...(await lookAt(sql, vnoId, values)).faults, ...missingFaults(['drop_label'])]
}

async function take(
  sql: Tx,
  vnoId: number,
  neutral: boolean,
  values: Values,
): Promise<{ outcome: Outcome; box?: number }> {
  const { drop_label } = values
  const line = drop_label === undefined ? await lineWithoutDrop(sql, vnoId, values.access_code) : null
  if (line) return { outcome: takeWithoutDrop(line, values) }
  const { port, serving, known, faults } = await lookAt(sql, vnoId, values)
  if (drop_label === undefined) return { outcome: refusedCells([...faults, ...missingFaults(['drop_label'])]) }
  if (!port || faults.length > 0)
    return { outcome: port ? refusedCells(faults, 'ALREADY_EXISTS') : refusedCells(faults) }
  if (serving) return { outcome: await keep(sql, port, values, known) }
  const fault = portFault(port, vnoId, neutral)
  if (fault) return { outcome: fault }
  const { drop } = known
  if (drop && (drop.vno_id !== vnoId || drop.access_id !== null || (drop.port_id !== null && drop.port_id !== port.id)))
    return { outcome: refused('LABEL_DUPLICATE') }
  return { outcome: await putInService(sql, vnoId, port, values), box: port.cto_id }
}

/** Loader of one operator's customers. */
export function accessPart({ sql, principal }: WriteContext, vnoId: number): Part {
  const neutral = isNeutral(principal)
  return part({
    kind: 'accesses',
    columns,
    entity: 'access',
    kept: ({ access_code, port_label, drop_label, ont_serial, product_code }) => ({
      access_code,
      port_label,
      drop_label,
      ont_serial,
      product_code,
    }),
    list,
    // The port's former lines carry its label too, so ended ones are excluded.
    key: ({ port_label, drop_label, access_code }) =>
      drop_label === undefined ? `${access_code} ${port_label}` : port_label,
    // An ONT or drop may be in use by another operator, so the check runs in the scope of all operators.
    apply: (rows) =>
      asProcess(sql, async () => {
        const taken: { outcome: Outcome; box?: number }[] = []
        for (const { values } of rows) taken.push(await take(sql, vnoId, neutral, values))
        await recountBoxes(
          sql,
          [...new Set(taken.flatMap(({ box }) => box ?? []))].toSorted((a, b) => a - b),
        )
        return taken.map(({ outcome }) => outcome)
      }),
    check: (rows) =>
      asProcess(sql, async () => {
        const faults: RowFault[][] = []
        for (const row of rows) faults.push(await checkAccess(sql, vnoId, row))
        return faults
      }),
  })
}
