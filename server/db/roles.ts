/**
 * The two login roles beside the owner. `hilo_app` serves requests: it owns no table and bypasses no policy. `hilo_jobs` owns
 * the job queue. Their passwords are derived from the owner's, so that every process and database of a cluster agrees without
 * storing any. If the owner has no password (trust authentication), the roles have none.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'
import { userOf, withUser } from '../database-address.ts'
import { DatabaseClient, linked } from '../kernel/sql/client.ts'
import { patient } from '../kernel/patience.ts'

type RoleName = 'hilo_app' | 'hilo_jobs'

/** Longest statement of a request, s; only a slow machine needs more. */
const usualTimeoutS = patient(5)
/**
 * Stops runaway requests: statements, lock waits, open transactions. Plans each statement once, in written join order:
 * planning a list per request would cost more than running it.
 */
const limitsOf = (timeoutS: number) => ({
  statement_timeout: `${timeoutS}s`,
  // 60 % of the statement's time, so that a lock wait ends with its own error.
  lock_timeout: `${0.6 * 1000 * timeoutS}ms`,
  idle_in_transaction_session_timeout: `${2 * timeoutS}s`,
  plan_cache_mode: 'force_generic_plan',
  join_collapse_limit: '1',
  // Compiling a statement of a few milliseconds takes longer than running it.
  jit: 'off',
})
const attempts = 12

/** The owner's URL with the role's name and password. */
export function roleUrl(ownerUrl: string, role: RoleName): string {
  return withUser(ownerUrl, { name: role, password: derivedPassword(userOf(ownerUrl).password, role) })
}

function derivedPassword(ownerPassword: string, role: RoleName): string {
  if (ownerPassword === '') return ''
  return createHmac('sha256', ownerPassword).update(role).digest('base64url')
}

/** Configured URLs of the roles, with their own passwords; longest statement of a request, s. */
interface Configured {
  databaseAppUrl?: string
  databaseJobsUrl?: string
  statementTimeoutS?: number
}

/**
 * Creates missing roles and sets this database's limits and grants. Safe for many processes on many databases of one cluster:
 * roles belong to the cluster, so collisions are expected and retried.
 * @throws {Error} in Spanish if the owner may not create missing roles, or not grant what they need
 */
export async function ensureRoles(
  owner: pg.Client,
  urls: { app: string; jobs: string },
  configured: Configured = {},
): Promise<void> {
  await withRetries(() => ensureRole(owner, 'hilo_app', urls.app, configured.databaseAppUrl !== undefined))
  await withRetries(() => ensureRole(owner, 'hilo_jobs', urls.jobs, configured.databaseJobsUrl !== undefined))
  const database = pg.escapeIdentifier(owner.database ?? '')
  await withRetries(async () => {
    await owner.query(`grant connect, create on database ${database} to hilo_jobs`)
    await owner.query(`grant connect on database ${database} to hilo_app`)
    await setLimits(owner, urls.app, limitsOf(configured.statementTimeoutS ?? usualTimeoutS))
  })
}

/** Set by the owner if permitted, else by the role itself, which is always permitted. */
async function setLimits(owner: pg.Client, appUrl: string, limits: Readonly<Record<string, string>>): Promise<void> {
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

async function ensureRole(owner: pg.Client, role: RoleName, url: string, isConfigured: boolean): Promise<void> {
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
      throw codeOf(error) === '42501' ? missingRoleError(role, attributes, error) : error
    })
  } else if (isConfigured) {
    if (!(await canConnect(url)))
      throw new Error(
        `El rol ${role} existe y no se puede entrar con él por ${variableOf[role]}: revisa su contraseña` +
          `${found.login ? '' : ' y dale LOGIN'} (y, si hay un PgBouncer, su auth_file).`,
      )
  } else if (!(await canConnect(url))) {
    await owner.query(`alter role ${role} login${passwordClause(password)}`)
  }
}

const variableOf = { hilo_app: 'DATABASE_APP_URL', hilo_jobs: 'DATABASE_JOBS_URL' } as const

function missingRoleError(role: RoleName, attributes: string, cause: unknown): Error {
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

/** Refused sign-ins: wrong password, role without LOGIN or unknown to pg_hba.conf, role unknown to a pooler. */
const refusals: readonly (string | undefined)[] = ['28P01', '28000', '08P01']

async function canConnect(url: string): Promise<boolean> {
  try {
    await withClient(url, () => Promise.resolve())
    return true
  } catch (error) {
    if (refusals.includes(codeOf(error))) return false
    // The password was right, but CONNECT is missing: `ensureRoles` grants it afterwards.
    if (codeOf(error) === '42501') return true
    throw error
  }
}

/**
 * Repeats work that collided with another process. XX000 is `tuple concurrently updated`, which has no code of its own;
 * duplicates come from concurrent creations.
 */
async function withRetries(work: () => Promise<void>): Promise<void> {
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
