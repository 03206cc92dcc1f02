/** A customer's line with its people, and waiting for work on it. */
import type { Path } from '@hilo/contract/index.ts'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import {
  makeAdmin,
  makeOperator,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
  type Account,
  type TestSession,
  type Vno,
} from './factories.ts'
import { makeCustomer } from './field.ts'
import type { Answer, TestServer } from './harness.ts'
import { makeCto, makePort, type Cto, type Port } from './plant-factories.ts'
import { patienceMs } from './poll.ts'

export interface LineScene {
  vno: Vno
  cto: Cto
  access: number
  code: string
  serial: string
  port: Port
  /** Other customers of the box, of another operator. */
  siblings: { port: Port; access: number }[]
  admin: TestSession
  neutral: TestSession
  stranger: TestSession
  technician: Account
  technical: TestSession
}

export async function makeLine({ db }: TestServer, siblings = 3): Promise<LineScene> {
  const vno = await makeVno(db)
  const other = await makeVno(db)
  const cto = await makeCto(db)
  const { port, access } = await makeCustomer(db, cto, vno)
  const code = `AC28-${unique().slice(0, 8)}-1`
  const serial = `HWTC${unique().slice(0, 8)}`
  await db.owner.query(
    `update access set code = $2, ont_serial = $3, ont_model = 'HG8145X6', customer_ref = $4, vlan = '{"s":101,"c":7}',
       product = '{"code":"FTTH600","down_mbps":600,"up_mbps":600}' where id = $1`,
    [access, code, serial, `REF-${code}`],
  )
  const others = []
  for (let index = 0; index < siblings; index++) others.push(await makeCustomer(db, cto, other))
  await makePort(db, { cto })
  const technician = await makeTechnician(db, { vno })
  return {
    vno,
    cto,
    access,
    code,
    serial,
    port,
    siblings: others,
    admin: await makeSession(db, await makeAdmin(db, { vno })),
    neutral: await makeSession(db, await makeOperator(db)),
    stranger: await makeSession(db, await makeAdmin(db, { vno: other })),
    technician,
    technical: await makeSession(db, technician),
  }
}

/** The record of an answer that must have succeeded. */
export function recordIn<T = Record<string, unknown>>(answer: Answer): T {
  assert.equal(answer.status, 200, answer.text)
  return (answer.body as { record: T }).record
}

/** The answer without request-specific values. */
export const bare = ({ status, text }: Answer): string => `${status} ${text.replace(/"request_id":"[^"]+"/, '')}`

export async function only<T = Record<string, unknown>>(
  server: TestServer,
  path: Path,
  id: number,
  session: TestSession,
): Promise<T> {
  const answer = await server.call(path, { id }, { session })
  const [record] = (answer.body as { records: T[] }).records
  assert.ok(record, answer.text)
  return record
}

/** Advances business time in steps of some seconds until the record is as wanted. */
export async function settle<T>(
  server: TestServer,
  session: TestSession,
  look: () => Promise<T>,
  good: (one: T) => boolean,
  stepS = 5,
): Promise<T> {
  const end = performance.now() + patienceMs
  for (;;) {
    const found = await look()
    if (good(found)) return found
    assert.ok(performance.now() < end, `it never came: ${JSON.stringify(found)}`)
    await server.call('demo/plant/clock', { advance_s: stepS }, { session })
    await sleep(120)
  }
}
