/** A box with customers and technicians, and their calls. */
import type { Path } from '@hilo/contract/index.ts'
import type { Event } from '@hilo/contract/events/events.ts'
import assert from 'node:assert/strict'
import { setTimeout as sleep } from 'node:timers/promises'
import { assignmentStatus, portState, type FieldStep } from '@hilo/domain/status.ts'
import {
  insert,
  makeSession,
  makeTechnician,
  makeVno,
  unique,
  type Account,
  type TestSession,
  type Vno,
} from './factories.ts'
import type { Answer, TestServer } from './harness.ts'
import { makeAssignment, makeCto, makePort, type Cto, type Port } from './plant-factories.ts'
import { patienceMs } from './poll.ts'

export interface Field {
  cto: Cto
  vno: Vno
  technician: Account
  session: TestSession
  /** Free ports of the box, then the occupied ones: numbers 1–2 and 3–5. */
  free: [Port, Port]
  taken: Port[]
}

/** A customer at a port of a box, with an ONT that answers. */
export async function makeCustomer(
  db: Pick<TestServer['db'], 'owner'>,
  cto: Cto,
  vno: Pick<Vno, 'id'>,
): Promise<{ port: Port; access: number }> {
  const port = await makePort(db, { cto, state: portState.is.ocupado, assignment_status: assignmentStatus.is.occupied })
  const access = await insert(db, 'access', {
    code: `AC-${unique()}`,
    vno_id: vno.id,
    cto_id: cto.id,
    port_id: port.id,
    state: 'activo',
    ont_serial: `HWTC${unique().slice(0, 8)}`,
  })
  await makeAssignment(db, { vno, port, access_id: access })
  return { port, access }
}

/** A box with two free ports and three neighbours of another operator; a technician of `vno` at it. */
export async function makeField({ db }: TestServer, vno?: Vno): Promise<Field> {
  const own = vno ?? (await makeVno(db))
  const cto = await makeCto(db)
  const free: [Port, Port] = [await makePort(db, { cto }), await makePort(db, { cto })]
  const other = await makeVno(db)
  const taken = []
  for (let index = 0; index < 3; index++) taken.push((await makeCustomer(db, cto, other)).port)
  await db.owner.query('update cto set ports_free = 2 where id = $1', [cto.id])
  const technician = await makeTechnician(db, { vno: own })
  return { cto, vno: own, technician, session: await makeSession(db, technician), free, taken }
}

export const recordOf = ({ body }: Answer): Event => (body as { record: Event }).record

/** A step of an intervention that has it. */
export function stepOf({ steps }: Event, step: FieldStep) {
  const found = steps?.find((one) => one.step === step)
  assert.ok(found, step)
  return found
}

export const checkOf = (event: Event, step: FieldStep, code: string) =>
  stepOf(event, step).checks.find((check) => check.code === code)

/** What a technician enters of a laid drop. */
export const dropData = (drop_label_read: string, port_number: number) => ({
  drop_label_read,
  label_source: 'qr',
  port_number,
  action: 'A',
  length_m: 40,
  drop_type: 'interior',
  connection_type: 1,
  fibre_no: 1,
})

/** An action that must succeed: its record. */
export async function act(server: TestServer, path: Path, query: object, session: { cookie: string }): Promise<Event> {
  const answer = await server.call(path, query, { session })
  assert.equal(answer.status, 200, `${path}: ${answer.text}`)
  return recordOf(answer)
}

export async function readEvent(server: TestServer, id: number, session: { cookie: string }): Promise<Event> {
  const { body } = await server.call('admin_vno/events/get', { id }, { session })
  const [event] = (body as { records: Event[] }).records
  assert.ok(event, `event ${id}`)
  return event
}

/** Polls until the intervention is as wanted, as a client does. */
export async function until(
  server: TestServer,
  id: number,
  session: { cookie: string },
  wanted: (event: Event) => boolean,
): Promise<Event> {
  const end = performance.now() + patienceMs
  for (;;) {
    const event = await readEvent(server, id, session)
    if (wanted(event)) return event
    assert.ok(performance.now() < end, `still ${event.process_state}: ${JSON.stringify(event.error)}`)
    await sleep(40)
  }
}

export const inState =
  (state: number) =>
  ({ process_state }: Event): boolean =>
    process_state === state
