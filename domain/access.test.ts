import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { accessAfter, accessMoves, accessStates, inService, type AccessMove, type AccessState } from './access.ts'

const moves = Object.keys(accessMoves) as AccessMove[]
const anyMoves = fc.array(fc.constantFrom(...moves), { maxLength: 30 })

test('the transition table', () => {
  const legal = moves.flatMap((move) =>
    accessStates.flatMap((from) => {
      const to = accessAfter(from, move)
      return to === null ? [] : [`${from} ${move} ${to}`]
    }),
  )
  assert.deepEqual(legal, [
    'reservado install en_alta',
    'reservado activate activo',
    'en_alta activate activo',
    'reservado cancel baja',
    'en_alta cancel baja',
    'activo unsubscribe en_baja',
    'en_baja keep activo',
    'activo cease baja',
    'en_baja cease baja',
  ])
})

test('whatever happens to an access, it never returns from baja and is in service only after it was activated', () => {
  fc.assert(
    fc.property(anyMoves, (tried) => {
      let state: AccessState = 'reservado'
      let activated = false
      for (const move of tried) {
        const next: AccessState | null = accessAfter(state, move)
        if (state === 'baja') assert.equal(next, null)
        if (next === null) continue
        activated ||= move === 'activate'
        state = next
        assert.ok(!inService(state) || activated)
      }
    }),
  )
})

test('every state is reachable, and baja is reachable from every other one', () => {
  const reached = new Set<AccessState>(['reservado'])
  for (const from of reached)
    for (const move of moves) {
      const to = accessAfter(from, move)
      if (to) reached.add(to)
    }
  assert.deepEqual([...reached].sort(), [...accessStates].sort())
  for (const from of accessStates.filter((one) => one !== 'baja'))
    assert.ok(moves.some((move) => accessAfter(from, move) === 'baja'))
})
