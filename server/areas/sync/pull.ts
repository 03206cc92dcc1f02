import type { Output } from '@hilo/contract/index.ts'
import { Problem } from '@hilo/domain/problem.ts'
import { processState } from '@hilo/domain/status.ts'
import { createHash } from 'node:crypto'
import type { Ask, ReadContext } from '../../http/handler.ts'

type Answer = Output<'admin_vno/sync/pull'>
type Kind = 'orders' | 'events' | 'ctos'
const kinds = ['orders', 'events', 'ctos'] as const satisfies Kind[]
type Row = Record<string, unknown> & { id: number }
/** What the device has: a mark of each record by its id. */
type Marks = Record<Kind, Record<string, string>>

const { iddle, creating, created, finalizing, wronglyCreated, wronglyFinalized, wronglyCancelled } = processState.is
const openStates = [iddle, creating, created, finalizing, wronglyCreated, wronglyFinalized, wronglyCancelled]

const none = (): Marks => ({ orders: {}, events: {}, ctos: {} })
const markOf = (row: Row) => createHash('sha256').update(JSON.stringify(row)).digest('base64url').slice(0, 10)

/** @throws Problem VALIDATION for what is no cursor of ours */
function readCursor(cursor: string | null): Marks {
  if (cursor === null) return none()
  const details = [{ field: 'cursor', code: 'invalid', message: 'validation.cursor' }]
  try {
    const read: unknown = JSON.parse(Buffer.from(cursor, 'base64url').toString('utf8'))
    const fits = typeof read === 'object' && read !== null && kinds.every((kind) => isMarks(read, kind))
    if (fits) return read as Marks
  } catch {
    // Said below.
  }
  throw new Problem('VALIDATION', { details })
}

function isMarks(read: object, kind: Kind): boolean {
  const marks = (read as Partial<Record<Kind, unknown>>)[kind]
  return typeof marks === 'object' && marks !== null && Object.keys(marks).every((id) => /^\d{1,15}$/.test(id))
}

/** The rows of a list as its own call answers them; none where the session may not call it. */
async function rowsOf(ask: Ask, path: string, query: object): Promise<Row[]> {
  const { status, body } = await ask(path, query)
  if (status === 403) return []
  if (status !== 200) throw new Problem('UNAVAILABLE', { retryAfter: 5 })
  return body['records'] as Row[]
}

/** Everything that a technician needs of his work, each record whole. */
async function mine(ask: Ask, technical: number): Promise<Record<Kind, Row[]>> {
  const orders = await rowsOf(ask, 'admin_vno/orders/get', {
    filter: { assigned_technical_id: technical, state: ['asignada', 'en_curso'] },
    sort: [['appointment_from', 'asc']],
    limit: 200,
  })
  const known = await rowsOf(ask, 'admin_vno/events/get', {
    filter: { technical_id: technical, type: 1, process_state: openStates },
    limit: 50,
  })
  const whole = async (path: string, ids: Iterable<number>) => {
    const rows: Row[] = []
    for (const id of ids) rows.push(...(await rowsOf(ask, path, { id })))
    return rows
  }
  const events = await whole(
    'admin_vno/events/get',
    known.map(({ id }) => id),
  )
  const boxes = new Set([...orders, ...events].map((row) => row['cto_id']).filter((id) => typeof id === 'number'))
  return { orders, events, ctos: await whole('admin_vno/ctos/get', boxes) }
}

/** What has changed since the cursor. Whoever does no field work has none of his own. */
export async function pull({ principal, ask }: ReadContext, cursor: string | null): Promise<Answer> {
  const had = readCursor(cursor)
  const has: Record<Kind, Row[]> =
    principal.account_type === 'te' ? await mine(ask, principal.account_id) : { orders: [], events: [], ctos: [] }
  const marks = none()
  for (const kind of kinds) for (const row of has[kind]) marks[kind][row.id] = markOf(row)
  const changed = (kind: Kind) => has[kind].filter(({ id }) => had[kind][id] !== marks[kind][id])
  const gone = (kind: Kind) => Object.keys(had[kind]).filter((id) => marks[kind][id] === undefined)
  const delta = {
    orders: changed('orders'),
    events: changed('events'),
    ctos: changed('ctos'),
    removed: { orders: gone('orders').map(Number), events: gone('events').map(Number), ctos: gone('ctos').map(Number) },
    cursor: Buffer.from(JSON.stringify(marks)).toString('base64url'),
    server_time: new Date().toISOString(),
  }
  return delta as unknown as Answer
}
