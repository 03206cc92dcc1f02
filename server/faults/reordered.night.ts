/** Requests of a device in any order and repeated: each answer is declared, and the intervention makes legal moves only. */
import { contract, type Path } from '@hilo/contract/index.ts'
import { eventMoves } from '@hilo/domain/event.ts'
import { processState } from '@hilo/domain/status.ts'
import assert from 'node:assert/strict'
import fc from 'fast-check'
import { randomUUID } from 'node:crypto'
import { describe, it } from 'node:test'
import { closedAfter } from '../test/closed-after.ts'
import { makeField } from '../test/field.ts'
import { startTestServer } from '../test/harness.ts'

const submissions = ['create', 'step', 'finalize', 'cancel', 'reopen', 'retry'] as const
type Submission = (typeof submissions)[number]
const paths: Record<Submission, Path> = {
  create: 'admin_vno/events/create',
  step: 'admin_vno/events/step/save',
  finalize: 'admin_vno/events/finalize',
  cancel: 'admin_vno/events/cancel',
  reopen: 'admin_vno/events/reopen',
  retry: 'admin_vno/events/retry',
}
/** Codes that any call may answer besides its own. */
const always = ['NOT_FOUND', 'VALIDATION', 'VERSION_CONFLICT', 'PRIVILEGE_DENIED', 'REQUEST_ID_REUSED']
const nowhere = 999_999_999
const { cancelled, finalized, finalizedSync, canceledSync } = processState.is
const ended: ReadonlySet<number> = new Set([cancelled, finalized, finalizedSync, canceledSync])
const legal = new Set(eventMoves.map(({ from, to }) => `${from} ${to}`))

describe('submissions out of order', async () => {
  const server = closedAfter(await startTestServer())

  it('F11 finalize before create, steps after cancel, anything twice: a stated code or a legal move, once', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.constantFrom(...submissions), { minLength: 4, maxLength: 14 }),
        fc.array(fc.nat({ max: 13 }), { maxLength: 5 }),
        async (order, repeats) => {
          const { cto, session } = await makeField(server)
          let id = nowhere
          let state: number | null = null
          const sent: { path: Path; query: object; text: string; status: number }[] = []
          const kept = 'select process_state as state from event where id = $1'
          const stateOf = async () =>
            (await server.db.owner.query<{ state: number }>(kept, [id])).rows[0]?.state ?? null
          for (const kind of order) {
            const own = {
              create: { cto_id: cto.id, work_kind: 'mantenimiento' },
              step: { event_id: id, step: 'report', status: 'started' },
              finalize: { event_id: id },
              cancel: { event_id: id, reason: 'Cliente ausente' },
              reopen: { event_id: id },
              retry: { event_id: id },
            }[kind]
            const query = { ...own, client_request_id: randomUUID() }
            const { status, body, text } = await server.call(paths[kind], query, { session })
            sent.push({ path: paths[kind], query, text, status })
            const { error, record } = body as { error?: string; record?: { id: number } }
            if (status !== 200) {
              const spec = contract[paths[kind]]
              const stated: readonly string[] = 'problems' in spec ? (spec.problems ?? []) : []
              assert.ok(error !== undefined && [...stated, ...always].includes(error), `${kind}: ${text}`)
            }
            if (kind === 'create' && status === 200) {
              // An ended one makes room for the next.
              assert.ok(state === null || ended.has(state), `another one beside one in ${state}`)
              id = record?.id ?? 0
              state = null
            }
            if (id === nowhere) assert.equal(status, 404, `${kind} before there is anything`)
            const now = await stateOf()
            if (state !== null && now !== null && now !== state)
              assert.ok(status === 200 && legal.has(`${state} ${now}`), `${kind}: ${state} to ${now}`)
            state = now
          }
          // Repeated requests get the same answer and change nothing.
          for (const index of repeats) {
            const one = sent[index % sent.length]
            assert.ok(one)
            if (one.status !== 200) continue
            const again = await server.call(one.path, one.query, { session })
            assert.deepEqual([again.status, again.text], [200, one.text])
            assert.equal(await stateOf(), state)
          }
        },
      ),
      { numRuns: 25, seed: 11 },
    )
  })
})
