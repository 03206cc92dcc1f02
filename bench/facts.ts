/** Parameters of the cells from the database: the largest operator, its sessions, rows and codes. */
import { portState, processState } from '@hilo/domain/status.ts'
import type { Database } from '../server/db/open.ts'
import { makeAdmin, makeSession } from '../server/test/factories.ts'

export interface Facts {
  vno: number
  /** Cookies of administrators of that operator, the first for reads, all for writes. */
  cookies: string[]
  users: number[]
  ports: number
  events: number
  eventIds: number[]
  boxIds: number[]
  accessCodes: string[]
  /** Typed prefixes of a code that match at least fifty ports, and the first that does not. */
  typedCodes: [string, string][]
  /** Last row of page 2,000 (or the deepest) in the order of the deep cells. */
  deepEvent: { created_at: string; id: number }
  deepPort: { label: string; id: number }
  /** The operator's 200,000 newest events, or all. */
  downloadSince: string
  downloadRows: number
}

const writers = 32
const deepRow = 2_000 * 50
const downloadRows = 200_000

export async function readFacts(db: Database): Promise<Facts> {
  const one = async <T extends object>(text: string, ...values: unknown[]): Promise<T> => {
    const { rows } = await db.owner.query<T>(text, values)
    if (!rows[0]) throw new Error(`the database is too small to measure: ${text}`)
    return rows[0]
  }
  const list = async <T>(text: string, ...values: unknown[]): Promise<T[]> => {
    const { rows } = await db.owner.query<{ x: T }>(text, values)
    return rows.map(({ x }) => x)
  }
  const { vno } = await one<{ vno: number }>(
    'select vno_id as vno from event group by 1 order by count(*) desc limit 1',
  )
  const { name } = await one<{ name: string }>('select name from vno where id = $1', vno)
  const people = await makeWriters(db, { id: vno, name, external_id: '' })
  const count = async (text: string, ...values: unknown[]) => (await one<{ n: number }>(text, ...values)).n
  const eventsOfVno = await count('select count(*)::int as n from event where vno_id = $1', vno)
  const finalized = 'select count(*)::int as n from event where vno_id = $1 and process_state = $2'
  const deepEventRow = Math.min(deepRow, await count(finalized, vno, processState.is.finalizedSync)) - 100
  const taken = 'select count(*)::int as n from port_assignment where vno_id = $1 and state = $2 and ended_at is null'
  const deepPortRow = Math.min(deepRow, await count(taken, vno, portState.is.ocupado)) - 100
  const rows = Math.min(downloadRows, eventsOfVno)
  const sample = (table: string, column: string) =>
    list<number>(
      `select ${column} as x from ${table} where vno_id = $1 and id % 7 = 3 order by hashint8(id) limit 500`,
      vno,
    )
  return {
    vno,
    ...people,
    ports: await count('select count(*)::int as n from port'),
    events: await count('select count(*)::int as n from event'),
    eventIds: await sample('event', 'id'),
    boxIds: await list<number>('select id as x from cto where id % 7 = 3 limit 500'),
    accessCodes: await list<string>(
      "select code as x from access where vno_id = $1 and state = 'activo' and id % 7 = 3 order by hashint8(id) limit 500",
      vno,
    ),
    typedCodes: await list<[string, string]>(
      `select json_build_array(left(code, 9), left(code, 9) || '~') as x from access where vno_id = $1 and port_id is not null
        group by left(code, 9) having count(*) between 60 and 200 order by hashtext(left(code, 9)) limit 500`,
      vno,
    ),
    deepEvent: await one(
      `select created_at::text as created_at, id from event where vno_id = $1 and process_state = $2
        order by created_at desc, id desc offset $3 limit 1`,
      vno,
      processState.is.finalizedSync,
      Math.max(0, deepEventRow),
    ),
    deepPort: await one(
      `select label, port_id as id from port_assignment where vno_id = $1 and state = $2 and ended_at is null
        order by label, port_id offset $3 limit 1`,
      vno,
      portState.is.ocupado,
      Math.max(0, deepPortRow),
    ),
    downloadSince: (
      await one<{ at: string }>(
        'select wire_time(created_at) as at from event where vno_id = $1 order by created_at desc, id desc offset $2 limit 1',
        vno,
        rows - 1,
      )
    ).at,
    downloadRows: rows,
  }
}

/** Administrators with a session each: saves of one person are serialized, those of many are not. */
async function makeWriters(db: Database, vno: { id: number; name: string; external_id: string }) {
  const cookies: string[] = []
  const users: number[] = []
  for (let n = 0; n < writers; n++) {
    const account = await makeAdmin(db, { vno })
    cookies.push((await makeSession(db, account)).cookie)
    users.push(account.user_id)
  }
  return { cookies, users }
}
