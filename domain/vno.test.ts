import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { vnoStatus } from './status.ts'
import { legalMoves } from './test/moves.ts'
import { mayChangeCode, statusFault, vnoAfter, vnoMoves, type VnoMove, type VnoState } from './vno.ts'

const { enabled, suspended } = vnoStatus.is
const moves = Object.keys(vnoMoves) as VnoMove[]
const states: VnoState[] = [enabled, suspended, 'gone']

test('these transitions are legal and no others', () => {
  const after = (from: VnoState, move: VnoMove) => vnoAfter(from, move, { now: false })
  assert.deepEqual(legalMoves(states, moves, after), {
    [enabled]: `suspend ${suspended}, enable ${enabled}, remove gone`,
    [suspended]: `suspend ${suspended}, enable ${enabled}, remove gone`,
    gone: '',
  })
})

test('whatever happens, a customer in service never loses the operator, and a deleted operator stays deleted', () => {
  const step = fc.record({ move: fc.constantFrom(...moves), now: fc.boolean() })
  fc.assert(
    fc.property(fc.array(step, { maxLength: 30 }), (path) => {
      let state: VnoState = enabled
      for (const { move, now } of path) {
        const next = vnoAfter(state, move, { now })
        if (state === 'gone') assert.equal(next, null)
        if (next === 'gone') assert.equal(now, false)
        state = next ?? state
        // Every existing operator can be enabled, and deleted once it has no customers in service.
        if (state !== 'gone') assert.deepEqual([vnoAfter(state, 'enable', { now }), vnoAfter(state, 'remove', { now: false })], [enabled, 'gone']) // prettier-ignore
      }
    }),
  )
})

test('a suspension has a reason of five to five hundred characters; enabling needs none', () => {
  for (const [comments, fault] of [
    [null, 'required'],
    ['', 'required'],
    ['Pago', 'range'],
    ['Pagos', null],
    ['x'.repeat(500), null],
    ['x'.repeat(501), 'range'],
  ] as const) {
    assert.equal(statusFault(suspended, comments), fault)
    assert.equal(statusFault(enabled, comments), null)
  }
})

test('the code is fixed from the first access on', () => {
  const mayChange = (ever: boolean) => mayChangeCode({ ever, now: false })
  assert.deepEqual([false, true].map(mayChange), [true, false])
})
