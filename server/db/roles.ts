/**
 * The two login roles beside the owner. `hilo_app` serves requests: it owns nothing and bypasses no policy. `hilo_jobs`
 * owns the job queue. Their passwords derive from the owner's, so that every process and every database of a cluster
 * agree on them without storing any. An owner without a password (a server that trusts) has roles without one.
 */
import { createHmac } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import pg from 'pg'

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
  const url = new URL(ownerUrl)
  url.password = derivedPassword(decodeURIComponent(url.password), role)
  url.username = role
  return url.href
}

function derivedPassword(ownerPassword: string, role: RoleName): string {
  if (ownerPassword === '') return ''
  return createHmac('sha256', ownerPassword).update(role).digest('base64url')
}

/**
 * Makes the roles when they are missing and sets this database's limits and grants. Safe to run by many processes on
 * many databases of one cluster at once: roles belong to the cluster, so collisions are expected and tried again.
 * @throws {Error} in Spanish when the owner may not create roles
 */
export async function ensureRoles(owner: pg.Client, ownerUrl: string): Promise<void> {
  for (const role of ['hilo_app', 'hilo_jobs'] as const) await retried(() => ensureRole(owner, ownerUrl, role))
  const database = pg.escapeIdentifier(owner.database ?? '')
  await retried(async () => {
    await owner.query(`grant connect, create on database ${database} to hilo_jobs`)
    await owner.query(`grant connect on database ${database} to hilo_app`)
    for (const [name, value] of Object.entries(limits))
      await owner.query(`alter role hilo_app in database ${database} set ${name} = '${value}'`)
  })
}

async function ensureRole(owner: pg.Client, ownerUrl: string, role: RoleName): Promise<void> {
  const password = derivedPassword(decodeURIComponent(new URL(ownerUrl).password), role)
  const known = await owner.query<{ unsafe: boolean }>(
    'select rolsuper or rolbypassrls as unsafe from pg_roles where rolname = $1',
    [role],
  )
  const [found] = known.rows
  if (found?.unsafe) throw new Error(`El rol ${role} se salta la seguridad por filas. Quítale SUPERUSER y BYPASSRLS.`)
  if (!found) {
    const attributes = 'login nosuperuser nocreatedb nocreaterole noreplication'
    await owner.query(`create role ${role} ${attributes}${passwordClause(password)}`)
  } else if (!(await opens(roleUrl(ownerUrl, role)))) {
    await owner.query(`alter role ${role} login${passwordClause(password)}`)
  }
}

function passwordClause(password: string): string {
  return password === '' ? '' : ` password ${pg.escapeLiteral(password)}`
}

async function opens(connectionString: string): Promise<boolean> {
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return true
  } catch (error) {
    if (codeOf(error) === '28P01') return false
    // Not allowed to connect for another reason: the grants that follow may settle it.
    if (codeOf(error) === '42501') return true
    throw error
  } finally {
    await client.end().catch(() => {})
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
