import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { vnoStatus } from './status.ts'
import { mayChangeCode, statusFault, vnoAfter, vnoMoves, type VnoMove, type VnoState } from './vno.ts'

const { enabled, suspended } = vnoStatus.is
const moves = Object.keys(vnoMoves) as VnoMove[]
const states: VnoState[] = [enabled, suspended, 'gone']

/** Every legal transition. */
const steps: [VnoState, VnoMove, VnoState][] = [
  [enabled, 'suspend', suspended],
  [suspended, 'suspend', suspended],
  [enabled, 'enable', enabled],
  [suspended, 'enable', enabled],
  [enabled, 'remove', 'gone'],
  [suspended, 'remove', 'gone'],
]

test('these transitions are legal and no others', () => {
  for (const from of states)
    for (const move of moves) {
      const step = steps.find(([origin, name]) => origin === from && name === move)
      assert.equal(vnoAfter(from, move, { now: false }), step?.[2] ?? null, `${from} ${move}`)
    }
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
  assert.deepEqual(
    [mayChangeCode({ ever: false, now: false }), mayChangeCode({ ever: true, now: false })],
    [true, false],
  )
})
