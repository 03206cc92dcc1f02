/** S10: a technician's actions on own and colleagues' interventions. */
import assert from 'node:assert/strict'
import { triggersFrom, type EventTrigger, type ProcessState } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import type { Path } from '@hilo/contract/index.ts'
import type { TestDatabase } from '../test/database.ts'
import { makeSession, makeTechnician, type Vno } from '../test/factories.ts'
import { makeEvent } from '../test/plant-factories.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { inputSchema, nobodyOf } from './compare.ts'
import type { Foreign } from './foreign-records.ts'
import { idFields } from './id-fields.ts'
import type { Scene } from './scene.ts'
import { changes, sessionCalls, specOf } from './twins.ts'
import { valueOf } from './field-records.ts'

const ofWork = /(?:^|\.)(?:event_id|request_id)$/
const events = /^admin_vno\/events\/(?:get|download)$/

/** Fields that name an intervention, with a colleague's of the own operator. */
export function ownEvents({ mine, theirs }: Scene): Foreign[] {
  return sessionCalls.flatMap((path) =>
    idFields(inputSchema(path))
      .filter(({ name }) => ofWork.test(name) || (events.test(path) && /^(?:filter\.)?id$/.test(name)))
      .map((field) => {
        const foreign = valueOf(path, field, mine, theirs)
        return { path, field, foreign, own: undefined, missing: nobodyOf(foreign) }
      }),
  )
}

const state = processState.is
/** States in which an intervention has ended for its people: only the neutral operator takes one out of error. */
export const closedStates: readonly ProcessState[] = [
  state.finalized,
  state.cancelled,
  state.finalizedSync,
  state.canceledSync,
  state.error,
]

/** Moves that a technician's calls may cause. */
const moves: Partial<Record<Path, readonly EventTrigger[]>> = {
  'admin_vno/events/finalize': ['finalize', 'finalize_again'],
  'admin_vno/events/cancel': [
    'cancel_queued',
    'cancel_creating',
    'cancel_clean',
    'give_up',
    'back_out_clean',
    'cancel_settled',
  ],
  'admin_vno/events/retry': ['retry_open', 'finalize_again', 'cancel_settled'],
  'admin_vno/events/override': ['override'],
  'admin_vno/events/reopen': ['reopen'],
  'admin_vno/events/reprocess': [],
}

/** In every state, a call whose moves do not start there is refused and leaves the intervention unchanged. */
export async function askMoves({ ask, base }: Scene, db: TestDatabase, vno: Vno): Promise<number> {
  const technician = await makeTechnician(db, { vno, privileges: defaultPrivileges('admin') })
  const who = { session: await makeSession(db, technician) }
  let checks = 0
  for (const { value: process_state } of processState.all) {
    const legal = triggersFrom(process_state as ProcessState)
    const { id } = await makeEvent(db, { technician, process_state })
    for (const [path, may] of Object.entries(moves) as [Path, readonly EventTrigger[]][]) {
      if (may.some((trigger) => legal.includes(trigger))) continue
      const answer = await ask(path, { ...base(path), event_id: id, version: undefined }, who)
      assert.ok(answer.status >= 400 && answer.status < 500, `${process_state}: ${path} ${answer.text}`)
      const { rows } = await db.owner.query('select process_state from event where id = $1', [id])
      assert.deepEqual(rows, [{ process_state }], `${process_state}: ${path}`)
      checks++
    }
  }
  return checks
}

/** Notes may be added after the end. */
const always = /notes\/create|client_contact/

/** Every change of an ended intervention is refused, and it can still be read. */
export async function askOpen({ ask, base }: Scene, state: number, db: TestDatabase, vno: Vno): Promise<number> {
  const technician = await makeTechnician(db, { vno, privileges: defaultPrivileges('admin') })
  const who = { session: await makeSession(db, technician) }
  const event = await makeEvent(db, { technician, process_state: state })
  const paths = sessionCalls.filter((path) => changes(path) && !always.test(path) && !specOf(path).demo)
  let checks = 0
  for (const path of paths.filter((one) => 'event_id' in (inputSchema(one).properties ?? {}))) {
    const answer = await ask(path, { ...base(path), event_id: event.id }, who)
    assert.ok(answer.status >= 400 && answer.status < 500, `${state}: ${path} ${answer.text}`)
    checks++
  }
  const { body } = await ask('admin_vno/events/get', { id: event.id }, who)
  assert.deepEqual(
    (body as { records: { id: number }[] }).records.map(({ id }) => id),
    [event.id],
  )
  return checks + 1
}
