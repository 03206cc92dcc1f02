/** Two operators with the same of everything, and everybody who may come to the door. */
import { contract, type Path } from '@hilo/contract/index.ts'
import type { AnyCall } from '@hilo/contract/call.ts'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  type TestSession,
  type Vno,
} from '../test/factories.ts'
import type { TestServer } from '../test/harness.ts'
import { callInputs } from '../test/inputs/index.ts'
import type { Made } from '../test/inputs/area.ts'

export interface Twin {
  vno: Vno
  admin: TestSession
  technician: TestSession
  made: Required<Made>
  /** Values of this operator's records by the name of the field that holds them, the lists' own first. */
  values: Map<string, unknown>
}

export const paths = Object.keys(contract) as Path[]
export const specOf = (path: Path): AnyCall => contract[path]

/** Fields of a record and of what it refers to: `event_id` stands for `event: {id}` too. */
function collect(value: unknown, path: string, into: Map<string, unknown>): void {
  if (typeof value !== 'object' || value === null) return
  for (const [name, one] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`
    const scalar = typeof one === 'number' || typeof one === 'string'
    if (scalar && !into.has(name)) into.set(name, one)
    if (scalar && !into.has(at)) into.set(at, one)
    collect(Array.isArray(one) ? one[0] : one, at, into)
  }
}

async function valuesOf(server: TestServer, session: TestSession, made: Made): Promise<Map<string, unknown>> {
  const values = new Map<string, unknown>()
  for (const path of paths.filter((one) => specOf(one).kind === 'list')) {
    const { body } = await server.call(path, { limit: 1 }, { session })
    const [record] = (body as { records?: object[] }).records ?? []
    const own = new Map<string, unknown>()
    collect(record, '', own)
    for (const [name, value] of own) {
      values.set(`${path} ${name}`, value)
      if (name !== 'id' && name !== 'code' && name !== 'version' && !values.has(name)) values.set(name, value)
    }
  }
  for (const [path, input] of Object.entries(made.inputs)) {
    const own = new Map<string, unknown>()
    collect(input, '', own)
    for (const [name, value] of own) {
      values.set(`${path} ${name}`, value)
      if (name !== 'id' && name !== 'code' && !values.has(name)) values.set(name, value)
    }
  }
  return values
}

export async function makeTwin(server: TestServer): Promise<Twin> {
  const vno = await makeVno(server.db)
  const admin = await makeSession(server.db, await makeAdmin(server.db, { vno }))
  const technician = await makeSession(server.db, await makeTechnician(server.db, { vno }))
  const made = await callInputs(server, vno)
  return { vno, admin, technician, made, values: await valuesOf(server, admin, made) }
}

/** Sessions that open nothing, whatever is asked. */
export async function strangers(server: TestServer, vno: Vno): Promise<Record<string, TestSession | undefined>> {
  const { db } = server
  const past = new Date(Date.now() - 1000)
  const admin = await makeAdmin(db, { vno })
  const suspendedVno = await makeVno(db, { status: 4, status_comments: 'Suspendida por impago' })
  return {
    'nobody at all': undefined,
    'whose session ran out': await makeSession(db, admin, { expires_at: past }),
    'whose session was closed': await makeSession(db, admin, { revoked_at: past }),
    'who has been idle': await makeSession(db, admin, { last_seen_at: new Date(Date.now() - 31 * 60_000) }),
    'a suspended administrator': await makeSession(db, await makeAdmin(db, { vno, status: 3 })),
    'a deleted administrator': await makeSession(db, await makeAdmin(db, { vno, status: 5 })),
    'a suspended technician': await makeSession(db, await makeTechnician(db, { vno, status: 3 })),
    'somebody of a suspended operator': await makeSession(db, await makeAdmin(db, { vno: suspendedVno })),
  }
}

/** Sessions without the privilege. */
export async function powerless(server: TestServer, vno: Vno): Promise<Record<string, TestSession>> {
  const { db } = server
  return {
    'an administrator without privileges': await makeSession(db, await makeAdmin(db, { vno, privileges: {} })),
    'a technician without privileges': await makeSession(db, await makeTechnician(db, { vno, privileges: {} })),
    'one who waits for approval': await makeSession(db, await makeAdmin(db, { vno, status: 2 })),
  }
}

/** Sessions that may do something here. */
export async function insiders(
  server: TestServer,
  { vno, admin, technician }: Twin,
): Promise<Record<string, TestSession>> {
  const { db } = server
  return {
    administrator: admin,
    operator: await makeSession(db, await makeAdmin(db, { vno, base: 'vno' })),
    technician,
    'the neutral operator': await makeSession(db, await makeOperator(db)),
  }
}
