/** A pooler in between must use session mode: settings, locks, notifications and prepared statements belong to a session. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { DatabaseClient, linked } from '../kernel/sql/client.ts'
import { patient } from '../kernel/patience.ts'

/** Longest wait of a second session for a server connection, ms: a pool of one would never grant it. */
const patienceMs = patient(4000)
const setting = 'hilo.session'
const read = `select coalesce(current_setting('${setting}', true), '') as mark`

/** A pooler gives clients its own backend ids; PostgreSQL returns the serving process's. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as unknown as { processID: number }).processID
}

async function markOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ mark: string }>(read)
  return rows[0]?.mark
}

/** True if a session keeps its settings while another one works, and the other does not see them. */
async function keepsSessions(client: pg.Client, url: string): Promise<boolean> {
  const mark = randomBytes(8).toString('hex')
  const other = new DatabaseClient(linked(url, { silenceMs: patienceMs }))
  try {
    await client.query(`select set_config('${setting}', $1, false)`, [mark])
    await other.connect()
    // In a transaction it keeps its server connection from a transaction pooler, perhaps the first session's.
    await other.query('begin')
    if ((await markOf(other)) === mark) return false
    return (await markOf(client)) === mark
  } finally {
    await other.end().catch(() => {})
  }
}

/**
 * @param name of the variable with the URL
 * @throws {Error} in Spanish if sessions are shared
 */
export async function refuseSharedSessions(client: pg.Client, url: string, name: string): Promise<void> {
  if (await isDirect(client)) return
  const keepsSession = await keepsSessions(client, url).catch((cause: unknown) => {
    throw refusal(name, cause)
  })
  if (!keepsSession) throw refusal(name)
}

function refusal(name: string, cause?: unknown): Error {
  return new Error(
    `Entre Hilo y PostgreSQL (${name}) hay un PgBouncer u otro intermediario que reparte una misma conexión entre varias ` +
      'sesiones. Ponlo en modo de sesión (pool_mode = session) con sitio para unas treinta conexiones por proceso, o ' +
      'conecta directamente con PostgreSQL.',
    { cause },
  )
}
