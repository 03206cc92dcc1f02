import type { Cto } from '@hilo/contract/ctos.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import type { Output } from '@hilo/contract/index.ts'
import type { Order } from '@hilo/contract/orders/orders.ts'
import type { Port } from '@hilo/contract/ports/ports.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { createHash } from 'node:crypto'
import type { ReadContext } from '../../kernel/handler.ts'
import { chosenFor } from '../../process/settings.ts'

type Answer = Output<'admin_vno/sync/pull'>
type Kind = 'orders' | 'events' | 'ctos'
const kinds = ['orders', 'events', 'ctos'] as const satisfies Kind[]
type Row = { id: number }
/** State of the device: a hash mark per record id. */
type Marks = Record<Kind, Record<string, string>>

const { iddle, creating, created, finalizing, wronglyCreated, wronglyFinalized, wronglyCancelled } = processState.is
const openStates = [iddle, creating, created, finalizing, wronglyCreated, wronglyFinalized, wronglyCancelled]

const none = (): Marks => ({ orders: {}, events: {}, ctos: {} })
const markOf = (row: Row) => createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 10)

/** @throws Problem VALIDATION for a malformed cursor */
function readCursor(cursor: string | null): Marks {
  if (cursor === null) return none()
  const details = [{ field: 'cursor', code: 'invalid', message: 'validation.cursor' }]
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const fits = typeof read === 'object' && read !== null && kinds.every((kind) => isMarks(read, kind))
    if (fits) return read as Marks
  } catch {
    // Computed below.
  }
  throw new Problem('VALIDATION', { details })
}

function isMarks(read: object, kind: Kind): boolean {
  const marks = (read as Partial<Record<Kind, unknown>>)[kind]
  return typeof marks === 'object' && marks !== null && Object.keys(marks).every((id) => /^\d{1,15}$/.test(id))
}

/** More than any technician's work of a day. */
const mostOrders = 200
const mostEvents = 50
const mostPorts = 32

interface Has {
  orders: Order[]
  events: Event[]
  ctos: Cto[]
  ports: Port[]
}
const nothing: Has = { orders: [], events: [], ctos: [], ports: [] }

/** A technician's own work, each record whole, in a fixed number of round trips. */
async function mine({ principal, records }: ReadContext, wanted: readonly number[]): Promise<Has> {
  const technical = principal.account_id
  const [orders, events] = await Promise.all([
    records('admin_vno/orders/get', {
      filter: { assigned_technical_id: technical, state: ['asignada', 'en_curso'] },
      sort: [['appointment_from', 'asc']],
      limit: mostOrders,
    }),
    records('admin_vno/events/get', {
      filter: { technical_id: technical, type: eventType.is.createListener, process_state: openStates },
      limit: mostEvents,
    }),
  ])
  const known = [...orders, ...events].flatMap(({ cto_id }) => (cto_id === null ? [] : [cto_id]))
  const ids = [...new Set([...known, ...wanted])]
  if (ids.length === 0) return { ...nothing, orders, events }
  const [ctos, ports] = await Promise.all([
    records('admin_vno/ctos/get', { filter: { id: ids }, limit: ids.length }),
    records('admin_vno/ports/get', { filter: { cto_id: ids }, limit: ids.length * mostPorts }),
  ])
  return { orders, events, ctos, ports }
}

/** Records that the device must get again when they change: a box includes its own ports. */
function rowsOf({ orders, events, ctos, ports }: Has): Record<Kind, Row[]> {
  const inside = Map.groupBy(ports, ({ cto_id }) => cto_id)
  return { orders, events, ctos: ctos.map((cto) => ({ ...cto, inside: inside.get(cto.id) ?? [] })) }
}

/** Changes since the cursor. A session without field work has no own records. */
export async function pull(context: ReadContext, cursor: string | null, wanted: readonly number[]): Promise<Answer> {
  const { principal, sql } = context
  const had = readCursor(cursor)
  const [has, settings] = await Promise.all([
    principal.account_type === 'te' ? mine(context, wanted) : nothing,
    chosenFor(sql, principal.vno?.id ?? 0),
  ])
  const rows = rowsOf(has)
  const marks = none()
  for (const kind of kinds) for (const row of rows[kind]) marks[kind][row.id] = markOf(row)
  const isNew = (kind: Kind) => (row: Row) => had[kind][row.id] !== marks[kind][row.id]
  const removedIds = (kind: Kind) =>
    Object.keys(had[kind])
      .filter((id) => marks[kind][id] === undefined)
      .map(Number)
  const missing = wanted.filter((id) => marks.ctos[id] === undefined)
  const ctos = has.ctos.filter(({ id }) => had.ctos[id] !== marks.ctos[id])
  const sentBoxes = new Set(ctos.map(({ id }) => id))
  return {
    orders: has.orders.filter(isNew('orders')),
    events: has.events.filter(isNew('events')),
    ctos,
    ports: has.ports.filter(({ cto_id }) => sentBoxes.has(cto_id)),
    settings,
    removed: {
      orders: removedIds('orders'),
      events: removedIds('events'),
      ctos: [...new Set([...removedIds('ctos'), ...missing])],
    },
    cursor: Buffer.from(JSON.stringify(marks)).toString('base64url'),
    server_time: new Date().toISOString(),
  }
}
