import assert from 'node:assert/strict'
import { describe, it } from 'node:test'
import type { Path } from '@hilo/contract/index.ts'
import {
  actStep,
  eventActNames,
  eventActs,
  stateAfterAct,
  type ActorType,
  type EventAct,
} from '@hilo/domain/event-acts.ts'
import { eventMoves, type ProcessState } from '@hilo/domain/event.ts'
import { defaultPrivileges } from '@hilo/domain/default-privileges.ts'
import { eventType, processState } from '@hilo/domain/status.ts'
import { codeOf } from '../../test/answers.ts'
import { closedAfter } from '../../test/closed-after.ts'
import { makeAdmin, makeOperator, makeSession, makeTechnician } from '../../test/factories.ts'
import { makeField, readEvent, recordOf } from '../../test/field.ts'
import { startTestServer } from '../../test/harness.ts'
import { makeEvent } from '../../test/plant-factories.ts'

const reason = 'Motivo que convence a cualquiera'
const retry = 'admin_vno/events/retry'
/** How each act is called. */
const calls: Readonly<Record<EventAct, [Path, object]>> = {
  save_step: ['admin_vno/events/step/save', { step: 'report', status: 'started' }],
  finalize: ['admin_vno/events/finalize', {}],
  finalize_again: ['admin_vno/events/finalize', {}],
  cancel: ['admin_vno/events/cancel', { reason }],
  ask_cancel: ['admin_vno/events/cancel', { reason }],
  retry_open: [retry, {}],
  retry_degraded: [retry, { degraded: true }],
  retry_cancel: [retry, {}],
  reopen: ['admin_vno/events/reopen', {}],
  reprocess: ['admin_vno/events/reprocess', { reason }],
  reprocess_cancel: ['admin_vno/events/reprocess', { reason, cancel: true }],
  override: ['admin_vno/events/override', { reason }],
  ask_override: ['admin_vno/events/override/request', { reason }],
}
const states = processState.values as ProcessState[]
/** Acts of the call, of which the state decides. */
const sameCall = (name: EventAct) =>
  eventActNames.filter(
    (one) =>
      JSON.stringify(calls[one]) === JSON.stringify(calls[name]) ||
      // The plain retry of a refused work finalizes it again.
      (one === 'finalize_again' && (name === 'retry_open' || name === 'retry_cancel')),
  )
const resumed = processState.is.creating

describe('acts of people on an intervention', async () => {
  const server = closedAfter(await startTestServer())
  const { vno, cto } = await makeField(server)
  // The technician's role grants everything: what it may not do is then the table's.
  const everything = defaultPrivileges('admin')
  const technician = await makeTechnician(server.db, { vno, privileges: everything })
  const sessions = {
    te: await makeSession(server.db, technician),
    va: await makeSession(server.db, await makeAdmin(server.db, { vno, privileges: everything })),
    ad: await makeSession(server.db, await makeOperator(server.db)),
  }
  const allowed = { values: { degraded_allowed: true } }
  await server.done('admin_vno/settings/edit', allowed, sessions.va)

  const standing = async (process_state: number, over: object = {}) => {
    const resume_state = process_state === processState.is.error ? resumed : null
    const work = { technician, cto, process_state, resume_state, attempts: 1, work_kind: 'mantenimiento' }
    return await makeEvent(server.db, { ...work, ...over })
  }

  /** Tries every act in the state and answers the last intervention, which nothing should have moved. */
  async function tryAll(type: ActorType, from: ProcessState): Promise<number> {
    // What is refused leaves its intervention as it was: the next act has the same one.
    let { id } = await standing(from)
    for (const name of eventActNames) {
      const [path, query] = calls[name]
      // A call that another act answers in this state is tried with that act.
      if (actStep(name, from) === null && sameCall(name).some((one) => actStep(one, from) !== null)) continue
      const answer = await server.call(path, { event_id: id, ...query }, { session: sessions[type] })
      const said = `${type} ${name}: ${answer.text}`
      const permitted = (eventActs[name].by as readonly ActorType[]).includes(type)
      const to = stateAfterAct(name, from, resumed)
      if (!permitted) assert.equal(codeOf(answer), 'PRIVILEGE_DENIED', said)
      else if (to === null) assert.equal(codeOf(answer), 'EVENT_BAD_STATE', said)
      // An empty work is let through by the table and held by its steps.
      else if (name.startsWith('finalize')) assert.equal(codeOf(answer), 'STEPS_MISSING', said)
      else assert.deepEqual([answer.status, recordOf(answer)?.process_state], [200, to], said)
      if (answer.status === 200) id = (await standing(from)).id
    }
    return id
  }

  for (const from of states)
    it(`from ${processState.of(from)?.name ?? from} whoever the table names does what it says, and nobody anything else`, async () => {
      for (const id of await Promise.all((['te', 'va', 'ad'] as const).map((type) => tryAll(type, from)))) {
        const { process_state, version } = await readEvent(server, id, sessions.ad)
        assert.deepEqual([process_state, version], [from, 1])
      }
    })

  it('every transition of an act exists from the state that names it', () => {
    const known = new Set(eventMoves.map(({ from, trigger }) => `${from} ${trigger}`))
    const named = eventActNames.flatMap((name) =>
      states.flatMap((from) => {
        const step = actStep(name, from)
        return step === null || ['stays', 'asks', 'resumes'].includes(step) ? [] : [`${from} ${step}`]
      }),
    )
    assert.deepEqual(named.filter((one) => !known.has(one)), []) // prettier-ignore
    assert.ok(named.length > 8)
  })

  it('one thing is asked at a time: while a request waits nothing else is asked or reopened', async () => {
    const asked: [EventAct, ProcessState][] = [
      ['finalize', processState.is.created],
      ['ask_cancel', processState.is.created],
      ['ask_cancel', processState.is.wronglyCancelled],
      ['reopen', processState.is.wronglyCancelled],
      ['override', processState.is.wronglyFinalized],
      ['ask_override', processState.is.wronglyFinalized],
    ]
    for (const [name, from] of asked) {
      const { id } = await standing(from)
      const request = { type: eventType.is.cancelledListener, process_state: processState.is.iddle }
      await makeEvent(server.db, { vno, cto, parent_id: id, ...request })
      const [path, query] = calls[name]
      const answer = await server.call(path, { event_id: id, ...query }, { session: sessions.va })
      assert.equal(codeOf(answer), 'EVENT_BAD_STATE', `${name}: ${answer.text}`)
    }
  })

  it('a refused work is not finalized again by who may retry but not finalize', async () => {
    const privileges = structuredClone(defaultPrivileges('technician'))
    privileges['eventFinalization'] = { privs: {} }
    const technician = await makeTechnician(server.db, { vno, privileges })
    const session = await makeSession(server.db, technician)
    const { id } = await standing(processState.is.wronglyFinalized, { technician })
    const answer = await server.call(retry, { event_id: id }, { session })
    assert.equal(codeOf(answer), 'PRIVILEGE_DENIED', answer.text)
  })
})
