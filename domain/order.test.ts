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
import { legalMoves, reachedFrom } from './test/moves.ts'

const moves = Object.keys(orderMoves) as OrderMove[]
const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 30 })

test('these transitions, and no other', () => {
  assert.deepEqual(legalMoves(orderStates, moves, orderAfter), {
    recibida: 'assign asignada, start en_curso, complete completada, cancel cancelada, reject rechazada',
    asignada:
      'assign asignada, unassign recibida, start en_curso, complete completada, cancel cancelada, reject rechazada',
    en_curso: 'give_back asignada, give_back_unassigned recibida, complete completada',
    completada: '',
    cancelada: '',
    rechazada: '',
  })
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
  const reached = (from: OrderState) => reachedFrom(from, moves, orderAfter)
  assert.deepEqual(reached(firstOrderState), new Set(orderStates))
  for (const state of orderStates) assert.ok([...reached(state)].some(isOrderClosed), state)
})

test('each state has a unique name in TMF641', () => {
  const names = orderStates.map((state) => tmfOf[state])
  const shown = tmfStates.filter((name) => name !== 'held')
  assert.deepEqual(names, shown)
})

test('the due time follows from the terms agreed for the kind, from the time of receipt', () => {
  const hour = 3_600_000
  const terms = { install_days: 3, repair_hours: 24 }
  const due = Object.fromEntries(orderKinds.map((kind) => [kind, orderDeadline(kind, 1000, terms)]))
  const days = 72 * hour + 1000
  const never = { baja: null, cambio_ont: null }
  assert.deepEqual(due, { alta: days, cambio_domicilio: days, migracion: days, averia: 24 * hour + 1000, ...never })
  assert.equal(orderDeadline('averia', 1000, { install_days: 3, repair_hours: null }), null)
  assert.equal(orderDeadline('alta', 1000, {}), null)
  assert.deepEqual(kindsOf('repair_hours'), ['averia'])
})
