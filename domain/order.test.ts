import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import {
  firstOrderState,
  isOrderClosed,
  kindsOf,
  orderAfter,
  orderDeadline,
  orderKinds,
  orderMoves,
  orderStates,
  tmfOf,
  tmfStates,
} from './order.ts'
import type { OrderMove, OrderState } from './order.ts'

const moves = Object.keys(orderMoves) as OrderMove[]
const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 30 })

test('these transitions, and no other', () => {
  const legal = orderStates.flatMap((from) =>
    moves.flatMap((move) => {
      const to = orderAfter(from, move)
      return to === null ? [] : [`${from} ${move} ${to}`]
    }),
  )
  assert.deepEqual(legal, [
    'recibida assign asignada',
    'recibida start en_curso',
    'recibida complete completada',
    'recibida cancel cancelada',
    'recibida reject rechazada',
    'asignada assign asignada',
    'asignada unassign recibida',
    'asignada start en_curso',
    'asignada complete completada',
    'asignada cancel cancelada',
    'asignada reject rechazada',
    'en_curso give_back asignada',
    'en_curso give_back_unassigned recibida',
    'en_curso complete completada',
  ])
})

test('whatever happens, a closed order stays closed and an order in progress is not cancelled', () => {
  fc.assert(
    fc.property(anyMoves, (asked) => {
      let state: OrderState = firstOrderState
      for (const move of asked) {
        const to = orderAfter(state, move)
        if (isOrderClosed(state)) assert.equal(to, null)
        if (state === 'en_curso') assert.notEqual(to, 'cancelada')
        state = to ?? state
      }
    }),
  )
})

test('every state is reachable from the first one, and a closed state from every open one', () => {
  const reached = (from: OrderState): Set<OrderState> => {
    const seen = new Set([from])
    for (const state of seen) for (const move of moves) seen.add(orderAfter(state, move) ?? state)
    return seen
  }
  assert.deepEqual([...reached(firstOrderState)].toSorted(), [...orderStates].toSorted())
  for (const state of orderStates) assert.ok([...reached(state)].some(isOrderClosed), state)
})

test('each state has a unique name in TMF641', () => {
  assert.deepEqual(
    orderStates.map((state) => tmfOf[state]),
    tmfStates.filter((name) => name !== 'held'),
  )
})

test('the due time follows from the terms agreed for the kind, from the time of receipt', () => {
  const hour = 3_600_000
  const terms = { install_days: 3, repair_hours: 24 }
  assert.deepEqual(
    orderKinds.map((kind) => [kind, orderDeadline(kind, 1000, terms)]),
    [
      ['alta', 72 * hour + 1000],
      ['baja', null],
      ['cambio_domicilio', 72 * hour + 1000],
      ['cambio_ont', null],
      ['averia', 24 * hour + 1000],
      ['migracion', 72 * hour + 1000],
    ],
  )
  assert.equal(orderDeadline('averia', 1000, { install_days: 3, repair_hours: null }), null)
  assert.equal(orderDeadline('alta', 1000, {}), null)
  assert.deepEqual(kindsOf('repair_hours'), ['averia'])
})
