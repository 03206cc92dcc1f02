import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { liveReadings, portAfter, portMoves, portStateOf } from './port.ts'
import { legalMoves, reachedFrom } from './test/moves.ts'
import type { LiveReading, PortAlert, PortMove, PortState } from './port.ts'
import { portState } from './status.ts'

const states = [1, 2, 3, 4, 5, 6] as const satisfies readonly PortState[]
const moves = Object.keys(portMoves) as PortMove[]
const anyState = fc.constantFrom<PortState>(...states)

type Row = [inventory: number, assignment: number, live: LiveReading, state: PortState, alert: PortAlert | null]
const table: Row[] = [
  [2, 10, 'dark', 5, null],
  [2, 3, 'expected', 5, null],
  [3, 9, 'expected', 5, null],
  [1, 9, 'dark', 5, null],
  [1, 10, 'dark', 6, null],
  [1, 3, 'expected', 6, null],
  [3, 3, 'expected', 3, null],
  [3, 3, 'dark', 3, null],
  [3, 3, 'stranger', 3, null],
  [3, 11, 'dark', 3, null],
  [3, 5, 'dark', 4, null],
  [3, 5, 'expected', 6, 'light_after_cease'],
  [3, 5, 'stranger', 6, 'light_after_cease'],
  [3, 1, 'dark', 2, null],
  [3, 2, 'dark', 2, null],
  [3, 7, 'dark', 2, null],
  [3, 8, 'dark', 2, null],
  [3, 12, 'dark', 2, null],
  [3, 1, 'expected', 2, null],
  [3, 2, 'expected', 2, null],
  [3, 1, 'stranger', 6, 'unexpected_ont'],
  [3, 8, 'stranger', 6, 'unexpected_ont'],
  [3, 12, 'expected', 6, 'unexpected_ont'],
  [3, 10, 'dark', 1, null],
  [3, 10, 'stranger', 6, 'undeclared_occupation'],
  [3, 4, 'dark', 6, 'unknown_pair'],
  [0, 10, 'dark', 6, 'unknown_pair'],
]

test('inventory, assignment and light decide the state', () => {
  for (const [inventory, assignment, live, state, alert] of table) {
    const verdict = portStateOf({ inventory, assignment, live, last: 4 })
    assert.deepEqual(verdict, { state, alert }, `${inventory}/${assignment}/${live}`)
  }
})

test('every pair of values has a state, and an unreadable port keeps its own unless the inventory decides', () => {
  const anyReading = fc.constantFrom(...liveReadings)
  fc.assert(
    fc.property(fc.integer(), fc.integer(), anyReading, anyState, (inventory, assignment, live, last) => {
      assert.ok(portState.of(portStateOf({ inventory, assignment, live, last }).state))
    }),
  )
  for (const assignment of [1, 2, 5, 7, 8, 10, 12])
    assert.equal(portStateOf({ inventory: 3, assignment, live: 'unreadable', last: 4 }).state, 4)
  assert.equal(portStateOf({ inventory: 2, assignment: 10, live: 'unreadable', last: 1 }).state, 5)
})

test('a transition is legal only from its own states', () => {
  assert.deepEqual(
    legalMoves<PortState, PortMove>(states, moves, (from, move) => portAfter(from, move, 3)),
    {
      1: 'assign 2, regularise 3, report 6',
      2: 'release 1, finalize 3, report 6',
      3: 'unsubscribe 4, report 6',
      4: 'withdraw 1, reuse 2, report 6',
      5: 'repair 1',
      6: 'clear 3, confirm 5',
    },
  )
})

test('a review returns to the former state, and nowhere if that is unknown', () => {
  for (const before of [1, 2, 3, 4] as const) assert.equal(portAfter(6, 'clear', before), before)
  for (const before of [null, 5, 6] as const) assert.equal(portAfter(6, 'clear', before), null)
})

test('from every state a port can become available again', () => {
  for (const from of states)
    assert.ok(
      reachedFrom<PortState, PortMove>(from, moves, (one, move) => portAfter(one, move, 1)).has(1),
      String(from),
    )
})
