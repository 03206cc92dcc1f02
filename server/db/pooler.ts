/** A pooler in between has to keep a session its own server connection: settings, locks, notices and prepared statements live there. */
import { randomBytes } from 'node:crypto'
import type pg from 'pg'
import { DatabaseClient, linked } from './client.ts'

/** How long a second session may wait for a server connection, ms: a pool of one would never give it. */
const patienceMs = 4000
const setting = 'hilo.session'
const read = `select coalesce(current_setting('${setting}', true), '') as mark`

/** A pooler gives its clients numbers of its own; PostgreSQL gives the number of the process that serves them. */
async function isDirect(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
  return rows[0]?.pid === (client as unknown as { processID: number }).processID
}

async function markOf(client: pg.Client): Promise<string | undefined> {
  const { rows } = await client.query<{ mark: string }>(read)
  return rows[0]?.mark
}

/** Whether a session keeps what it sets while another one is at work, and the other sees nothing of it. */
async function keepsSessions(client: pg.Client, url: string): Promise<boolean> {
  const mark = randomBytes(8).toString('hex')
  const other = new DatabaseClient(linked(url, { silenceMs: patienceMs }))
  try {
    await client.query(`select set_config('${setting}', $1, false)`, [mark])
    await other.connect()
    // In a transaction it keeps the server connection that a pooler of transactions gave it, perhaps the first one's.
    await other.query('begin')
    if ((await markOf(other)) === mark) return false
    return (await markOf(client)) === mark
  } finally {
    await other.end().catch(() => {})
  }
}

/**
 * @param name of the variable that holds the address
 * @throws {Error} in Spanish where sessions are shared
 */
export async function refuseSharedSessions(client: pg.Client, url: string, name: string): Promise<void> {
  if (await isDirect(client)) return
  const kept = await keepsSessions(client, url).catch((cause: unknown) => {
    throw refusal(name, cause)
  })
  if (!kept) throw refusal(name)
}

function refusal(name: string, cause?: unknown): Error {
  return new Error(
    `Entre Hilo y PostgreSQL (${name}) hay un PgBouncer u otro intermediario que reparte una misma conexión entre varias ` +
      'sesiones. Ponlo en modo de sesión (pool_mode = session) con sitio para unas treinta conexiones por proceso, o ' +
      'conecta directamente con PostgreSQL.',
    { cause },
  )
}
