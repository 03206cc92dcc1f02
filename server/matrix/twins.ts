/** Two operators with equal records, and every kind of session. */
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type TestSession,
  type Vno,
} from '../test/factories.ts'
import type { CallOptions, TestServer } from '../test/harness.ts'
import { callInputs, endsSession } from '../test/inputs/index.ts'
import type { Made } from '../test/inputs/area.ts'
import { makeKey } from '../test/rights-factories.ts'
import { makeRows } from './rows.ts'

/** Authentication: a cookie or a bearer. */
export type Who = Pick<CallOptions, 'session' | 'bearer'>
export type Everybody = Record<string, Who>

export interface Twin {
  vno: Vno
  admin: TestSession
  technician: TestSession
  made: Required<Made>
  /** Contained in the texts of all its rows. */
  mark: string
}

/** `HILO_MATRIX_CALLS`: a pattern of the calls that are tried, for a run on few of them. */
const wanted = new RegExp(process.env['HILO_MATRIX_CALLS'] ?? '')
export const paths = (Object.keys(contract) as Path[]).filter((path) => wanted.test(path))
export const specOf = (path: Path): AnyCall => contract[path]
/** Calls that need a session. */
export const sessionCalls = paths.filter((path) => specOf(path).privilege !== 'none')

export async function makeTwin(server: TestServer): Promise<Twin> {
  const { db } = server
  const vno = await makeVno(db)
  const admin = await makeSession(db, await makeAdmin(db, { vno }))
  const person = await makeTechnician(db, { vno })
  const technician = await makeSession(db, person)
  const mark = await makeRows(db, vno, person)
  const made = await callInputs(server, vno)
  return { vno, admin, technician, made, mark }
}

const cookies = (sessions: Record<string, TestSession>): Everybody =>
  Object.fromEntries(Object.entries(sessions).map(([name, session]) => [name, { session }]))

async function withoutSession({ db }: TestServer, vno: Vno): Promise<Everybody> {
  const past = new Date(Date.now() - 1000)
  const admin = await makeAdmin(db, { vno })
  const ended = await makeKey(db, vno)
  await db.owner.query(
    'update session set revoked_at = now() where id = (select session_id from api_key where id = $1)',
    [ended.id],
  )
  const { cookie } = await makeSession(db, admin)
  return {
    'nobody at all': {},
    'a made-up session': { session: { cookie: `hilo_session=${'A'.repeat(43)}` } },
    'half a session': { session: { cookie: cookie.slice(0, -1) } },
    'a made-up bearer': { bearer: 'A'.repeat(43) },
    'a key taken back': { bearer: ended.token },
    ...cookies({
      'whose session ran out': await makeSession(db, admin, { expires_at: past }),
      'whose session was closed': await makeSession(db, admin, { revoked_at: past }),
      'who has been idle': await makeSession(db, admin, { last_seen_at: new Date(Date.now() - 31 * 60_000) }),
    }),
  }
}

/** Sessions without access to any call. */
export async function refusedSessions(server: TestServer, vno: Vno): Promise<Everybody> {
  const { db } = server
  const [suspended, deleted] = [3, 5]
  const gone = await makeVno(db, { status: 4, status_comments: 'Suspendida por impago' })
  const keyOfSuspended = await makeKey(db, gone)
  return {
    ...(await withoutSession(server, vno)),
    'a key of a suspended operator': { bearer: keyOfSuspended.token },
    ...cookies({
      'a suspended administrator': await makeSession(db, await makeAdmin(db, { vno, status: suspended })),
      'a deleted administrator': await makeSession(db, await makeAdmin(db, { vno, status: deleted })),
      'a suspended technician': await makeSession(db, await makeTechnician(db, { vno, status: suspended })),
      'a deleted technician': await makeSession(db, await makeTechnician(db, { vno, status: deleted })),
      'a suspended person of the neutral operator': await makeSession(
        db,
        await makeOperator(db, { status: suspended }),
      ),
      'an administrator of a suspended operator': await makeSession(db, await makeAdmin(db, { vno: gone })),
      'a technician of a suspended operator': await makeSession(db, await makeTechnician(db, { vno: gone })),
    }),
  }
}

/** Sessions without the privilege, and pending ones with it. */
export async function sessionsWithoutPrivilege(
  { db }: TestServer,
  vno: Vno,
): Promise<{ without: Everybody; waiting: Everybody }> {
  const none = { privileges: {} }
  return {
    without: cookies({
      'an administrator without privileges': await makeSession(db, await makeAdmin(db, { vno, ...none })),
      'a technician without privileges': await makeSession(db, await makeTechnician(db, { vno, ...none })),
      'a person of the neutral operator without privileges': await makeSession(db, await makeOperator(db, none)),
    }),
    waiting: cookies({
      'an administrator who waits for approval': await makeSession(db, await makeAdmin(db, { vno, status: 2 })),
      'a technician who waits for approval': await makeSession(db, await makeTechnician(db, { vno, status: 2 })),
    }),
  }
}

/** More privileges than any operator's account has: the remaining limits are not privileges. */
export const allPrivileges = {
  admin: 'an administrator with every privilege',
  technician: 'a technician with every privilege',
}

/** Permitted sessions of an operator. */
export async function insiders({ db }: TestServer, { vno, admin, technician }: Twin): Promise<Everybody> {
  const privileges = defaultPrivileges('admin')
  const { token } = await makeKey(db, vno)
  const sessions = {
    administrator: admin,
    'back office': await makeSession(db, await makeAdmin(db, { vno, base: 'vno' })),
    technician,
    [allPrivileges.admin]: await makeSession(db, await makeAdmin(db, { vno, privileges })),
    [allPrivileges.technician]: await makeSession(db, await makeTechnician(db, { vno, privileges })),
  }
  return { ...cookies(sessions), system: { bearer: token } }
}

/** Calls that end their own session. */
export const callsEndingOwnSession: ReadonlySet<Path> = new Set([...endsSession, 'admin_vno/sessions/revoke'])
/** Calls with effects, batches included. */
export const changes = (path: Path): boolean => specOf(path).mutates === true || path === 'admin_vno/sync/push'
