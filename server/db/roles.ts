/**
 * The two login roles beside the owner. `hilo_app` serves requests: it owns nothing and bypasses no policy. `hilo_jobs`
 * owns the job queue. Their passwords derive from the owner's, so that every process and every database of a cluster
 * agree on them without storing any. An owner without a password (a server that trusts) has roles without one.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { userOf, withUser } from '../database-address.ts'
import { DatabaseClient, linked } from './client.ts'

export type RoleName = 'hilo_app' | 'hilo_jobs'

/**
 * Stops what a request forgot: a statement, a wait for a lock, a transaction left open. And plans each statement once, in
 * the order in which it is written: planning a list anew for each request would cost more than running it.
 */
const limits = {
  statement_timeout: '5s',
  lock_timeout: '3s',
  idle_in_transaction_session_timeout: '10s',
  plan_cache_mode: 'force_generic_plan',
  join_collapse_limit: '1',
  // Compiling a statement of a few milliseconds takes longer than running it.
  jit: 'off',
}
const attempts = 12

/** The owner's URL turned into that of a role, on the same database. */
export function roleUrl(ownerUrl: string, role: RoleName): string {
  return withUser(ownerUrl, { name: role, password: derivedPassword(userOf(ownerUrl).password, role) })
}

function derivedPassword(ownerPassword: string, role: RoleName): string {
  if (ownerPassword === '') return ''
  return createHmac('sha256', ownerPassword).update(role).digest('base64url')
}

/** Addresses of the roles, as the operator of the installation gave them: then the passwords are his. */
interface Given {
  databaseAppUrl?: string
  databaseJobsUrl?: string
}

/**
 * Makes the roles when they are missing and sets this database's limits and grants. Safe to run by many processes on
 * many databases of one cluster at once: roles belong to the cluster, so collisions are expected and tried again.
 * @throws {Error} in Spanish when the owner may not create roles that are missing, or not give them what they need
 */
export async function ensureRoles(
  owner: pg.Client,
  urls: { app: string; jobs: string },
  given: Given = {},
): Promise<void> {
  await retried(() => ensureRole(owner, 'hilo_app', urls.app, given.databaseAppUrl !== undefined))
  await retried(() => ensureRole(owner, 'hilo_jobs', urls.jobs, given.databaseJobsUrl !== undefined))
  const database = pg.escapeIdentifier(owner.database ?? '')
  await retried(async () => {
    await owner.query(`grant connect, create on database ${database} to hilo_jobs`)
    await owner.query(`grant connect on database ${database} to hilo_app`)
    await setLimits(owner, urls.app)
  })
}

/** Set by the owner where he may, else by the role itself: nobody may forbid it that. */
async function setLimits(owner: pg.Client, appUrl: string): Promise<void> {
  const database = pg.escapeIdentifier(owner.database ?? '')
  const statements = Object.entries(limits).map(
    ([name, value]) => `alter role hilo_app in database ${database} set ${name} = '${value}'`,
  )
  const run = async (client: pg.Client) => {
    for (const statement of statements) await client.query(statement)
  }
  await run(owner).catch(async (error: unknown) => {
    if (codeOf(error) !== '42501') throw error
    await withClient(appUrl, run)
  })
}

async function ensureRole(owner: pg.Client, role: RoleName, url: string, isGiven: boolean): Promise<void> {
  const { password } = userOf(url)
  const known = await owner.query<{ unsafe: boolean; login: boolean }>(
    'select rolsuper or rolbypassrls as unsafe, rolcanlogin as login from pg_roles where rolname = $1',
    [role],
  )
  const [found] = known.rows
  if (found?.unsafe) throw new Error(`El rol ${role} se salta la seguridad por filas. Quítale SUPERUSER y BYPASSRLS.`)
  const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication'
  if (!found) {
    await owner.query(`create role ${role} ${attributes}${passwordClause(password)}`).catch((error: unknown) => {
      throw codeOf(error) === '42501' ? missing(role, attributes, error) : error
    })
  } else if (isGiven) {
    if (!(await opens(url)))
      throw new Error(
        `El rol ${role} existe y no se puede entrar con él por ${variableOf[role]}: revisa su contraseña` +
          `${found.login ? '' : ' y dale LOGIN'} (y, si hay un PgBouncer, su auth_file).`,
      )
  } else if (!(await opens(url))) {
    await owner.query(`alter role ${role} login${passwordClause(password)}`)
  }
}

const variableOf = { hilo_app: 'DATABASE_APP_URL', hilo_jobs: 'DATABASE_JOBS_URL' } as const

function missing(role: RoleName, attributes: string, cause: unknown): Error {
  return new Error(
    `Falta el rol ${role} y el propietario de DATABASE_URL no puede crearlo (no tiene CREATEROLE). Que lo cree quien ` +
      `administra la base de datos, con una contraseña suya: create role ${role} ${attributes} password '…'; ` +
      `y dila en ${variableOf[role]}.`,
    { cause },
  )
}

function passwordClause(password: string): string {
  return password === '' ? '' : ` password ${pg.escapeLiteral(password)}`
}

async function withClient(url: string, work: (client: pg.Client) => Promise<void>): Promise<void> {
  const client = new DatabaseClient(linked(url))
  try {
    await client.connect()
    await work(client)
  } finally {
    await client.end().catch(() => {})
  }
}

/** A wrong password is said under the first code; a pooler that does not know the role says the second. */
const refusals: readonly (string | undefined)[] = ['28P01', '28000', '08P01']

async function opens(url: string): Promise<boolean> {
  try {
    await withClient(url, () => Promise.resolve())
    return true
  } catch (error) {
    if (refusals.includes(codeOf(error))) return false
    // Not allowed to connect for another reason: the grants that follow may settle it.
    if (codeOf(error) === '42501') return true
    throw error
  }
}

/** `tuple concurrently updated` has no code of its own; duplicates come from two creations at once. */
async function retried(work: () => Promise<void>): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await work()
    } catch (error) {
      const code = codeOf(error)
      if (code === '42501')
        throw new Error('El propietario de DATABASE_URL necesita CREATEROLE y ser dueño de la base de datos.', {
          cause: error,
        })
      if (attempt === attempts || !['XX000', '42710', '23505', '40001', '40P01'].includes(code ?? '')) throw error
      await sleep(Math.random() * 20 * attempt)
    }
  }
}

function codeOf(error: unknown): string | undefined {
  return error instanceof pg.DatabaseError ? error.code : undefined
}
